/**
 * Lines without an id whose total is that of a payment within one business day. As many equal lines
 * as equal payments close as a set; nothing is chosen between more lines than payments, or fewer.
 */
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import type { OurMovement } from './bank-row.ts'
import { inOrder, SIDES, sizeOf, type OpenEntries } from './open-entries.ts'

/** What there is of one total, by the number of the business day. */
type Days<Entry> = Map<number, Entry[]>

interface Equals {
  readonly lines: Days<BankLine>
  readonly ours: Days<OurMovement>
}

export function matchByTotal(open: OpenEntries): void {
  for (const side of SIDES) {
    const totals = Map.groupBy(open.oursOf(side), ({ cents }) => cents)
    for (const [cents, lines] of Map.groupBy(open.linesOf(side), (line) => sizeOf(line.cents))) {
      matchEquals({ lines: byDay(lines), ours: byDay(totals.get(cents) ?? []) })
    }
  }

  function byDay<Entry extends { readonly day: string }>(entries: readonly Entry[]): Days<Entry> {
    return Map.groupBy(entries, (entry) => open.numberOf(entry))
  }

  function matchEquals(equals: Equals): void {
    for (const reach of reachesOf(equals)) {
      const lines = inOrder([...reach.lines.values()].flat(), ({ identity }) => identity)
      const ours = inOrder([...reach.ours.values()].flat(), ({ id }) => id)
      const isNear = (line: BankLine, each: number): boolean => {
        const own = ours[each]
        return own !== undefined && open.areNear(line, own)
      }
      // In the order of days each stands beside its own, if there is any way to pair them all.
      if (lines.length === ours.length && lines.every(isNear)) closeSets(lines, ours)
      else if (closeEvenDays(reach)) matchEquals(reach)
    }
  }

  /** A set is as small as can be: lines of one day are alike, and so are payments of one day. */
  function closeSets(lines: readonly BankLine[], ours: readonly OurMovement[]): void {
    let start = 0
    for (let end = 1; end <= lines.length; end++) {
      const isAlike =
        end < lines.length &&
        (lines[end]?.day === lines[end - 1]?.day || ours[end]?.day === ours[end - 1]?.day)
      if (isAlike) continue
      open.close(end - start > 1 ? 'set' : 'total', lines.slice(start, end), ours.slice(start, end))
      start = end
    }
  }

  /** Days that have as many lines as payments of their own; true if there was one. */
  function closeEvenDays({ lines, ours }: Equals): boolean {
    const even = [...lines.keys()].filter(
      (number) => lines.get(number)?.length === ours.get(number)?.length,
    )
    for (const number of even) {
      const [some, others] = [lines.get(number) ?? [], ours.get(number) ?? []]
      open.close(some.length > 1 ? 'set' : 'total', some, others)
      lines.delete(number)
      ours.delete(number)
    }
    return even.length > 0
  }
}

/** Parts in which lines and payments reach each other over days that are one apart at most. */
function reachesOf({ lines, ours }: Equals): Equals[] {
  const left = new Set(lines.keys())
  const found: Equals[] = []
  for (const first of lines.keys()) {
    if (!left.delete(first)) continue
    const reach: Equals = { lines: new Map(), ours: new Map() }
    const waiting = [first]
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      reach.lines.set(number, lines.get(number) ?? [])
      for (const near of [number - 1, number, number + 1]) {
        const some = ours.get(near)
        if (some === undefined) continue
        reach.ours.set(near, some)
        for (const next of [near - 1, near, near + 1]) if (left.delete(next)) waiting.push(next)
      }
    }
    if (reach.ours.size > 0) found.push(reach)
  }
  return found
}
