/**
 * Pure. The schedule of a backlog, night by night: when each vehicle is asked, what carries over,
 * and what one more credential would change. Every figure comes from the same forecast.
 */
import type { BucketFacts } from '../../ledger/quota/quota.ts'
import { forecast, type ForecastBucket, type Night } from './forecast.ts'

export interface OutlookInput {
  readonly nowMs: number
  /** One for each credential, at least one. */
  readonly buckets: readonly ForecastBucket[]
  /** Vehicles that wait, of all fleets that share the slots. */
  readonly waiting: number
  /** Places in the common plan that the outlook is about, ascending from 0; absent: all. */
  readonly places?: readonly number[]
  readonly latencyMs: number
  /** Absent: work never pauses, and the nights are days of 24 hours from now on. */
  readonly nights?: Iterable<Night>
}

export interface PlannedNight extends Night {
  /** Vehicles that are asked in this night. */
  readonly asked: number
}

export interface Outlook {
  /** For each waiting vehicle in plan order; shorter when there are not nights enough. */
  readonly asks: readonly { readonly atMs: number; readonly night: number }[]
  /** Up to the night of the last vehicle; at least one. */
  readonly nights: readonly PlannedNight[]
  /** When the last answer is there; null when nothing waits, or there are not nights enough. */
  readonly finishedAtMs: number | null
}

/** The gate's own bound of requests on the wire. */
const ON_THE_WIRE = 4
const DAY_MS = 24 * 3600 * 1000
/** Ten years. */
const DAYS_MAX = 3_653

export function makeOutlook(input: OutlookInput): Outlook {
  const { buckets, waiting, latencyMs, nowMs } = input
  const passed: Night[] = []
  // The forecast takes nights only as it needs them; `passed` collects those that it took.
  const nights = keeping(input.nights ?? days(nowMs), passed)
  const made = forecast({ buckets, waiting, latencyMs, concurrent: ON_THE_WIRE, nights })
  const places = input.places ?? made.asksAtMs.map((_, at) => at)
  const asks: { atMs: number; night: number }[] = []
  const asked = passed.map(() => 0)
  let night = 0
  for (const place of places) {
    const atMs = made.asksAtMs[place]
    if (atMs === undefined) break
    while (atMs >= (passed[night]?.endMs ?? Number.POSITIVE_INFINITY)) night += 1
    asked[night] = (asked[night] ?? 0) + 1
    asks.push({ atMs, night: night + 1 })
  }
  const isAll = asks.length === (input.places?.length ?? waiting)
  const last = asks.at(-1)
  const planned = passed.map((each, at) => ({ ...each, asked: asked[at] ?? 0 }))
  return {
    asks,
    nights: isAll ? planned.slice(0, last?.night ?? 1) : planned,
    finishedAtMs: isAll && last !== undefined ? last.atMs + latencyMs : null,
  }
}

/** An unused bucket with the same budget, as one more credential would have. */
export function freshBucket(like: BucketFacts): ForecastBucket {
  const { nowMs, max, holdMs } = like
  const unused = { used: 0, free: max, nextFreeAtMs: nowMs, freeAtsMs: [], throttles: 0 }
  return { bucket: '', nowMs, max, holdMs, ...unused }
}

function* days(nowMs: number): Generator<Night> {
  for (let day = 0; day < DAYS_MAX; day += 1) {
    yield { startMs: nowMs + day * DAY_MS, endMs: nowMs + (day + 1) * DAY_MS }
  }
}

function* keeping(nights: Iterable<Night>, kept: Night[]): Generator<Night> {
  for (const night of nights) {
    kept.push(night)
    yield night
  }
}
