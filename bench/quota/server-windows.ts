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

/** `arrivals` ascending; what a server refuses does not count against later requests. */
export function judge(arrivals: readonly number[], max: number): Verdict {
  return {
    rolling: refused(arrivals, rollingServer(max)),
    fixed: refused(arrivals, fixedServer(max)),
    bucket: refused(arrivals, tokenServer(max)),
    weighted: refused(arrivals, weightedServer(max)),
    mostInRollingHour: mostInRollingHour(arrivals),
  }
}

/** Counts the arrivals that the server refuses. */
function refused(arrivals: readonly number[], server: Server): number {
  return arrivals.filter((atMs) => !server(atMs)).length
}

export function rollingServer(max: number): Server {
  let accepted: number[] = []
  return (atMs) => {
    accepted = accepted.filter((earlierMs) => earlierMs > atMs - HOUR_MS)
    if (accepted.length >= max) return false
    accepted.push(atMs)
    return true
  }
}

function fixedServer(max: number): Server {
  let hour = -1
  let count = 0
  return (atMs) => {
    const current = Math.floor(atMs / HOUR_MS)
    if (current !== hour) count = 0
    hour = current
    if (count >= max) return false
    count += 1
    return true
  }
}

function tokenServer(max: number): Server {
  let tokens = max
  let seenMs = 0
  return (atMs) => {
    tokens = Math.min(max, tokens + ((atMs - seenMs) * max) / HOUR_MS)
    seenMs = atMs
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/** The approximation that weighs the previous fixed window by how much of it still overlaps. */
export function weightedServer(max: number): Server {
  let hour = 0
  let previous = 0
  let count = 0
  return (atMs) => {
    const current = Math.floor(atMs / HOUR_MS)
    if (current !== hour) {
      previous = current === hour + 1 ? count : 0
      count = 0
    }
    hour = current
    const overlap = 1 - (atMs % HOUR_MS) / HOUR_MS
    if (previous * overlap + count >= max) return false
    count += 1
    return true
  }
}

function mostInRollingHour(arrivals: readonly number[]): number {
  let first = 0
  let most = 0
  arrivals.forEach((atMs, place) => {
    while ((arrivals[first] ?? atMs) <= atMs - HOUR_MS) first += 1
    most = Math.max(most, place - first + 1)
  })
  return most
}
