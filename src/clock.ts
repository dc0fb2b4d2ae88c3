import { uptime } from 'node:os'
import { Temporal } from 'temporal-polyfill'

/** Time as the program sees it, so that tests and the simulation can replace it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z, as the wall shows them; may step. */
  now(): number
  /** Milliseconds of a clock that never steps and also counts while the machine is suspended. */
  uptime(): number
  /** Resolves after `ms`, or at once when `signal` aborts; it never throws. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** setTimeout wraps to 1 ms above this, which would turn a long wait into a storm of requests. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1

/** Added to real time; not 0 only in runs of tests that FROTA_START_AT begins at another instant. */
let offsetMs = 0

/** The clock shows `thenMs` at the real instant `realMs` and runs on at the normal pace. */
export interface StartAt {
  readonly thenMs: number
  /** Absent: the instant at which the clock is started. */
  readonly realMs?: number
}

/** Call it before anything reads the time: times read before and after it do not compare. */
export function startWallClock({ thenMs, realMs = Date.now() }: StartAt): void {
  offsetMs = thenMs - realMs
}

export function wallClockOffset(): number {
  return offsetMs
}

export const wallClock: Clock = {
  now: () => Date.now() + offsetMs,
  uptime: () => uptime() * 1000,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), TIMEOUT_MS_MAX))
      signal?.addEventListener('abort', done, { once: true })
    }),
}

/** Calls `then` once after `ms`; the timer does not keep the process from ending before. */
export function ifStillThere(ms: number, then: () => void): void {
  setTimeout(then, ms).unref()
}

/** The calendar day of an instant in a time zone (IANA name), as YYYY-MM-DD. */
export function plainDay(ms: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** An ISO 8601 instant in UTC, from a clock's milliseconds. */
export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
