/** Pure. Rows of closed months that say what the last close could not; the next has them. */
import type { BankFacts } from '../../../ledger/books/bank-lines.ts'
import { isKnownAt, type CloseHeads } from '../knowledge.ts'
import { monthOf } from '../../../fleet/calendar/months.ts'
import type { BankRow } from './bank-row.ts'

/** `match` gives the rows of any facts; `rows` are those of all facts. */
export function learnedSince(
  close: CloseHeads,
  { facts, rows }: { readonly facts: BankFacts; readonly rows: readonly BankRow[] },
  match: (known: BankFacts) => readonly BankRow[],
): ReadonlySet<BankRow> {
  const told = new Set(match(knownThen(close, facts)).map(textOf))
  return new Set(rows.filter((row) => monthOf(row.day) <= close.month && !told.has(textOf(row))))
}

/** Lines and words have no place in an order of tables, so the close's own instant decides. */
function knownThen(close: CloseHeads, { lines, money, closures }: BankFacts): BankFacts {
  const isThen = (at: Date): boolean => at <= close.closedAt
  const then = {
    lines: lines.filter(({ importedAt }) => isThen(importedAt)),
    money: money.filter(({ seq }) => isKnownAt(close, { table: 'order', seq })),
  }
  const keys = new Set(then.lines.map(({ identity }) => identity))
  const seqs = new Set(then.money.map(({ seq }) => String(seq)))
  return {
    ...then,
    closures: closures.filter(({ how, at, lines: held, movements }) =>
      how === 'person'
        ? isThen(at)
        : held.every((key) => keys.has(key)) && movements.every((seq) => seqs.has(seq)),
    ),
  }
}

function textOf({ class: name, how, lines, ours }: BankRow): string {
  const members = [lines.map(({ identity }) => identity), ours.map(({ id }) => id)]
  return JSON.stringify([name, how === 'person', ...members])
}
