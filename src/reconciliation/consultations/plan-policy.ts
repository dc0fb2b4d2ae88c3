/**
 * Pure. What decides who is asked, when again and in which order: weights, freshness and rest. The
 * defaults are here; a policy file (FROTA_PLAN_FILE) may replace any of them.
 */

export interface PlanPolicy {
  /** The most points that a reason gives; vehicles are ranked by the sum of their points. */
  readonly weights: {
    /** Full weight for a vehicle that was never asked, half for one that never answered. */
    readonly neverAnswered: number
    /** Full weight on the due date itself, half when it is `dueSoonDays` away. */
    readonly dueSoon: number
    /** Half the weight for any open debt; the rest grows with the amount. */
    readonly openDebts: number
    /** Grows with the age of the answer, for a year. */
    readonly stale: number
  }
  /** A due date this near counts as soon. */
  readonly dueSoonDays: number
  /** Maximum age of an answer by kind of vehicle; the first kind that applies decides. */
  readonly freshnessDays: {
    readonly dueSoon: number
    readonly openDebts: number
    readonly other: number
  }
  /** No answer is to be older than this many days on the month's last day; null: no such wish. */
  readonly closeDays: number | null
  /** How long a vehicle waits after a failure, after no answer, and after a `lastingErrors` one. */
  readonly failedRestHours: number
  readonly stuckRestHours: number
  readonly lastingRestHours: number
  /** Error codes of the service, or `MemberReason`s, that waiting does not cure. */
  readonly lastingErrors: readonly string[]
  /** Most consultations of one vehicle in one campaign, even when a person asks for more. */
  readonly askedMax: number
}

/** Default of FROTA_FRESHNESS: an older answer is asked again. */
const FRESHNESS_DAYS = 7
export const DAY_MS = 24 * 3600 * 1000
export const HOUR_MS = 3600 * 1000
const NIGHT_HOURS = 8

export function defaultPlanPolicy(freshnessDays: number = FRESHNESS_DAYS): PlanPolicy {
  return {
    weights: { neverAnswered: 1000, dueSoon: 400, openDebts: 100, stale: 50 },
    dueSoonDays: 30,
    freshnessDays: { dueSoon: freshnessDays, openDebts: freshnessDays, other: freshnessDays },
    closeDays: null,
    // 20 hours: the next night asks again, but not another run of the same night.
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

/** In order of precedence: a vehicle of two kinds counts as the first. */
export type FreshnessKind = keyof PlanPolicy['freshnessDays']

/** Days less a night's length: the night that begins at the same hour finds the answers stale. */
export function freshnessMs(policy: PlanPolicy, kind: FreshnessKind): number {
  return Math.max(0, policy.freshnessDays[kind] * DAY_MS - NIGHT_HOURS * HOUR_MS)
}

/**
 * An order needs an answer of this age at most: as fresh as that of a vehicle with debts, and of a
 * day where every run asks anew.
 */
export function orderableSince({ freshnessDays }: PlanPolicy, nowMs: number): Date {
  return new Date(nowMs - Math.max(1, freshnessDays.dueSoon, freshnessDays.openDebts) * DAY_MS)
}

/** How long to wait before asking again; `reason` is a code, perhaps with `:` and text after it. */
export function restMs(policy: PlanPolicy, state: 'failed' | 'stuck', reason: string): number {
  if (state === 'stuck') return policy.stuckRestHours * HOUR_MS
  const code = reason.split(':', 1)[0] ?? ''
  const isLasting = policy.lastingErrors.includes(code)
  return (isLasting ? policy.lastingRestHours : policy.failedRestHours) * HOUR_MS
}
