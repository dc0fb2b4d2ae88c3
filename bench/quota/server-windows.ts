/** What servers of each kind would have refused. Pure: arrivals in, counts out. */

export const HOUR_MS = 3_600_000

/** Whether a server of some kind takes the request that arrives now; asked in order of arrival. */
export type Server = (atMs: number) => boolean

export interface Verdict {
  /** Requests that a server of this kind would have answered 429. */
  readonly rolling: number
  readonly fixed: number
  readonly bucket: number
  readonly weighted: number
  readonly mostInRollingHour: number
}

/**
 * `arrivals` ascending, in milliseconds; what a server refuses does not count against later
 * requests. `windowMs`: a test may have scaled its hour.
 */
export function judge(arrivals: readonly number[], max: number, windowMs = HOUR_MS): Verdict {
  return {
    rolling: refused(arrivals, rollingServer(max, windowMs)),
    fixed: refused(arrivals, fixedServer(max, windowMs)),
    bucket: refused(arrivals, tokenServer(max, windowMs)),
    weighted: refused(arrivals, weightedServer(max, windowMs)),
    mostInRollingHour: mostInRollingWindow(arrivals, windowMs),
  }
}

/** Counts the arrivals that the server refuses. */
function refused(arrivals: readonly number[], server: Server): number {
  return arrivals.filter((atMs) => !server(atMs)).length
}

export function rollingServer(max: number, windowMs = HOUR_MS): Server {
  let accepted: number[] = []
  return (atMs) => {
    accepted = accepted.filter((earlierMs) => earlierMs > atMs - windowMs)
    if (accepted.length >= max) return false
    accepted.push(atMs)
    return true
  }
}

function fixedServer(max: number, windowMs: number): Server {
  let hour = -1
  let count = 0
  return (atMs) => {
    const current = Math.floor(atMs / windowMs)
    if (current !== hour) count = 0
    hour = current
    if (count >= max) return false
    count += 1
    return true
  }
}

function tokenServer(max: number, windowMs: number): Server {
  let tokens = max
  let seenMs = 0
  return (atMs) => {
    tokens = Math.min(max, tokens + ((atMs - seenMs) * max) / windowMs)
    seenMs = atMs
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/** The approximation that weighs the previous fixed window by how much of it still overlaps. */
export function weightedServer(max: number, windowMs = HOUR_MS): Server {
  let hour = 0
  let previous = 0
  let count = 0
  return (atMs) => {
    const current = Math.floor(atMs / windowMs)
    if (current !== hour) {
      previous = current === hour + 1 ? count : 0
      count = 0
    }
    hour = current
    const overlap = 1 - (atMs % windowMs) / windowMs
    if (previous * overlap + count >= max) return false
    count += 1
    return true
  }
}

function mostInRollingWindow(arrivals: readonly number[], windowMs: number): number {
  let first = 0
  let most = 0
  arrivals.forEach((atMs, place) => {
    while ((arrivals[first] ?? atMs) <= atMs - windowMs) first += 1
    most = Math.max(most, place - first + 1)
  })
  return most
}
