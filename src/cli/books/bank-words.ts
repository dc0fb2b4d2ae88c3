/** What is said of statements and matches, to people and to scripts. */
import { sumCents } from '../../fleet/money.ts'
import { matchBank, type FleetMatch } from '../../app/books/match-bank.ts'
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

/** Matches the fleet's statements anew, and says what came of it beside what it is told `about`. */
export async function matchAndTell(
  context: CommandContext,
  ledger: Pick<OpenLedger, 'bank'>,
  fleet: Fleet,
  about: object = {},
): Promise<void> {
  const match = await matchBank(ledger, fleet, context.config.FROTA_TIME_ZONE)
  tellMatch(context, match)
  context.output.object({ ...about, ...matchObject(match) })
}

export function tellMatch({ output, config }: CommandContext, match: FleetMatch): void {
  const { line, locale } = output
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
    for (const row of open.slice(0, LISTED_MAX)) line(`  ${rowWords(row, display)}`)
    if (open.length > LISTED_MAX) line(`  … ${open.length - LISTED_MAX}`)
  }
  const total = sumCents(match.facts.lines)
  line(
    `${words.total.padEnd(18)}${String(match.facts.lines.length).padStart(5)}  ${display.money(total)}`,
  )
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

export function matchObject({ rows, facts, lineCents }: FleetMatch): object {
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
      lineCents: row.lineCents.toString(),
      ourCents: row.ourCents.toString(),
      ageDays: row.ageDays,
    })),
  }
}
