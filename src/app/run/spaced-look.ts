/** Looks at work in progress at most once per interval, and never twice at a time. */
import type { Clock } from '../../clock.ts'

export interface SpacedLook {
  /** Looks now, unless the last look was just before. */
  now(): void
  /** Resolves when the look under way, if any, has ended. */
  settled(): Promise<void>
}

export function spacedLook(look: () => Promise<void>, everyMs: number, clock: Clock): SpacedLook {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let busy: Promise<void> | undefined
  return {
    now: () => {
      if (busy !== undefined || clock.now() - lookedAtMs < everyMs) return
      lookedAtMs = clock.now()
      busy = look()
        // A failed look is repeated next time; the run itself reports a database that is gone.
        .catch(() => undefined)
        .finally(() => (busy = undefined))
    },
    settled: async () => busy,
  }
}
