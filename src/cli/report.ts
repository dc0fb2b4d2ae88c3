/**
 * `frota report [RUN]`: writes the reports of an ended run again, byte for byte from stored data.
 * Without a number, reports the newest run from the present ledger after reading its open orders.
 */
import { join } from 'node:path'
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Fleet } from '../ledger/fleets/fleets.ts'
import { ORDER_FRESH_MS } from '../ledger/orders/orders.ts'
import type { Run } from '../ledger/runs/runs.ts'
import { runRoll } from '../reconciliation/books/run-roll.ts'
import { runWorkbook } from '../reconciliation/books/run-workbook.ts'
import { writeReports } from '../reconciliation/reports/write-reports.ts'
import type { ReportNow, WrittenReports } from '../reconciliation/reports/write-reports.ts'
import type { Asked } from '../reconciliation/reports/outside.ts'
import { askOutside } from '../app/books/ask-outside.ts'
import type { CommandContext } from './context.ts'
import { ordersReadObject, ordersReadWords } from '../app/orders/orders-read-words.ts'
import { LISTING, readOpenOrders } from '../app/orders/read-open-orders.ts'
import type { OpenLedger } from '../app/ledger/open-ledger.ts'
import { withFleet } from '../app/ledger/with-fleet.ts'
import { ledgerSecret } from '../app/ledger/ledger-secret.ts'
import { rowOpener } from '../app/run/row-opener.ts'
import { totalsDiffer } from './run-ending.ts'

export async function run(context: CommandContext): Promise<void> {
  const { words } = context
  const which = runNumber(words[0])
  await withFleet(context, async (ledger, fleet) => {
    const found = await ledger.stores.runs.find(which, fleet.id)
    if (found === undefined) throw unknownRun(which)
    if (which === 'latest') return reportNow(context, ledger, fleet, found)
    tell(context, found, await reportOfRun(context, ledger, found))
  })
}

async function reportNow(context: CommandContext, ledger: OpenLedger, fleet: Fleet, found: Run) {
  const { output, config } = context
  const read = await readOpenOrders(context, ledger, fleet, {
    ...LISTING,
    stored: context.flags['stored'] === true,
  })
  const now = await momentOf(ledger, fleet, found)
  // If the run could not write its own report, that one is written now, too.
  if (now !== undefined && found.reportsDir === null) await reportOfRun(context, ledger, found)
  const written =
    now === undefined
      ? await reportOfRun(context, ledger, found)
      : await write(context, ledger, {
          run: found,
          now,
          ...(await askedNow(context, ledger, fleet)),
        })
  const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
  if (unread !== undefined) output.line(unread)
  const asOf = now === undefined ? {} : { asOf: now.at.toISOString() }
  tell(context, found, written, { ...asOf, ordersRead: ordersReadObject(read, output) })
}

/**
 * Undefined where the run's own report is still true. Otherwise that report stays unchanged, and
 * the present state is written to a separate folder.
 */
async function momentOf({ stores }: OpenLedger, fleet: Fleet, found: Run) {
  const { open, unknown } = await stores.orders.counts(fleet.id)
  const isOpen = open.orders + unknown.orders > 0
  if (!isOpen && !(await stores.reports.scope(found)).readLater) return undefined
  const at = new Date(wallClock.now())
  return { at, readFrom: new Date(at.getTime() - ORDER_FRESH_MS) }
}

/** With `--stored` nothing is asked. */
async function askedNow(context: CommandContext, ledger: OpenLedger, fleet: Fleet) {
  return context.flags['stored'] === true ? {} : { asked: await askOutside(context, ledger, fleet) }
}

async function reportOfRun(context: CommandContext, ledger: OpenLedger, found: Run) {
  const written = await write(context, ledger, { run: found })
  await ledger.stores.runs.noteReports(found.id, written.directory)
  return written
}

async function write(
  { config }: CommandContext,
  ledger: OpenLedger,
  of: { readonly run: Run; readonly now?: ReportNow; readonly asked?: Asked },
): Promise<WrittenReports> {
  const openRow = rowOpener(await ledgerSecret(config, ledger))
  const tools = { source: ledger.stores.reports, openRow, rollOf: runRoll, workbookOf: runWorkbook }
  return writeReports(tools, { ...of, reportsDir: config.FROTA_REPORTS_DIR })
}

function tell(
  { output }: CommandContext,
  { number }: Run,
  { directory, closes, written }: WrittenReports,
  more: object = {},
): void {
  if (written === 'late') {
    output.tell(
      'A pasta faltava ou estava danificada: os arquivos são do livro-razão de agora, não de então.',
      'The folder was missing or damaged: its files are of the ledger of now, not as the run ended.',
    )
  }
  output.line(`${output.say('Relatórios', 'Reports')} ${join(directory, 'summary.html')}`)
  output.object({ run: number, reports: directory, closes, written, ...more })
  if (!closes) throw totalsDiffer(directory)
}

function runNumber(word: string | undefined): number | 'latest' {
  if (word === undefined || word === 'latest') return 'latest'
  if (/^\d{1,9}$/.test(word)) return Number(word)
  throw new Failure('usage', {
    pt: `"${word.slice(0, 20)}" não é o número de uma execução; veja: frota runs`,
    en: `"${word.slice(0, 20)}" is not the number of a run; see: frota runs`,
  })
}

function unknownRun(which: number | 'latest'): Failure {
  return new Failure('usage', {
    pt: `A execução ${which} não existe; veja: frota runs`,
    en: `There is no run ${which}; see: frota runs`,
  })
}
