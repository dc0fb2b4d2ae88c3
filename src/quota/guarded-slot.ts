/** A granted slot with its guard: whoever was frozen since it asked must not send on it. */
import type { Clock } from '../clock.ts'
import type { BucketSettings } from '../ledger/quota/quota.ts'
import type { Slot } from './gate.ts'

export interface Grant {
  readonly useId: string
  /** The worker's uptime before it asked, so that the answer's travel counts as well. */
  readonly askedMs: number
  readonly reservedAtMs: number
}

/** The clock's uptime goes on while the process or the machine sleeps, which is the point. */
export function guardedSlot(
  grant: Grant,
  bucket: BucketSettings,
  clock: Clock,
): Slot & { wasRefused(): boolean } {
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
