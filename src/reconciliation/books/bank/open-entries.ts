/** The lines and movements that nothing has matched yet, and what was matched. */
import { sumCents } from '../../../fleet/money.ts'
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import type { Closure, OurMovement } from './bank-row.ts'

/** Money that left has lines below 0 and payments; money that came has lines above 0 and refunds. */
export type Side = 'out' | 'in'
export const SIDES: readonly Side[] = ['out', 'in']

export class OpenEntries {
  readonly lines: Map<string, BankLine>
  readonly ours: Map<string, OurMovement>
  readonly closures: Closure[] = []
  /** A line, and what it pays a second time. */
  readonly twice = new Map<BankLine, readonly OurMovement[]>()
  /** A line, and several of ours that it may be together. */
  readonly candidates = new Map<BankLine, readonly OurMovement[]>()
  readonly #numberOf: (day: string) => number

  /** `numberOf`: neighbouring business days differ by one. */
  constructor(
    lines: readonly BankLine[],
    ours: readonly OurMovement[],
    numberOf: (day: string) => number,
  ) {
    this.lines = new Map(lines.map((line) => [line.identity, line]))
    this.ours = new Map(ours.map((each) => [each.id, each]))
    this.#numberOf = numberOf
  }

  has({ identity }: BankLine): boolean {
    return this.lines.has(identity)
  }

  linesOf(side: Side): BankLine[] {
    return [...this.lines.values()].filter(({ cents }) => cents !== 0n && sideOf(cents) === side)
  }

  oursOf(side: Side): OurMovement[] {
    const kind = side === 'out' ? 'payment' : 'refund'
    return [...this.ours.values()].filter((each) => each.kind === kind)
  }

  numberOf(entry: { readonly day: string }): number {
    return this.#numberOf(entry.day)
  }

  areNear(one: { readonly day: string }, other: { readonly day: string }): boolean {
    return Math.abs(this.numberOf(one) - this.numberOf(other)) <= BUSINESS_DAYS_APART_MAX
  }

  /** Closes lines and movements whose totals are equal, or which a person has put together. */
  close(how: Closure['how'], lines: readonly BankLine[], ours: readonly OurMovement[]): void {
    const isLate = lines.some((line) => ours.some((each) => !this.areNear(line, each)))
    const isRefund = ours.every(({ kind }) => kind === 'refund')
    const usual = isRefund ? 'refund' : 'matched'
    // A person has seen the dates.
    this.pair(isLate && how === 'id' ? 'date-differs' : usual, how, lines, ours)
  }

  pair(
    what: Closure['class'],
    how: Closure['how'],
    lines: readonly BankLine[],
    ours: readonly OurMovement[],
  ): void {
    const keys = inOrder(lines, ({ identity }) => identity).map(({ identity }) => identity)
    const movements = inOrder(ours, ({ id }) => id).map(({ id }) => id)
    this.keep({ class: what, how, lines: keys, movements })
  }

  takeTwice(line: BankLine, closed: readonly OurMovement[]): void {
    this.twice.set(line, closed)
    this.lines.delete(line.identity)
  }

  keep(closure: Closure): void {
    this.closures.push(closure)
    for (const key of closure.lines) this.lines.delete(key)
    for (const id of closure.movements) this.ours.delete(id)
  }
}

/** Business days between a line and a movement that is found by its total alone. */
const BUSINESS_DAYS_APART_MAX = 1

function sideOf(cents: bigint): Side {
  return cents < 0n ? 'out' : 'in'
}

export function sizeOf(cents: bigint): bigint {
  return cents < 0n ? -cents : cents
}

/** What several lines or movements add up to, without their sign. */
export function totalOf(entries: readonly { readonly cents: bigint }[]): bigint {
  return sizeOf(sumCents(entries))
}

/** By day and then by name, so that the order of a file decides nothing. */
export function inOrder<Entry extends { readonly day: string }>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): Entry[] {
  const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
  return entries.toSorted(
    (one, other) => compare(one.day, other.day) || compare(nameOf(one), nameOf(other)),
  )
}
