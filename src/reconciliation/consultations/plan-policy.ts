/**
 * Pure. What decides who is asked, when again and in which order: weights, freshness and rest. The
 * defaults are here; a policy file (FROTA_PLAN_FILE) may replace any of them.
 */

export interface PlanPolicy {
  /** Points that a reason gives at most; the sum of a vehicle's points is its place. */
  readonly weights: {
    /** The whole weight for one that was never asked, half for one that was asked in vain. */
    readonly neverAnswered: number
    /** The whole weight on the day itself, half at `dueSoonDays`. */
    readonly dueSoon: number
    /** Half for any open debt; the rest grows with the amount. */
    readonly openDebts: number
    /** Grows with the age of the answer, for a year. */
    readonly stale: number
  }
  /** A due date this near counts as soon. */
  readonly dueSoonDays: number
  /** An answer that is older is asked again, by kind of vehicle; the first that fits holds. */
  readonly freshnessDays: {
    readonly dueSoon: number
    readonly openDebts: number
    readonly other: number
  }
  /** How long a vehicle rests that failed, that got no answer, and that fails in a lasting way. */
  readonly failedRestHours: number
  readonly stuckRestHours: number
  readonly lastingRestHours: number
  /** Codes of the service, or reasons of ours, that no waiting mends. */
  readonly lastingErrors: readonly string[]
  /** Questions about one vehicle in one campaign, however often a person asks for more. */
  readonly askedMax: number
}

/** An answer that is older is asked again (FROTA_FRESHNESS). */
const FRESHNESS_DAYS = 7
const DAY_MS = 24 * 3600 * 1000
const HOUR_MS = 3600 * 1000

export function defaultPlanPolicy(freshnessDays: number = FRESHNESS_DAYS): PlanPolicy {
  return {
    weights: { neverAnswered: 1000, dueSoon: 400, openDebts: 100, stale: 50 },
    dueSoonDays: 30,
    freshnessDays: { dueSoon: freshnessDays, openDebts: freshnessDays, other: freshnessDays },
    // The next night, not the next run of the same one.
    failedRestHours: 20,
    stuckRestHours: 20,
    lastingRestHours: 168,
    lastingErrors: [
      'vehicle_not_found',
      'owner_mismatch',
      'state_not_covered',
      'vehicle-unknown',
      'vehicle-inactive',
      'foreign-consultation',
    ],
    askedMax: 5,
  }
}

/** What freshness goes by; a vehicle of two kinds is of the first. */
export type FreshnessKind = keyof PlanPolicy['freshnessDays']

export function freshnessMs(policy: PlanPolicy, kind: FreshnessKind): number {
  return policy.freshnessDays[kind] * DAY_MS
}

/** How long one rests that ended so; `reason` is a code, perhaps with words after it. */
export function restMs(policy: PlanPolicy, state: 'failed' | 'stuck', reason: string): number {
  if (state === 'stuck') return policy.stuckRestHours * HOUR_MS
  const code = reason.split(':', 1)[0] ?? ''
  const isLasting = policy.lastingErrors.includes(code)
  return (isLasting ? policy.lastingRestHours : policy.failedRestHours) * HOUR_MS
}
