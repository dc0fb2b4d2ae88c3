/** Holds all lines of a fleet's statements against the money of its orders, and keeps the outcome. */
import { plainDay, wallClock } from '../../clock.ts'
import type { BankClosure, BankDate, BankFacts, BankLine } from '../../ledger/books/bank-lines.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Closure } from '../../reconciliation/books/bank/bank-row.ts'
import { ordersNamed } from '../../reconciliation/books/bank/match-by-id.ts'
import { matchFacts, type BankMatch } from '../../reconciliation/books/bank/match-statement.ts'
import { startOfDay } from '../../fleet/calendar/months.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export interface FleetMatch extends BankMatch {
  readonly facts: BankFacts
  /** Of lines that nothing explains: the orders that they name, and that no read called paid. */
  readonly unpaid: ReadonlyMap<BankLine, readonly string[]>
}

export async function matchBank(
  { bank }: Pick<OpenLedger, 'bank'>,
  fleet: Fleet,
  zone: string,
): Promise<FleetMatch> {
  const facts = await bank.facts(fleet.id)
  const at = new Date(wallClock.now())
  const today = plainDay(at.getTime(), zone)
  const match = matchFacts(facts, { zone, today })
  const matches = match.closures.filter(({ how }) => how !== 'person')
  const before = facts.closures.filter(({ how }) => how !== 'person')
  await bank.keepMatches(fleet.id, at, {
    // Every preview of a month matches; years of statements are written only where one is news.
    matches: textOf(matches) === textOf(before) ? null : matches,
    dates: match.closures.flatMap((closure) => datesOf(closure, facts, zone)),
  })
  const orders = await bank.unpaid(fleet.id)
  const alone = match.rows.flatMap((row) => (row.class === 'only-bank' ? row.lines : []))
  return {
    ...match,
    facts,
    unpaid: new Map(alone.map((line) => [line, ordersNamed(line, orders)])),
  }
}

function textOf(matches: readonly BankClosure[]): string {
  const texts = matches.map(({ class: name, how, lines, movements }) =>
    JSON.stringify([name, how, lines.toSorted(), movements.toSorted()]),
  )
  return texts.sort().join()
}

/** Line by line the bank's day dates each; of as many as are no pairs the first line dates all. */
function datesOf({ lines, movements }: Closure, facts: BankFacts, zone: string): BankDate[] {
  const isPaired = lines.length === movements.length
  return movements.flatMap((id, index) => {
    const key = lines[isPaired ? index : 0]
    const line = facts.lines.find(({ identity }) => identity === key)
    const money = facts.money.find(({ seq }) => String(seq) === id)
    if (line === undefined || money === undefined) return []
    const { seq, orderId, event } = money
    const at = new Date(startOfDay(line.day, zone))
    return [{ seq, orderId, event, at, line: line.identity }]
  })
}
