/** What `frota close` says of a month, to people and to scripts. */
import { join } from 'node:path'
import { formatCents, sumCents } from '../../fleet/money.ts'
import { monthOfFleet, type MonthRequest, type MonthWritten } from '../../app/books/close-month.ts'
import { ordersReadObject, ordersReadWords } from '../../app/orders/orders-read-words.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Output } from '../../app/output.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { isOutside, waitingOf, waitingWords } from '../../reconciliation/books/close/waiting.ts'
import { MOVING } from '../../reconciliation/books/movement.ts'
import { bookWordsOf } from '../../reconciliation/books/words/book-words.ts'
import { differences } from '../../reconciliation/reports/check-totals.ts'
import { othersSay } from '../../reconciliation/reports/words/outside.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { CommandContext } from '../context.ts'

/** Amounts end in one column. */
const NAME_WIDTH = 20
const AMOUNT_WIDTH = 18

export function tellMonth({ output, config }: CommandContext, month: MonthWritten): void {
  const { facts, settings, waiting, read, leftOut, asked } = month
  const { line, say, locale, tell } = output
  const words = bookWordsOf(locale)
  const display = displayFor(locale, settings.zone)
  const { whole } = facts.roll
  const row = (name: string, cents: bigint): void =>
    line(`  ${name.padEnd(NAME_WIDTH)}${display.money(cents).padStart(AMOUNT_WIDTH)}`)
  const { fleet, month: name } = settings
  line(`${name} · ${fleet.name}${settings.simulated ? ' · SIMULADO' : ''}`)
  row(words.classes.opening, whole.openingCents)
  for (const each of MOVING) {
    if (whole.movedCents[each] !== 0n) row(words.classes[each], whole.movedCents[each])
  }
  row(words.classes.closing, whole.closingCents)
  row(words.page.paymentsTitle, sumCents(facts.tally.natures.values()))
  const wrong = differences(facts.checks)
  for (const check of wrong) {
    const figure = (value: bigint | string): string =>
      check.unit === 'cents' ? display.money(BigInt(value)) : value.toString()
    const of = check.of === '' ? '' : ` (${check.of})`
    line(`  ≠ ${words.checks[check.code]}${of}: ${figure(check.expected)} ≠ ${figure(check.found)}`)
  }
  if (wrong.some(isOutside)) {
    tell(
      '    Um pedido encerrado pode ter mudado: frota orders refresh PEDIDO',
      '    An order that was over may have changed: frota orders refresh ORDER',
    )
  }
  const others = othersSay(facts.others, locale, display)
  if (others !== '') line(`  ${others}`)
  for (const note of facts.notes) line(`${say('Diário', 'Journal').padEnd(13)}${note}`)
  const { old } = facts.tally
  if (old.vehicles > 0) {
    tell(
      `Antigo       ${display.money(old.cents)} em respostas de ${old.vehicles} veículos com mais de ${settings.freshDays} dias (a mais antiga: ${display.date(old.oldest)})`,
      `Old          ${display.money(old.cents)} on answers of ${old.vehicles} vehicles older than ${settings.freshDays} days (the oldest: ${display.date(old.oldest)})`,
    )
  }
  if (waiting > 0) {
    const parts = waitingWords(waitingOf(facts), locale)
    tell(`Espera       por alguém: ${parts}`, `Waits        for a person: ${parts}`)
  }
  const [first] = leftOut
  if (first !== undefined) {
    const months = leftOut.join(', ')
    tell(
      `Deixa fora   ${months}: têm movimentos e não poderão ser fechados depois; para isso, comece por ${first}`,
      `Leaves out   ${months}: they have movements and cannot be closed later; for that begin with ${first}`,
    )
  }
  const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
  if (unread !== undefined) line(unread)
  if (asked?.askedAt === null) {
    tell(
      `Sem conferência com o serviço: ${asked.why.pt}`,
      `Not held against the service: ${asked.why.en}`,
    )
  }
  const kind = settings.closing === null ? say('Prévia', 'Preview') : say('Fechamento', 'Close')
  line(`${kind.padEnd(13)}${join(month.directory, 'close.html')}`)
}

export function monthObject(output: Output, month: MonthWritten): object {
  const { facts, settings, waiting, read, directory, manifestSha256 } = month
  const { whole } = facts.roll
  const moved = MOVING.map((name) => [name, formatCents(whole.movedCents[name])] as const)
  return {
    fleet: settings.fleet.name,
    month: settings.month,
    revision: settings.revision,
    state: settings.closing === null ? 'preview' : 'closed',
    opening: formatCents(whole.openingCents),
    ...Object.fromEntries(moved),
    closing: formatCents(whole.closingCents),
    closes: month.closes,
    leftOut: month.leftOut,
    waiting,
    notes: facts.notes,
    directory,
    manifest: manifestSha256,
    ordersRead: ordersReadObject(read, output),
  }
}

/** A fleet whose month cannot be written is told, and the next one follows. */
export async function tellFleetLine(
  context: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
  request: MonthRequest,
): Promise<object> {
  const { output } = context
  const { line, say, locale } = output
  const closed = (await ledger.closes.ofFleet(fleet.id)).find(
    (close) => close.month === request.month && close.reopenedAt === null,
  )
  const display = displayFor(locale, context.config.FROTA_TIME_ZONE)
  const name = fleet.name.padEnd(NAME_WIDTH)
  if (closed !== undefined) {
    const amount = display.money(closed.closingCents)
    line(`${name} ${say('fechado', 'closed ')}   ${amount}  ${closed.closedBy}`)
    return { fleet: fleet.name, state: 'closed', closing: formatCents(closed.closingCents) }
  }
  try {
    const month = await monthOfFleet(context, ledger, fleet, request)
    const amount = display.money(month.facts.roll.whole.closingCents)
    const waits = say(`${month.waiting} esperam`, `${month.waiting} wait`)
    line(`${name} ${say('prévia ', 'preview')}   ${amount}  ${waits}  ${month.directory}`)
    return monthObject(output, month)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    line(`${name} ${say('não', 'no')}        ${error.in(locale)}`)
    return { fleet: fleet.name, state: 'none', problem: error.code }
  }
}
