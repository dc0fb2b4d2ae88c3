/** Who wakes when, soonest first; equal times in order of arrival. */
export interface Timer {
  readonly dueMs: number
  readonly wake: () => void
}

export interface Timers {
  add(dueMs: number, wake: () => void): Timer
  drop(timer: Timer): void
  nextMs(): number | undefined
  /** Takes out whoever is due. */
  takeDue(nowMs: number): (() => void)[]
}

export function openTimers(): Timers {
  const timers: Timer[] = []
  return {
    add: (dueMs, wake) => {
      const timer = { dueMs, wake }
      const later = timers.findLastIndex((other) => other.dueMs <= dueMs) + 1
      timers.splice(later, 0, timer)
      return timer
    },
    drop: (timer) => {
      const place = timers.indexOf(timer)
      if (place >= 0) timers.splice(place, 1)
    },
    nextMs: () => timers[0]?.dueMs,
    takeDue: (nowMs) => {
      const later = timers.findIndex((timer) => timer.dueMs > nowMs)
      return timers.splice(0, later < 0 ? timers.length : later).map(({ wake }) => wake)
    },
  }
}

const realSetTimeout = globalThis.setTimeout

/**
 * Bottleneck yields by timers of 0 ms, which the event loop orders as it likes: here they run at
 * the end of the turn, in order. Whatever really waits (a database in its thread) is left alone.
 */
export async function withOrderedYields<T>(work: () => Promise<T>): Promise<T> {
  const unused = realSetTimeout(() => {}, 0)
  const ordered = (...given: Parameters<typeof setTimeout>): NodeJS.Timeout => {
    const [run, ms = 0] = given
    if (ms > 0) return realSetTimeout(...given)
    queueMicrotask(() => run())
    return unused
  }
  globalThis.setTimeout = Object.assign(ordered, realSetTimeout)
  try {
    return await work()
  } finally {
    globalThis.setTimeout = realSetTimeout
  }
}
