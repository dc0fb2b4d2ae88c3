/** Holds all lines of a fleet's statements against the money of its orders, and keeps the outcome. */
import { plainDay, wallClock } from '../../clock.ts'
import type {
  BankDate,
  BankFacts,
  OrderMoney,
  ProgramMatch,
} from '../../ledger/books/bank-lines.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Closure } from '../../reconciliation/books/bank/bank-row.ts'
import { matchInput } from '../../reconciliation/books/bank/match-input.ts'
import { matchStatement, type BankMatch } from '../../reconciliation/books/bank/match-statement.ts'
import { startOfDay } from '../../fleet/calendar/months.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export interface FleetMatch extends BankMatch {
  readonly facts: BankFacts
}

export async function matchBank(
  { bank }: Pick<OpenLedger, 'bank'>,
  fleet: Fleet,
  zone: string,
): Promise<FleetMatch> {
  const facts = await bank.facts(fleet.id)
  const at = new Date(wallClock.now())
  const today = plainDay(at.getTime(), zone)
  const match = matchStatement(matchInput(facts, { zone, today }))
  const matches = match.closures
    .filter(({ by }) => by !== 'person')
    .map(({ class: name, by, lineKeys, ourIds }) => ({
      class: name,
      how: by,
      lines: lineKeys,
      movements: ourIds.map(BigInt),
    }))
  const before = facts.closures.filter(({ how }) => how !== 'person')
  await bank.keepMatches(fleet.id, at, {
    // Every preview of a month matches; years of statements are written only where one is news.
    matches: textOf(matches) === textOf(before) ? null : matches,
    dates: match.closures.flatMap((closure) => datesOf(closure, facts, zone)),
  })
  return { ...match, facts }
}

function textOf(matches: readonly ProgramMatch[]): string {
  const texts = matches.map(({ class: name, how, lines, movements }) =>
    JSON.stringify([name, how, lines.toSorted(), movements.map(String).sort()]),
  )
  return texts.sort().join()
}

/** The bank's day dates the payment; in a batch one line dates all of it. */
function datesOf({ lineKeys, ourIds }: Closure, facts: BankFacts, zone: string): BankDate[] {
  const isBatch = lineKeys.length === 1
  if (!isBatch && lineKeys.length !== ourIds.length) return []
  return ourIds.flatMap((id, index) => {
    const key = lineKeys[isBatch ? 0 : index]
    const line = facts.lines.find(({ identity }) => identity === key)
    const money: OrderMoney | undefined = facts.money.find(({ seq }) => String(seq) === id)
    if (line === undefined || money === undefined) return []
    const { seq, orderId, event } = money
    const at = new Date(startOfDay(line.day, zone))
    return [{ seq, orderId, event, at, line: line.identity }]
  })
}
