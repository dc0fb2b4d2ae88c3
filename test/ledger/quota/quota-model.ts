/**
 * A world of requests with any delay, death and clock, run against a quota ledger; it knows when
 * each request reached the server, which the ledger cannot.
 */
import fc from 'fast-check'
import type { BucketSettings, QuotaLedger } from '../../../src/ledger/quota/quota.ts'

/** Everything the real bucket has, in small numbers. */
export const small: BucketSettings = {
  name: 'consultations/model',
  unitsMax: 3,
  windowMs: 1000,
  marginMs: 10,
  sendMs: 10,
  abortMs: 60,
  lingerMs: 120,
  simulated: true,
}
const LEASE_MS = small.sendMs + small.abortMs + small.lingerMs
const HOLD_MS = small.windowMs + small.marginMs

/** Delays are shares of what is possible, so that shrinking keeps them possible. */
export interface Attempt {
  readonly gapMs: number
  readonly fate: 'answered' | 'frozen' | 'aborted' | 'killed' | 'refused'
  readonly sentShare: number
  readonly arrivalShare: number
  readonly answerShare: number
  /** The ledger's clock is set back by this before the attempt. */
  readonly backMs: number
}

const share = fc.double({ min: 0, max: 1, noNaN: true })

export const attempts = fc.array(
  fc.record<Attempt>({
    gapMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
    fate: fc.constantFrom('answered', 'answered', 'frozen', 'aborted', 'killed', 'refused'),
    sentShare: share,
    arrivalShare: share,
    answerShare: share,
    backMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3000 })),
  }),
  { minLength: 10, maxLength: 60 },
)

interface Event {
  readonly atMs: number
  readonly run: () => Promise<void>
}

export interface ModelWorld {
  readonly ledger: QuotaLedger
  readonly bucket: string
  readonly setNow: (ms: number) => Promise<void>
  readonly newId: () => string
}

/** When each granted request reached the server, in true time, ascending. */
export async function arrivalsAt(world: ModelWorld, plan: readonly Attempt[]): Promise<number[]> {
  const arrivals: number[] = []
  const events: Event[] = []
  let backMs = 0
  let startMs = 0
  for (const attempt of plan) {
    startMs += attempt.gapMs
    const atMs = startMs
    events.push({
      atMs,
      run: async () => {
        backMs += attempt.backMs
        const useId = world.newId()
        await world.setNow(atMs - backMs)
        const reply = await world.ledger.reserve({
          bucket: world.bucket,
          useId,
          holder: 'model',
          purpose: 'model',
        })
        if (!reply.granted) return
        const { arrivedMs, ended } = course(attempt, atMs)
        if (arrivedMs !== undefined) arrivals.push(arrivedMs)
        if (!ended) return
        const settle = async (): Promise<void> => {
          await world.setNow(ended.atMs - backMs)
          await world.ledger.settle(useId, ended.ending)
        }
        events.push({ atMs: ended.atMs, run: settle })
      },
    })
  }
  while (events.length > 0) {
    const next = events.reduce((soonest, event) => (event.atMs < soonest.atMs ? event : soonest))
    events.splice(events.indexOf(next), 1)
    await next.run()
  }
  return arrivals.toSorted((a, b) => a - b)
}

interface Course {
  readonly arrivedMs?: number
  readonly ended?: {
    readonly atMs: number
    readonly ending: 'answered' | 'in-doubt' | 'never-sent'
  }
}

/** The worst that can happen between a reserve and its end, for each fate. */
function course(attempt: Attempt, reservedMs: number): Course {
  const sentMs = reservedMs + Math.round(attempt.sentShare * small.sendMs)
  const abortMs = sentMs + small.abortMs
  const between = (fromMs: number, untilMs: number, part: number): number =>
    Math.round(fromMs + part * (untilMs - fromMs))
  if (attempt.fate === 'refused') return { ended: { atMs: sentMs, ending: 'never-sent' } }
  if (attempt.fate === 'answered' || attempt.fate === 'frozen') {
    // A frozen process hears its answer at any time before its slot is free again.
    const lastMs = attempt.fate === 'answered' ? abortMs : reservedMs + LEASE_MS + HOLD_MS - 1
    const arrivedMs = between(sentMs, lastMs, attempt.arrivalShare)
    const endedMs = between(arrivedMs, lastMs, attempt.answerShare)
    return { arrivedMs, ended: { atMs: endedMs, ending: 'answered' } }
  }
  const arrivedMs = between(sentMs, abortMs + small.lingerMs, attempt.arrivalShare)
  if (attempt.fate === 'killed') return { arrivedMs }
  return { arrivedMs, ended: { atMs: abortMs, ending: 'in-doubt' } }
}

/** The most requests that any rolling window saw, by brute force. */
export function mostInAWindow(arrivals: readonly number[]): number {
  return Math.max(
    0,
    ...arrivals.map(
      (fromMs) =>
        arrivals.filter((atMs) => atMs >= fromMs && atMs < fromMs + small.windowMs).length,
    ),
  )
}
