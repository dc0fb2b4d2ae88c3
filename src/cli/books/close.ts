/** `frota close`: shows a month, and closes it once a person has said so. */
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { FRESH_DAYS, monthOfFleet, type MonthRequest } from '../../app/books/close-month.ts'
import { closesOf } from '../../app/books/month-folder.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { openLedger, type OpenLedger } from '../../app/ledger/open-ledger.ts'
import { isMonth, lastDay } from '../../fleet/calendar/months.ts'
import { plainDay, wallClock } from '../../clock.ts'
import { accountsTemplate } from '../../reconciliation/books/journal/accounts-template.ts'
import { figuresOfFacts } from '../../reconciliation/books/close/month-manifest.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import { monthObject, tellFleetLine, tellMonth } from './close-words.ts'
import { listCloses, reopenMonth, tellClosed } from './closed-months.ts'
import { reasonGiven, signer } from './signing.ts'

const FRESH_DAYS_MAX = 366

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, words } = context
  if (flags['accounts-template'] === true) {
    const template = accountsTemplate(output.locale)
    output.line(template.trimEnd())
    output.object({ template })
    return
  }
  if (flags['list'] === true)
    return withFleet(context, (ledger, fleet) => listCloses(context, ledger, fleet))
  const month = monthGiven(words[0])
  if (flags['all'] === true) return previewAll(context, month)
  await withFleet(context, async (ledger, fleet) => {
    if (flags['reopen'] === true) return reopenMonth(context, ledger, fleet, month)
    const closed = (await closesOf(context.config, ledger, fleet)).find(
      (close) => close.month === month && close.reopenedAt === null,
    )
    if (closed !== undefined) return tellClosed(context, closed)
    await closeOne(context, ledger, fleet, month)
  })
}

async function closeOne(context: CommandContext, ledger: OpenLedger, fleet: Fleet, month: string) {
  const { flags, output, config } = context
  const request = requestOf(context, month)
  const preview = await monthOfFleet(context, ledger, fleet, request)
  tellMonth(context, preview)
  const isOver = plainDay(wallClock.now(), config.FROTA_TIME_ZONE) > lastDay(month)
  // Asked for with --yes, the close of a month that still runs is refused rather than passed over.
  const isAsked = isOver ? mayAsk(context) : flags['yes'] === true
  if (flags['preview'] === true || !isAsked) {
    output.object(monthObject(output, preview))
    return
  }
  const person = signer(context)
  const withOpen = flags['with-open'] === true
  const reason = withOpen ? reasonGiven(context) : ''
  await confirm(context)
  const closing = { person, reason, withOpen, seen: figuresOfFacts(preview.facts) }
  const shown = { ...request, stored: true, asked: preview.asked }
  const written = await monthOfFleet(context, ledger, fleet, { ...shown, closing })
  output.tell(
    `${month} fechado por ${person}: ${written.directory}`,
    `${month} closed by ${person}: ${written.directory}`,
  )
  output.object(monthObject(output, written))
}

/** Without a terminal and without --yes nobody could answer, so the preview is all there is. */
function mayAsk({ flags, output }: CommandContext): boolean {
  return flags['yes'] === true || (process.stdin.isTTY && process.stderr.isTTY && !output.json)
}

/** One line a client of an accounting office. */
async function previewAll(context: CommandContext, month: string): Promise<void> {
  const { output, stop } = context
  await using ledger = await openLedger(context, 'read')
  const told: object[] = []
  for (const fleet of await ledger.fleets.all()) {
    if (stop.aborted) break
    told.push(await tellFleetLine(context, ledger, fleet, requestOf(context, month)))
  }
  output.object({ month, fleets: told })
}

function requestOf({ flags }: CommandContext, month: string): MonthRequest {
  const text = flags['fresh']
  const freshDays = typeof text === 'string' ? Number(text) : FRESH_DAYS
  if (!Number.isSafeInteger(freshDays) || freshDays < 1 || freshDays > FRESH_DAYS_MAX) {
    throw new Failure('usage', {
      pt: `--fresh ${String(text)} não serve: dê dias, de 1 a ${FRESH_DAYS_MAX}.`,
      en: `--fresh ${String(text)} is not usable: give days, from 1 to ${FRESH_DAYS_MAX}.`,
    })
  }
  return { month, freshDays, stored: flags['stored'] === true }
}

function monthGiven(word: string | undefined): string {
  if (word !== undefined && isMonth(word)) return word
  throw new Failure('usage', {
    pt: `Diga o mês como AAAA-MM, por exemplo: frota close 2026-11${word === undefined ? '' : ` (não "${word.slice(0, 20)}")`}`,
    en: `Give the month as YYYY-MM, for example: frota close 2026-11${word === undefined ? '' : ` (not "${word.slice(0, 20)}")`}`,
  })
}
