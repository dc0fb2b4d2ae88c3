/** Lines that name a payment of ours by its txid. */
import type { BankLine, OurMovement, OurPayment } from './bank-row.ts'
import { inOrder, sizeOf, totalOf, type OpenEntries } from './open-entries.ts'

/** Shorter ids say nothing: a static Pix code has `***`. */
const ID_CHARACTERS_MIN = 8

/** `payments`: the closed ones too, because a second line may name them. */
export function matchById(open: OpenEntries, payments: readonly OurPayment[]): void {
  const idOf = ({ txid }: OurPayment): string => (txid ?? '').toUpperCase()
  const telling = payments.filter((payment) => idOf(payment).length >= ID_CHARACTERS_MIN)
  const byId = Map.groupBy(telling, idOf)
  if (byId.size === 0) return
  // Money that comes back may name the payment that it undoes.
  const refunds = Map.groupBy(open.oursOf('in'), ({ orderId }) => orderId)
  for (const { lines, named } of groupLines(open.linesOf('in'), byId)) {
    const orders = [...new Set(named.map(({ orderId }) => orderId))]
    matchGroup(
      open,
      lines,
      orders.flatMap((orderId) => refunds.get(orderId) ?? []),
    )
  }
  for (const { lines, named } of groupLines(open.linesOf('out'), byId)) {
    for (const { key } of matchGroup(open, lines, named)) open.takeTwice(key, named)
  }
}

/** Lines that name the same payments. */
function groupLines(lines: readonly BankLine[], byId: ReadonlyMap<string, readonly OurPayment[]>) {
  const groups = new Map<string, { lines: BankLine[]; named: readonly OurPayment[] }>()
  for (const line of inOrder(lines, ({ key }) => key)) {
    const named = [...new Set(tokensOf(line).flatMap((token) => byId.get(token) ?? []))]
    if (named.length === 0) continue
    const name = JSON.stringify(named.map(({ id }) => id).sort())
    const group = groups.get(name) ?? { lines: [], named }
    groups.set(name, group)
    group.lines.push(line)
  }
  return [...groups.values()]
}

/** Whole words: an id inside a longer one is another id. */
function tokensOf({ texts }: BankLine): string[] {
  const upper = texts.map((text) => text.toUpperCase())
  return upper.flatMap((text) => [...text.split(/[^A-Z0-9]+/), ...text.split(/\s+/)])
}

/** `meant`: the payments or refunds that the lines name. Returns lines that find all closed. */
function matchGroup(open: OpenEntries, lines: readonly BankLine[], meant: readonly OurMovement[]) {
  const ours = (): OurMovement[] => meant.filter(({ id }) => open.ours.has(id))
  for (const line of lines) {
    const exact = ours().filter(({ cents }) => cents === sizeOf(line.cents))
    if (totalOf(ours()) === sizeOf(line.cents)) open.close('id', [nearest(line)], ours())
    else if (exact.length === 1) open.close('id', [nearest(line)], exact)
  }
  const [left, rest] = [lines.filter(({ key }) => open.lines.has(key)), ours()]
  if (left.length === 0 || rest.length === 0) return left
  if (totalOf(left) === totalOf(rest)) open.close('id', left, rest)
  else open.pair('amount-differs', 'id', left, rest)
  return []

  /** Of the lines of this total, the one whose day is nearest to ours. */
  function nearest(line: BankLine): BankLine {
    const ourNumber = open.numberOf(ours()[0] ?? line)
    const far = (each: BankLine): number => Math.abs(open.numberOf(each) - ourNumber)
    const equal = lines.filter(({ cents, key }) => cents === line.cents && open.lines.has(key))
    return equal.reduce((best, each) => (far(each) < far(best) ? each : best), equal[0] ?? line)
  }
}
