/**
 * Pure. When an effect in doubt is looked up, and what follows when nothing was found by then. The
 * last one is late on purpose: a service may finish a request long after it stopped answering.
 */
import type { Effect } from '../ledger/effects/effects.ts'

export type LookUpDelays = ReturnType<typeof lookUpDelays>

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** After this many requests of one effect that may have left, a person must look. */
const DOUBTS_MAX = 3

/** `scale` below 1 is for tests against a service on loopback only. */
export function lookUpDelays(scale = 1) {
  const seconds = [2, 10, 30, 120, 300, 900]
  return {
    /** Milliseconds after the effect fell in doubt, ascending; one complete look-up each. */
    delaysMs: seconds.map((each) => each * SECOND_MS * scale),
    /** How long an order that nobody found waits before it is looked up for the last time. */
    heldMs: 6 * 60 * MINUTE_MS * scale,
    /** Wait before a look-up that could not see everything is repeated. */
    retryMs: 30 * SECOND_MS * scale,
  }
}

/** From now until the look-up that follows `lookups` complete ones; undefined after the last. */
export function nextLookUpInMs(delays: LookUpDelays, lookups: number): number | undefined {
  const next = delays.delaysMs[lookups]
  return next === undefined ? undefined : next - (delays.delaysMs[lookups - 1] ?? 0)
}

/** From the look-up that follows `lookups` complete ones until the last one. */
export function lastLookUpAfterMs({ delaysMs }: LookUpDelays, lookups: number): number {
  const last = delaysMs.at(-1) ?? 0
  return last - (delaysMs[lookups] ?? last)
}

export type AfterNone =
  | { readonly to: 'in-doubt' | 'held'; readonly inMs: number; readonly why: string }
  | { readonly to: 'planned' | 'needs-person'; readonly why: string }

/** What follows when one more complete look-up found nothing. */
export function afterNone(
  effect: Pick<Effect, 'kind' | 'state' | 'doubts' | 'lookups'>,
  delays: LookUpDelays,
): AfterNone {
  const inMs = nextLookUpInMs(delays, effect.lookups + 1)
  if (effect.state === 'in-doubt' && inMs !== undefined) {
    return { to: 'in-doubt', inMs, why: 'not found yet' }
  }
  if (effect.doubts >= DOUBTS_MAX) {
    return { to: 'needs-person', why: `sent ${DOUBTS_MAX} times without a trace at the service` }
  }
  if (effect.kind === 'order' && effect.state === 'in-doubt') {
    return { to: 'held', inMs: delays.heldMs, why: 'not found: looked up again in a later run' }
  }
  return { to: 'planned', why: 'not found: it was not processed' }
}
