/**
 * A month of one fleet: written as a preview as often as anybody wishes, and closed once, under a
 * person's name. Months are closed in order, because each opens with the closing of the one before.
 */
import { wallClock, plainDay } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import type { Closing, MonthSettings } from '../../reconciliation/books/close/month-facts.ts'
import { figuresOfFacts } from '../../reconciliation/books/close/month-manifest.ts'
import { writeMonth, type WrittenMonth } from '../../reconciliation/books/close/write-month.ts'
import { booksDiffer, waitingOf, waitingWords } from '../../reconciliation/books/close/waiting.ts'
import { monthOf, nextMonth, previousMonth } from '../../fleet/calendar/months.ts'
import type { Asked } from '../../reconciliation/reports/outside.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { LISTING, readOpenOrders, type OrdersRead } from '../orders/read-open-orders.ts'
import { orderStatusesFrom } from '../order-statuses-file.ts'
import { askOutside } from './ask-outside.ts'
import { matchBank } from './match-bank.ts'
import { closesOf, methodClosed, monthFolder, monthsDirectory } from './month-folder.ts'
import { nextRevision } from './month-folder.ts'
import type { Config } from '../../config.ts'
import { NO_ACCOUNTS, readAccounts } from '../../reconciliation/books/journal/accounts-file.ts'
import type { Accounts } from '../../reconciliation/books/journal/accounts-file.ts'
import { namedFile } from '../named-file.ts'

/** Answers of more days than this are called old, unless a person says another number. */
export const FRESH_DAYS = 30

type Context = Pick<AppContext, 'config' | 'output' | 'stop'>

export interface MonthRequest {
  readonly month: string
  /** Absent: a preview. */
  readonly closing?: Closing & {
    readonly withOpen: boolean
    /** `figuresOf` the preview that the person saw. */
    readonly seen: string
  }
  /** Answers from the ledger alone. */
  readonly stored: boolean
  /** Of the preview that a person agrees to: what it showed to differ must stop its close. */
  readonly asked?: Asked | undefined
  readonly freshDays: number
}

export interface MonthWritten extends WrittenMonth {
  readonly settings: MonthSettings
  /** What waits for a person and belongs to the month; differences with the service are among it. */
  readonly waiting: number
  readonly read: OrdersRead
  readonly leftOut: readonly string[]
  /** What the service said, or why it could not; absent where nobody was to ask it. */
  readonly asked: Asked | undefined
}

export async function monthOfFleet(
  context: Context,
  ledger: OpenLedger,
  fleet: Fleet,
  request: MonthRequest,
): Promise<MonthWritten> {
  const { config } = context
  const at = new Date(wallClock.now())
  const zone = config.FROTA_TIME_ZONE
  const run = await ledger.stores.runs.find('latest', fleet.id)
  if (run === undefined) throw nothingYet(fleet.name)
  const all = await closesOf(config, ledger, fleet)
  const standing = all.filter(({ reopenedAt }) => reopenedAt === null)
  const last = standing.at(-1)
  const { month, closing } = request
  checkMonth({ month, isClosing: closing !== undefined, today: plainDay(at.getTime(), zone) })
  checkOrder(standing, { month, isClosing: closing !== undefined })
  checkZone(last, run, zone)
  if (closing !== undefined && last === undefined) {
    const began = (await ledger.stores.runs.firstStart(fleet.id)) ?? run.startedAt
    checkFirst(month, monthOf(plainDay(began.getTime(), zone)))
  }
  const bounds = { ...LISTING, stored: request.stored, paidToo: true }
  const read = await readOpenOrders(context, ledger, fleet, bounds)
  // The bank dates what was just read, too.
  await matchBank(ledger, fleet, zone)
  const isAsking = request.asked === undefined && !request.stored
  const asked = isAsking ? await askOutside(context, ledger, fleet) : request.asked
  const parent = monthsDirectory(config.FROTA_REPORTS_DIR, fleet.name)
  const revision = await nextRevision(parent, month, all)
  const prefer = run.settings.ipva ?? 'single'
  const settings: MonthSettings = {
    fleet,
    month,
    revision,
    closing: closing ?? null,
    locale: config.FROTA_LOCALE,
    flavour: config.FROTA_CSV_FLAVOUR,
    zone,
    simulated: run.simulated,
    at,
    freshDays: request.freshDays,
  }
  const folder = monthFolder(month, revision)
  const written = await writeMonth(
    ledger.books,
    {
      settings,
      closes: standing,
      prefer,
      outside: asked === undefined || asked.askedAt === null ? null : asked,
      statuses: orderStatusesFrom(config),
      accounts: accountsOf(config, fleet.name),
      methodClosed: last === undefined ? undefined : await methodClosed(last),
      parent,
      folder,
    },
    async (ready, publish) => {
      if (closing === undefined) {
        const isShown = await ledger.closes.preview(fleet.id, settings, publish)
        if (!isShown) throw closedMeanwhile(month)
        return
      }
      refuseUnready(ready, closing, month)
      const { whole } = ready.facts.roll
      const close = {
        ...ready.heads,
        month,
        revision,
        closedAt: at,
        closedBy: closing.person,
        waiting: waitingOf(ready.facts).all,
        reason: closing.reason,
        folder: ready.directory,
        zone,
        ipva: prefer,
        manifestSha256: ready.manifestSha256,
        openingCents: whole.openingCents,
        closingCents: whole.closingCents,
      }
      const isClosed = await ledger.closes.close(fleet.id, close, publish)
      if (!isClosed) throw closedMeanwhile(month)
    },
  )
  const waiting = waitingOf(written.facts).all
  const leftOut = closing === undefined ? await monthsLeftOut(ledger, fleet, month, zone) : []
  return { ...written, settings, waiting, read, leftOut, asked }
}

/** Months before this one, with movements, that can never be closed once this is the first close. */
export async function monthsLeftOut(
  { closes: all, books }: Pick<OpenLedger, 'closes' | 'books'>,
  { id }: Fleet,
  month: string,
  zone: string,
): Promise<readonly string[]> {
  const standing = (await all.ofFleet(id)).some(({ reopenedAt }) => reopenedAt === null)
  return standing ? [] : books.monthsMoved(id, month, zone)
}

/** A difference within the books is a fault of theirs, which no reason excuses. */
function refuseUnready(
  written: WrittenMonth,
  { withOpen, seen }: { readonly withOpen: boolean; readonly seen: string },
  month: string,
): void {
  if (figuresOfFacts(written.facts) !== seen) {
    throw new Failure('usage', {
      pt: `Os números de ${month} mudaram desde a prévia: escreva outra e confira-a antes de fechar.`,
      en: `The figures of ${month} changed since the preview: write another, and check it first.`,
    })
  }
  const wrong = booksDiffer(written.facts.checks)
  if (wrong.length > 0) {
    throw new Failure('totals-differ', {
      pt: `${wrong.length} conferências de ${month} não fecham; veja a prévia e não a use.`,
      en: `${wrong.length} checks of ${month} do not close; look at the preview and do not use it.`,
    })
  }
  const waiting = waitingOf(written.facts)
  if (waiting.all === 0 || withOpen) return
  throw new Failure('usage', {
    pt:
      `Esperam por alguém em ${month}: ${waitingWords(waiting, 'pt-BR')}. Resolva, ou feche ` +
      'com --with-open --reason MOTIVO, que deixa isso escrito.',
    en:
      `In ${month} a person must look at: ${waitingWords(waiting, 'en')}. Resolve it, or close ` +
      'with --with-open --reason REASON, which writes it down.',
  })
}

function checkMonth(of: { month: string; isClosing: boolean; today: string }): void {
  const now = monthOf(of.today)
  if (of.month > now) {
    throw new Failure('usage', {
      pt: `${of.month} ainda não começou; o mês corrente é ${now}.`,
      en: `${of.month} has not begun; the current month is ${now}.`,
    })
  }
  if (!of.isClosing || of.month < now) return
  throw new Failure('usage', {
    pt: `${of.month} ainda não acabou; até lá há só a prévia: frota close ${of.month} --preview`,
    en: `${of.month} is not over; until then there is the preview: frota close ${of.month} --preview`,
  })
}

/** Months are closed in order: an early empty one would ask for each empty one after it. */
function checkFirst(month: string, began: string): void {
  if (month >= previousMonth(began)) return
  throw new Failure('usage', {
    pt: `${month} é de antes do primeiro fato, que é de ${began}: comece por ${began}.`,
    en: `${month} is before the first fact, which is of ${began}: begin with ${began}.`,
  })
}

function checkOrder(
  standing: readonly MonthClose[],
  { month, isClosing }: { month: string; isClosing: boolean },
): void {
  const last = standing.at(-1)
  if (last === undefined) return
  const found = standing.find((close) => close.month === month)
  if (found !== undefined) {
    throw new Failure('usage', {
      pt: `${month} foi fechado por ${found.closedBy}: ${found.folder}. Para reabrir: frota close ${month} --reopen --reason MOTIVO`,
      en: `${month} was closed by ${found.closedBy}: ${found.folder}. To reopen it: frota close ${month} --reopen --reason REASON`,
    })
  }
  if (month < last.month) {
    throw new Failure('usage', {
      pt: `${month} é anterior a ${last.month}, que já está fechado; reabra ${last.month} antes.`,
      en: `${month} is before ${last.month}, which is closed; reopen ${last.month} first.`,
    })
  }
  if (isClosing && previousMonth(month) !== last.month) {
    throw new Failure('usage', {
      pt: `Antes de ${month}, feche ${nextMonth(last.month)}: os meses fecham em ordem.`,
      en: `Before ${month} close ${nextMonth(last.month)}: months are closed in order.`,
    })
  }
}

/** The days of another zone are others, so a movement could be in two months or in none. */
function checkZone(last: MonthClose | undefined, { settings }: Run, zone: string): void {
  const used = last?.zone ?? settings.zone
  if (used === zone) return
  if (last === undefined) {
    throw new Failure('configuration', {
      pt: `A última execução da frota foi no fuso ${used}: use FROTA_TIME_ZONE=${used}, ou execute antes no fuso ${zone}.`,
      en: `The fleet's last run was in the zone ${used}: use FROTA_TIME_ZONE=${used}, or run in the zone ${zone} first.`,
    })
  }
  throw new Failure('configuration', {
    pt: `${last.month} foi fechado no fuso ${used}: use FROTA_TIME_ZONE=${used}, ou reabra-o: frota close ${last.month} --reopen --reason MOTIVO`,
    en: `${last.month} was closed in the zone ${used}: use FROTA_TIME_ZONE=${used}, or reopen it: frota close ${last.month} --reopen --reason REASON`,
  })
}

function nothingYet(fleet: string): Failure {
  return new Failure('usage', {
    pt: `A frota "${fleet}" ainda não tem execução; comece com: frota reconcile ARQUIVO`,
    en: `The fleet "${fleet}" has no run yet; begin with: frota reconcile FILE`,
  })
}

function closedMeanwhile(month: string): Failure {
  return new Failure('usage', {
    pt: `Outra pessoa fechou ${month} neste momento; veja: frota close --list`,
    en: `Somebody else closed ${month} at this moment; see: frota close --list`,
  })
}

/** `{fleet}` in the path is the fleet's name, since each client of an office has its accounts. */
function accountsOf(
  { FROTA_ACCOUNTS_FILE: path }: Pick<Config, 'FROTA_ACCOUNTS_FILE'>,
  fleet: string,
): Accounts {
  if (path === undefined) return NO_ACCOUNTS
  const named = path.replaceAll('{fleet}', fleet)
  return readAccounts(namedFile('FROTA_ACCOUNTS_FILE', named))
}
