/**
 * Pure. When each waiting vehicle will be asked, from what the quota's buckets look like now. It
 * replays the gate's own rule (a unit is occupied until its answer, the window and the margin), so
 * with answers of constant latency it is exact; in nights only, if it is given nights.
 */
import type { BucketFacts } from '../../ledger/quota/quota.ts'

/** A bucket's facts, and when the requests that are on the wire now are expected to end. */
export interface ForecastBucket extends BucketFacts {
  readonly answersAtMs?: readonly number[]
}

/** Time in which work goes on, in milliseconds since 1970; nothing is asked at the end itself. */
export interface Night {
  readonly startMs: number
  readonly endMs: number
}

export interface ForecastInput {
  /** One for each credential; they share the backlog. */
  readonly buckets: readonly ForecastBucket[]
  readonly waiting: number
  /** Milliseconds from a request's slot to its answer. */
  readonly latencyMs: number
  /** Requests on the wire at once, for each bucket: the gate's own bound. */
  readonly concurrent: number
  /** Ascending, and none begins before the last one ended; absent: work never pauses. */
  readonly nights?: Iterable<Night>
}

export interface Forecast {
  /**
   * For each waiting vehicle in plan order, when it is asked: milliseconds since 1970. Shorter than
   * the backlog when the nights are over before it.
   */
  readonly asksAtMs: readonly number[]
  /** When the last answer is there; null when nothing waits, or not all fit into the nights. */
  readonly finishedAtMs: number | null
}

/** More than any account has vehicles; a larger backlog is a bug. */
export const FORECAST_WAITING_MAX = 1_000_000

/** What the forecast knows of a bucket at the instant that it has reached. */
interface SimulatedBucket {
  readonly facts: BucketFacts
  /** When each unit frees, ascending, at most `max`. */
  readonly units: number[]
  /** When each request on the wire ends, ascending, at most `concurrent`. */
  readonly wires: number[]
  lastMs: number
}

export function forecast(input: ForecastInput): Forecast {
  const { waiting, latencyMs } = input
  if (waiting > FORECAST_WAITING_MAX) throw new RangeError('More vehicles wait than can be.')
  const buckets = input.buckets.filter(({ max }) => max > 0).map((facts) => simulated(facts, input))
  if (waiting > 0 && buckets.length === 0) throw new RangeError('A forecast needs a bucket.')
  const atWork = workingTime(input.nights)
  const asksAtMs: number[] = []
  while (asksAtMs.length < waiting) {
    const bucket = buckets.reduce((best, each) => (nextOf(each) < nextOf(best) ? each : best))
    const at = atWork(nextOf(bucket))
    if (at === null) return { asksAtMs, finishedAtMs: null }
    asksAtMs.push(at)
    bucket.lastMs = at
    bucket.units.shift()
    bucket.wires.shift()
    insert(bucket.units, at + latencyMs + bucket.facts.holdMs)
    insert(bucket.wires, at + latencyMs)
  }
  const last = asksAtMs.at(-1)
  return { asksAtMs, finishedAtMs: last === undefined ? null : last + latencyMs }
}

/** Finds the first working instant at or after a given one; calls must come in ascending order. */
function workingTime(nights: Iterable<Night> | undefined): (atMs: number) => number | null {
  if (nights === undefined) return (atMs) => atMs
  const coming = nights[Symbol.iterator]()
  let night = coming.next()
  return (atMs) => {
    while (night.done !== true && night.value.endMs <= atMs) night = coming.next()
    return night.done === true ? null : Math.max(atMs, night.value.startMs)
  }
}

function simulated(facts: ForecastBucket, input: ForecastInput): SimulatedBucket {
  const occupied = facts.freeAtsMs.toSorted((a, b) => a - b)
  // A limit that was lowered leaves more units occupied than there are now: the last ones count.
  const units = occupied.slice(Math.max(0, occupied.length - facts.max))
  while (units.length < facts.max) insert(units, facts.nowMs)
  const concurrent = Math.max(1, input.concurrent)
  const wires = (facts.answersAtMs ?? []).toSorted((a, b) => a - b).slice(-concurrent)
  while (wires.length < concurrent) insert(wires, facts.nowMs)
  return { facts, units, wires, lastMs: Number.NEGATIVE_INFINITY }
}

function nextOf({ facts, units, wires, lastMs }: SimulatedBucket): number {
  const paced = facts.paceMs === undefined ? facts.nowMs : lastMs + facts.paceMs
  return Math.max(
    facts.nowMs,
    facts.notBeforeMs ?? facts.nowMs,
    paced,
    units[0] ?? facts.nowMs,
    wires[0] ?? facts.nowMs,
  )
}

function insert(sorted: number[], value: number): void {
  let at = sorted.length
  while (at > 0 && (sorted[at - 1] ?? 0) > value) at -= 1
  sorted.splice(at, 0, value)
}
