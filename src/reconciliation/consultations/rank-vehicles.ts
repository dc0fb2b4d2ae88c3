/**
 * Pure. Orders a campaign's vehicles by how much asking now is worth: never answered, due soon,
 * with open debts, longest not asked. Where a month is to be closed on recent answers, whoever's
 * would be too old by then comes before all others, the largest known debts first.
 */
import type { RankFacts, RankedMember } from '../../ledger/consultations/campaigns.ts'
import { plainDay } from '../../clock.ts'
import { nearestDue, type NearestDue } from './due-soon.ts'
import { staleForClose } from './fresh-by-close.ts'
import { DAY_MS, type FreshnessKind, type PlanPolicy } from './plan-policy.ts'

/** A reason gives `points` out of `weight`, rounded to tenths. */
interface Weighed {
  readonly points: number
  readonly weight: number
}

/** A reason for a vehicle's rank; `frota why` lists them, the strongest first. */
export type RankReason = Weighed &
  (
    | { readonly reason: 'never-answered'; readonly askedInVain: boolean }
    | ({ readonly reason: 'due-soon' } & NearestDue)
    | { readonly reason: 'open-debts'; readonly debts: number; readonly cents: string }
    | { readonly reason: 'stale'; readonly days: number }
    /** Gives no points: it goes before them. */
    | { readonly reason: 'for-close'; readonly days: number }
  )

export interface Ranked extends RankedMember {
  readonly points: number
  readonly reasons: readonly RankReason[]
}

export interface RankToday {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly nowMs: number
  readonly policy: PlanPolicy
  /** Older answers would be too old at the month's close; undefined: nobody cares now. */
  readonly closeBefore?: Date | undefined
}

/** An answer of this age is as stale as can be. */
const STALE_DAYS_MAX = 365
/** An open debt of this amount gives three quarters of its weight. */
const MIDDLING_REAIS = 1_000
const TENTHS = 10

/** `zone`: IANA, where the fleet is. */
export function rankToday(policy: PlanPolicy, nowMs: number, zone: string): RankToday {
  const closeBefore = staleForClose(policy, nowMs, zone)
  return { date: plainDay(nowMs, zone), nowMs, policy, closeBefore }
}

export function rankVehicles(vehicles: readonly RankFacts[], today: RankToday): Ranked[] {
  const nearest = nearestDue({ today: today.date, days: today.policy.dueSoonDays })
  const weighed = vehicles.map((facts) => {
    const close = closeRank(facts, today)
    const { closeDays: days } = today.policy
    const reasons = reasonsFor(facts, nearest(facts), today)
    if (close !== undefined && days !== null) {
      reasons.unshift({ reason: 'for-close', days, points: 0, weight: 0 })
    }
    const tenths = reasons.reduce((sum, { points }) => sum + Math.round(points * TENTHS), 0)
    return { facts, reasons, tenths, close, askedMs: askedMs(facts) }
  })
  weighed.sort(
    (a, b) =>
      byClose(a.close, b.close) ||
      b.tenths - a.tenths ||
      a.askedMs - b.askedMs ||
      a.facts.seq - b.facts.seq,
  )
  return weighed.map(({ facts, reasons, tenths }, at) => ({
    vehicleId: facts.vehicleId,
    rank: at + 1,
    points: tenths / TENTHS,
    reasons,
  }))
}

/** What is owed by a vehicle that must be asked for the close; undefined for one that need not. */
function closeRank(
  { latestAnswerAt, openCents }: RankFacts,
  { closeBefore }: RankToday,
): bigint | 'unknown' | undefined {
  if (closeBefore === undefined) return undefined
  if (latestAnswerAt === null) return 'unknown'
  return latestAnswerAt < closeBefore ? openCents : undefined
}

type CloseRank = ReturnType<typeof closeRank>

/** Of whom nothing is known comes first: the books cannot even say how much is missing. */
function byClose(a: CloseRank, b: CloseRank): number {
  if (a === b) return 0
  if (a === 'unknown' || b === undefined) return -1
  if (b === 'unknown' || a === undefined) return 1
  return a > b ? -1 : 1
}

export function freshnessKind(reasons: readonly unknown[]): FreshnessKind {
  const names = new Set(reasons.map(reasonName))
  if (names.has('due-soon')) return 'dueSoon'
  return names.has('open-debts') ? 'openDebts' : 'other'
}

/** The ledger keeps reasons as JSON, and may hold some of an older version. */
function reasonName(reason: unknown): unknown {
  return typeof reason === 'object' && reason !== null && 'reason' in reason ? reason.reason : null
}

function reasonsFor(facts: RankFacts, due: NearestDue | null, today: RankToday): RankReason[] {
  const { weights, dueSoonDays } = today.policy
  const reasons: RankReason[] = []
  if (facts.latestAnswerAt === null) {
    const askedInVain = facts.latestAskedAt !== null
    const worth = weigh(weights.neverAnswered, askedInVain ? 0.5 : 1)
    reasons.push({ reason: 'never-answered', askedInVain, ...worth })
  }
  if (due !== null) {
    const worth = weigh(weights.dueSoon, 1 - due.daysAway / Math.max(1, 2 * dueSoonDays))
    reasons.push({ reason: 'due-soon', ...due, ...worth })
  }
  if (facts.openDebts > 0) {
    const reais = Math.max(0, Number(facts.openCents / 100n))
    const worth = weigh(weights.openDebts, 0.5 + 0.5 * (reais / (reais + MIDDLING_REAIS)))
    const cents = facts.openCents.toString()
    reasons.push({ reason: 'open-debts', debts: facts.openDebts, cents, ...worth })
  }
  if (facts.latestAnswerAt !== null) {
    const age = Math.floor((today.nowMs - facts.latestAnswerAt.getTime()) / DAY_MS)
    const days = Math.max(0, age)
    const worth = weigh(weights.stale, Math.min(1, days / STALE_DAYS_MAX))
    reasons.push({ reason: 'stale', days, ...worth })
  }
  return reasons.toSorted((a, b) => b.points - a.points)
}

/** Rounded, so that a sum does not depend on the order of adding. */
function weigh(weight: number, share: number): Weighed {
  return { weight, points: Math.round(weight * share * TENTHS) / TENTHS }
}

/** When the vehicle was last asked; 0 for never, so that it sorts first. */
function askedMs(facts: RankFacts): number {
  return Math.max(facts.latestAskedAt?.getTime() ?? 0, facts.latestAnswerAt?.getTime() ?? 0)
}
