/** A granted slot with its guard: a process that was frozen since it asked must not use it. */
import type { Clock } from '../clock.ts'
import type { BucketSettings } from '../ledger/quota/quota.ts'
import type { Slot } from './gate.ts'

export interface Grant {
  readonly useId: string
  /** The worker's uptime before it asked, so that the answer's travel counts as well. */
  readonly askedMs: number
}

export interface GuardedSlot extends Slot {
  /** Whether the sender was told that the slot is stale. */
  wasRefused(): boolean
}

/** Measured by uptime, which also counts while the process or the machine sleeps. */
export function guardedSlot(grant: Grant, bucket: BucketSettings, clock: Clock): GuardedSlot {
  let refused = false
  return {
    useId: grant.useId,
    bucket: bucket.name,
    maySend: () => {
      const may = clock.uptime() - grant.askedMs < bucket.sendMs
      refused ||= !may
      return may
    },
    wasRefused: () => refused,
  }
}
