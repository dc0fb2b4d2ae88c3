/**
 * Pure. Which items are of debts that are paid. Each answer lists the debts anew, under new ids and
 * the same fingerprint; and an authority may list two equal debts, of which one payment pays one.
 */
export interface ListedDebt {
  readonly id: string
  readonly fingerprint: string
  /** The answer that lists it, and since when that was asked for. */
  readonly answer: string
  readonly askedAt: Date
  readonly settledAt: Date | null
  /** The order that has paid this very item. */
  readonly payer: string | null
}

/** `listed`: all items of the same fingerprints. The result maps an asked item to its payer. */
export function judgePaid(
  asked: readonly string[],
  listed: readonly ListedDebt[],
): ReadonlyMap<string, string> {
  const ids = new Set(asked.map((id) => id.toLowerCase()))
  const paid = new Map<string, string>()
  for (const equal of Map.groupBy(listed, each).values()) {
    const [first] = equal
    if (first === undefined) continue
    const payers = [...elsewhere(first, listed)]
    // What was not asked for counts as paid first, so that an order is refused only what is no more.
    const open = equal.filter(({ payer }) => payer === null)
    const inOrder = [...open.filter(isOther), ...open.filter((item) => !isOther(item))]
    for (const { id } of inOrder.slice(0, payers.length)) paid.set(id, payers.shift() ?? '')
    for (const { id, payer } of equal) if (payer !== null) paid.set(id, payer)
  }
  return new Map([...paid].filter(([id]) => ids.has(id)))

  function isOther({ id }: ListedDebt): boolean {
    return !ids.has(id)
  }
}

/** Equal debts of one answer. */
function each({ answer, fingerprint }: ListedDebt): string {
  return `${answer} ${fingerprint}`
}

/** Payers of equal debts in other answers that this one may still list. */
function elsewhere({ answer, fingerprint, askedAt }: ListedDebt, listed: readonly ListedDebt[]) {
  return listed.flatMap((other) => {
    const isSame = other.answer !== answer && other.fingerprint === fingerprint
    const isListed = other.settledAt === null || other.settledAt > askedAt
    return isSame && isListed && other.payer !== null ? [other.payer] : []
  })
}
