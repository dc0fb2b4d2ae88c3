/**
 * Pure. Orders a campaign's vehicles by the worth of asking now: never answered, due soon, with
 * open debts, longest not asked. Facts in; ranks and their reasons out.
 */
import { finalDigit } from '../../fleet/plate.ts'
import type { RankFacts, RankedMember } from '../../ledger/campaigns.ts'
import { dueMonth } from './due-month.ts'

/** Why a vehicle stands where it stands, the strongest first; `frota why` puts it into words. */
export type RankReason =
  | { readonly reason: 'never-answered' }
  | { readonly reason: 'due-soon'; readonly month: number; readonly monthsAway: number }
  | { readonly reason: 'open-debts'; readonly debts: number; readonly cents: string }
  | { readonly reason: 'stale'; readonly days: number }

export interface Ranked extends RankedMember {
  readonly reasons: readonly RankReason[]
}

/** A vehicle is due soon in the month of its final digit and in this many before it. */
const DUE_SOON_MONTHS = 1

const DAY_MS = 24 * 3600 * 1000

export function rankVehicles(
  vehicles: readonly RankFacts[],
  today: { readonly date: string; readonly nowMs: number },
): Ranked[] {
  const weighed = vehicles.map((facts) => ({ facts, reasons: reasonsFor(facts, today) }))
  weighed.sort(
    (a, b) =>
      compareReasons(a.reasons, b.reasons) ||
      answeredMs(a.facts) - answeredMs(b.facts) ||
      a.facts.seq - b.facts.seq,
  )
  return weighed.map(({ facts, reasons }, at) => ({
    vehicleId: facts.vehicleId,
    rank: at + 1,
    reasons,
  }))
}

function reasonsFor(
  facts: RankFacts,
  today: { readonly date: string; readonly nowMs: number },
): RankReason[] {
  const reasons: RankReason[] = []
  if (facts.latestAnswerAt === null) reasons.push({ reason: 'never-answered' })
  const month = dueMonth(finalDigit(facts.plate))
  const monthsAway = (month - Temporal.PlainDate.from(today.date).month + 12) % 12
  if (monthsAway <= DUE_SOON_MONTHS) reasons.push({ reason: 'due-soon', month, monthsAway })
  if (facts.openDebts > 0) {
    const cents = facts.openCents.toString()
    reasons.push({ reason: 'open-debts', debts: facts.openDebts, cents })
  }
  if (facts.latestAnswerAt !== null) {
    const days = Math.floor((today.nowMs - facts.latestAnswerAt.getTime()) / DAY_MS)
    reasons.push({ reason: 'stale', days: Math.max(0, days) })
  }
  return reasons
}

/** A stronger reason outweighs every weaker one; among equals, the sooner and the larger. */
function compareReasons(a: readonly RankReason[], b: readonly RankReason[]): number {
  const weigh = (reasons: readonly RankReason[]): number[] => [
    reasons.some(({ reason }) => reason === 'never-answered') ? 0 : 1,
    monthsAwayOf(reasons),
    -owedReaisOf(reasons),
  ]
  const [left, right] = [weigh(a), weigh(b)]
  for (const [at, weight] of left.entries()) {
    const other = right[at] ?? 0
    if (weight !== other) return weight - other
  }
  return 0
}

function monthsAwayOf(reasons: readonly RankReason[]): number {
  const due = reasons.find((each) => each.reason === 'due-soon')
  return due === undefined ? DUE_SOON_MONTHS + 1 : due.monthsAway
}

/** Whole reais are precise enough to put one vehicle before another. */
function owedReaisOf(reasons: readonly RankReason[]): number {
  const open = reasons.find((each) => each.reason === 'open-debts')
  return open === undefined ? -1 : Number(BigInt(open.cents) / 100n)
}

function answeredMs(facts: RankFacts): number {
  return facts.latestAnswerAt?.getTime() ?? 0
}
