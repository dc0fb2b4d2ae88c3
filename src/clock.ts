import { uptime } from 'node:os'
import { Temporal } from 'temporal-polyfill'

/** Time as the program sees it, so that tests and the simulation can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z, as the wall shows them; may step. */
  now(): number
  /** Milliseconds of a clock that never steps and also counts while the machine is suspended. */
  uptime(): number
  /** Resolves after `ms`, or at once when `signal` aborts: a sleeper looks again, it does not throw. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** setTimeout wraps to 1 ms above this, which would turn a long wait into a storm of requests. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1

/** Added to real time; not 0 only in runs of tests that FROTA_START_AT begins at another instant. */
let offsetMs = 0

/** It shows `thenMs` at the real instant `realMs`, and goes on from there at the normal pace. */
export interface StartAt {
  readonly thenMs: number
  /** Absent: the instant at which the clock is started. */
  readonly realMs?: number
}

/** Before anything reads the time: what was read before would not fit what is read after. */
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

/** Calls back once, if the process is still there by then; waiting for it keeps nothing alive. */
export function ifStillThere(ms: number, then: () => void): void {
  setTimeout(then, ms).unref()
}

/** The day it is then in a time zone (IANA name), YYYY-MM-DD. */
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
