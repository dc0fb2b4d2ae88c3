/**
 * Pure. Says which known debt each item of an answer is: by fingerprint, and among equal ones by an
 * ordinal that stays with the same debt from answer to answer.
 */
import { debtFingerprint } from '../../fleet/debt-identity.ts'
import type { AnswerItem, Debt } from '../../ledger/debts/debts.ts'

export interface IdentifiedItem {
  readonly item: AnswerItem
  readonly fingerprint: string
  /** From 0 among the vehicle's debts with this fingerprint. */
  readonly ordinal: number
  /** Null when it was never seen. */
  readonly debt: Debt | null
}

export interface VehicleIdentity {
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: string
}

/**
 * Which of several equal debts an answer most likely still shows: one that nobody paid, before one
 * that was paid and may have been settled, before one that had already left.
 */
const LIKELIHOOD = {
  open: 0,
  proposed: 1,
  approved: 2,
  ordered: 3,
  paid: 4,
  settled: 5,
  gone: 6,
} as const satisfies Record<Debt['state'], number>

export function identifyDebts(
  vehicle: VehicleIdentity,
  items: readonly AnswerItem[],
  known: readonly Debt[],
): IdentifiedItem[] {
  const identified: IdentifiedItem[] = []
  const knownBy = Map.groupBy(known, (debt) => debt.fingerprint)
  const itemsBy = Map.groupBy(items, (item) => debtFingerprint({ ...vehicle, ...item }))
  for (const [fingerprint, group] of itemsBy) {
    const equals = knownBy.get(fingerprint) ?? []
    identified.push(...assign(fingerprint, group, equals))
  }
  return identified.sort((a, b) => a.item.position - b.item.position)
}

/**
 * Live debts of the same amount first, then live ones whose amount changed, and only then those
 * that had left: a late fee is likelier than one debt leaving while its equal comes back.
 */
function assign(fingerprint: string, group: readonly AnswerItem[], equals: readonly Debt[]) {
  const left = group.toSorted(compareItems)
  const free = equals.toSorted(compareDebts)
  const identified: IdentifiedItem[] = []
  const pair = (fits: (item: AnswerItem, debt: Debt) => boolean): void => {
    for (const item of left.slice()) {
      const at = free.findIndex((debt) => fits(item, debt))
      const debt = free[at]
      if (debt === undefined) continue
      free.splice(at, 1)
      left.splice(left.indexOf(item), 1)
      identified.push({ item, fingerprint, ordinal: debt.ordinal, debt })
    }
  }
  const same = (item: AnswerItem, debt: Debt): boolean => item.amountCents === debt.amountCents
  // Of two equal tickets of which one is no longer payable, that one was paid: keep them apart.
  const alike = (item: AnswerItem, debt: Debt): boolean =>
    same(item, debt) && item.isPayable === debt.isPayable
  pair((item, debt) => isLive(debt) && alike(item, debt))
  pair((item, debt) => isLive(debt) && same(item, debt))
  pair((_, debt) => isLive(debt))
  pair(same)
  pair(() => true)
  let ordinal = equals.reduce((next, debt) => Math.max(next, debt.ordinal + 1), 0)
  for (const item of left) identified.push({ item, fingerprint, ordinal: ordinal++, debt: null })
  return identified
}

function isLive(debt: Debt): boolean {
  return debt.shown && debt.state !== 'settled' && debt.state !== 'gone'
}

/** The service may list equal items in any order; the amount tells them apart best. */
function compareItems(a: AnswerItem, b: AnswerItem): number {
  if (a.amountCents !== b.amountCents) return a.amountCents < b.amountCents ? -1 : 1
  if (a.isPayable !== b.isPayable) return a.isPayable ? -1 : 1
  return a.position - b.position
}

function compareDebts(a: Debt, b: Debt): number {
  return LIKELIHOOD[a.state] - LIKELIHOOD[b.state] || a.ordinal - b.ordinal
}
