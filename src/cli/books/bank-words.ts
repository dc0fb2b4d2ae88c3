/** What is said of statements and matches, to people and to scripts. */
import { sumCents } from '../../fleet/money.ts'
import { matchBank, type FleetMatch } from '../../app/books/match-bank.ts'
import { ordersReadObject, ordersReadWords } from '../../app/orders/orders-read-words.ts'
import { LISTING, readOpenOrders, type OrdersRead } from '../../app/orders/read-open-orders.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { BANK_CLASSES, type BankRow } from '../../reconciliation/books/bank/bank-row.ts'
import { waitsForPerson } from '../../reconciliation/books/bank/waits-for-person.ts'
import { bankWordsOf } from '../../reconciliation/books/words/bank-words.ts'
import { displayFor, type Display } from '../../reconciliation/reports/words/display.ts'
import type { CommandContext } from '../context.ts'

/** Lines listed of each class that waits for a person. */
const LISTED_MAX = 50
const KEY_CHARACTERS = 8

/** A statement is often read before the ledger knows what was paid and refunded. */
export function readOrders(
  context: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
): Promise<OrdersRead> {
  const stored = context.flags['stored'] === true
  return readOpenOrders(context, ledger, fleet, { ...LISTING, paidToo: true, stored })
}

/** Matches the fleet's statements anew, and says what came of it beside what it is told `about`. */
export async function matchAndTell(
  context: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
  read: OrdersRead,
  about: object = {},
): Promise<void> {
  const { config, output } = context
  const match = await matchBank(ledger, fleet, config.FROTA_TIME_ZONE)
  tellMatch(context, match)
  const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
  if (unread !== undefined) output.line(unread)
  output.object({ ...about, ...matchObject(match), ordersRead: ordersReadObject(read, output) })
}

export function tellMatch({ output, config }: CommandContext, match: FleetMatch): void {
  const { line, locale, say } = output
  const words = bankWordsOf(locale)
  const display = displayFor(locale, config.FROTA_TIME_ZONE)
  for (const name of BANK_CLASSES) {
    const rows = match.rows.filter((row) => row.class === name)
    if (rows.length === 0) continue
    const cents = rows.reduce((sum, { lineCents, ourCents }) => sum + (lineCents || ourCents), 0n)
    line(
      `${words.classes[name].padEnd(18)}${String(rows.length).padStart(5)}  ${display.money(cents)}`,
    )
    const open = rows.filter(waitsForPerson)
    for (const row of open.slice(0, LISTED_MAX)) {
      line(`  ${rowWords(row, display)}`)
      for (const id of unpaidOf(row, match)) {
        line(
          say(
            `    traz o código do pedido ${id}, que o serviço ainda não disse pago: frota orders refresh`,
            `    has the code of the order ${id}, which the service has not called paid: frota orders refresh`,
          ),
        )
      }
    }
    if (open.length > LISTED_MAX) line(`  … ${open.length - LISTED_MAX}`)
  }
  const total = sumCents(match.facts.lines)
  line(
    `${words.total.padEnd(18)}${String(match.facts.lines.length).padStart(5)}  ${display.money(total)}`,
  )
}

function unpaidOf({ lines }: BankRow, { unpaid }: FleetMatch): readonly string[] {
  return lines.flatMap((line) => unpaid.get(line) ?? [])
}

function rowWords(row: BankRow, display: Display): string {
  const [line] = row.lines
  const orders = [...row.ours, ...row.of].map(({ orderId }) => orderId)
  const day = display.date(row.day)
  const cents = display.money(row.lineCents || row.ourCents)
  const key = line?.identity.slice(0, KEY_CHARACTERS) ?? ''
  return [key, day, cents, line?.memo ?? '', ...new Set(orders)]
    .filter((text) => text !== '')
    .join('  ')
}

export function matchObject(match: FleetMatch): object {
  const { rows, facts, lineCents } = match
  return {
    classes: Object.fromEntries(
      BANK_CLASSES.map((name) => [name, rows.filter((row) => row.class === name).length]),
    ),
    statementCents: sumCents(facts.lines).toString(),
    classCents: Object.fromEntries([...lineCents].map(([name, cents]) => [name, cents.toString()])),
    open: rows.filter(waitsForPerson).map((row) => ({
      class: row.class,
      day: row.day,
      lines: row.lines.map(({ identity }) => identity),
      orders: row.ours.map(({ orderId }) => orderId),
      unpaidOrders: unpaidOf(row, match),
      lineCents: row.lineCents.toString(),
      ourCents: row.ourCents.toString(),
      ageDays: row.ageDays,
    })),
  }
}
