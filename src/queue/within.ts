/** Waits for work, but not for ever. */
import type { Clock } from '../clock.ts'

/** True when `work` ended within `ms`; after false its result and its error are ignored. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([
      work.then(() => true),
      clock.sleep(ms, over.signal).then(() => false),
    ])
  } finally {
    over.abort()
  }
}
