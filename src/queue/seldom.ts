/** Reports repeated trouble at most once in a while, however often it happens. */
import type { Clock } from '../clock.ts'

/** A store that is away is tried again by a dozen connections, several times a second. */
export const TROUBLE_EVERY_MS = 60_000

export function seldom(
  clock: Pick<Clock, 'uptime'>,
  tell: (error: Error) => void,
): (error: Error) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (error) => {
    if (clock.uptime() - toldAtMs < TROUBLE_EVERY_MS) return
    toldAtMs = clock.uptime()
    tell(error)
  }
}
