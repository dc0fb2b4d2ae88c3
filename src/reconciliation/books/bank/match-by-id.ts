/** Lines that name a payment of ours by its txid. */
import type { BankLine, UnpaidOrder } from '../../../ledger/books/bank-lines.ts'
import type { OurMovement, OurPayment } from './bank-row.ts'
import { inOrder, sizeOf, totalOf, type OpenEntries } from './open-entries.ts'

/** Shorter ids say nothing: a static Pix code has `***`. */
const ID_CHARACTERS_MIN = 8

/** The payments that each line names, or the refunds of their orders. */
export type Named = ReadonlyMap<BankLine, readonly OurMovement[]>

/** `ours`: the closed ones too, because a second line may name them. */
export function namedBy(lines: Iterable<BankLine>, ours: readonly OurMovement[]): Named {
  const byId = new Map<string, OurPayment[]>()
  const refunds = new Map<string, OurMovement[]>()
  for (const each of ours) {
    if (each.kind === 'refund') {
      refunds.set(each.orderId, [...(refunds.get(each.orderId) ?? []), each])
      continue
    }
    for (const id of new Set(each.txids.map((txid) => txid.toUpperCase()))) {
      if (id.length >= ID_CHARACTERS_MIN) byId.set(id, [...(byId.get(id) ?? []), each])
    }
  }
  const named = new Map<BankLine, readonly OurMovement[]>()
  for (const line of byId.size === 0 ? [] : lines) {
    const payments = [...new Set(tokensOf(line).flatMap((token) => byId.get(token) ?? []))]
    const orders = new Set(payments.map(({ orderId }) => orderId))
    const meant =
      line.cents < 0n ? payments : [...orders].flatMap((orderId) => refunds.get(orderId) ?? [])
    if (meant.length > 0) named.set(line, meant)
  }
  return named
}

/** The orders of which a line has a code. */
export function ordersNamed(line: BankLine, orders: readonly UnpaidOrder[]): string[] {
  const tokens = new Set(tokensOf(line))
  return orders
    .filter(({ codes }) =>
      codes.some((id) => id.length >= ID_CHARACTERS_MIN && tokens.has(id.toUpperCase())),
    )
    .map(({ orderId }) => orderId)
}

export function matchById(open: OpenEntries, named: Named): void {
  const idsNamed = (line: BankLine): string[] => (named.get(line) ?? []).map(({ id }) => id)
  const lines = [...open.lines.values()].filter((line) => named.has(line))
  // Lines that name the same are matched together.
  const groups = Map.groupBy(
    inOrder(lines, ({ identity }) => identity),
    (line) => idsNamed(line).sort().join(),
  )
  for (const group of groups.values()) {
    const meant = group[0] === undefined ? [] : (named.get(group[0]) ?? [])
    for (const line of matchGroup(open, group, meant)) {
      if (line.cents < 0n) open.takeTwice(line, meant)
    }
  }
}

/** Whole words: an id inside a longer one is another id. */
function tokensOf({ memo, reference }: BankLine): string[] {
  const upper = [memo, reference].map((text) => text.toUpperCase())
  return upper.flatMap((text) => [...text.split(/[^A-Z0-9]+/), ...text.split(/\s+/)])
}

export function isTakenBack(movement: OurMovement): boolean {
  return movement.kind === 'payment' && movement.takesBack === true
}

/** `meant`: the payments or refunds that the lines name. Returns lines that find all closed. */
function matchGroup(open: OpenEntries, lines: readonly BankLine[], meant: readonly OurMovement[]) {
  const ours = (): OurMovement[] => meant.filter(({ id }) => open.ours.has(id))
  for (const line of lines) {
    const exact = ours().filter(({ cents }) => cents === sizeOf(line.cents))
    if (totalOf(ours()) === sizeOf(line.cents)) open.close('id', [nearest(line)], ours())
    else if (exact.length === 1) open.close('id', [nearest(line)], exact)
  }
  const left = lines.filter((line) => open.has(line))
  const rest = ours().filter((each) => !isTakenBack(each))
  if (left.length === 0 || rest.length === 0) return left
  if (totalOf(left) === totalOf(rest)) open.close('id', left, rest)
  else open.pair('amount-differs', 'id', left, rest)
  return []

  /** Of the lines of this total, the one whose day is nearest to ours. */
  function nearest(line: BankLine): BankLine {
    const ourNumber = open.numberOf(ours()[0] ?? line)
    const far = (each: BankLine): number => Math.abs(open.numberOf(each) - ourNumber)
    const equal = lines.filter((each) => each.cents === line.cents && open.has(each))
    return equal.reduce((best, each) => (far(each) < far(best) ? each : best), equal[0] ?? line)
  }
}
