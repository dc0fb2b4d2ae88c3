/**
 * Pure. Decides what a schedule does at a moment: start, queue behind another night, skip a time,
 * or wait; and when its next nights begin. Only the ledger's facts and the time decide, so a
 * restarted worker decides the same.
 */
import type { ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import { latestTime, nextTime, nextTimes, type CronTime } from '../../queue/cron.ts'
import { CLOCK_MS_MAX } from '../ledger/keep-leases.ts'
import { nextClockTime } from '../run/stop-time.ts'

/** The facts of src/ledger/runs/schedules.ts that decide. */
export interface ScheduleFacts extends CronTime {
  readonly until: string | null
  readonly forSeconds: number | null
  readonly overlap: 'skip' | 'queue-one'
  readonly catchUp: 'none' | 'collapse'
  readonly paused: boolean
  readonly handledTo: Date
  readonly queuedDueAt: Date | null
  readonly last: {
    readonly dueAt: Date
    readonly stopAt: Date | null
    readonly outcome: ScheduleOutcome | null
  } | null
}

export interface Moment {
  readonly nowMs: number
  /** True while a night of any schedule runs, here or on another machine. */
  readonly busy: boolean
  /** After a failure, the earliest time of the next try. */
  readonly retryAtMs?: number
}

export type Decision =
  | {
      readonly kind: 'start'
      readonly why: 'due' | 'queued' | 'caught-up' | 'resumed'
      readonly dueAtMs: number
      /** Undefined: the night ends when nothing is left to do. */
      readonly stopAtMs: number | undefined
    }
  | { readonly kind: 'queue'; readonly dueAtMs: number }
  | { readonly kind: 'skip'; readonly why: 'busy' | 'missed'; readonly dueAtMs: number }
  /** What was decided about times that are still to come does not count. */
  | { readonly kind: 'set-back' }
  | { readonly kind: 'wait'; readonly untilMs: number | undefined }

export type Start = Extract<Decision, { kind: 'start' }>
export type LetGo = Extract<Decision, { kind: 'skip' | 'queue' }>

/** A night without a stop time counts as missed when it is found later than this. */
const LATE_MS_MAX = 3_600_000
/** Of two workers that schedule, one's clock is at most so far ahead of the other's. */
const AHEAD_MS_MAX = 2 * CLOCK_MS_MAX

export function decide(schedule: ScheduleFacts, moment: Moment): Decision {
  const { nowMs, busy } = moment
  if (schedule.paused) return { kind: 'wait', untilMs: undefined }
  if (isAhead(schedule.handledTo, nowMs)) return { kind: 'set-back' }
  const dueAtMs = latestTime(schedule, schedule.handledTo.getTime(), nowMs)
  const { queuedDueAt, last } = schedule
  // A clock that was ahead may have begun the night before its time.
  if (dueAtMs !== undefined && dueAtMs !== last?.dueAt.getTime()) {
    return ofDue(schedule, dueAtMs, moment)
  }
  if (queuedDueAt !== null && !busy && !isAhead(queuedDueAt, nowMs)) {
    const stopAtMs = stopOf(schedule, queuedDueAt.getTime(), nowMs)
    return { kind: 'start', why: 'queued', dueAtMs: queuedDueAt.getTime(), stopAtMs }
  }
  return resumed(schedule, moment) ?? wait(schedule, moment)
}

/** At most `count` moments after `nowMs`, milliseconds since 1970, the nearest first. */
export function nextNights(schedule: ScheduleFacts, nowMs: number, count: number): number[] {
  const { handledTo, last } = schedule
  const afterMs = isAhead(handledTo, nowMs) ? nowMs : Math.max(nowMs, handledTo.getTime())
  const times = nextTimes(schedule, afterMs, count + 1)
  return times.filter((ms) => ms !== last?.dueAt.getTime()).slice(0, count)
}

/** Only a clock that was ahead decided about a time that is so far from coming. */
function isAhead(at: Date, nowMs: number): boolean {
  return at.getTime() > nowMs + AHEAD_MS_MAX
}

/** Several missed times count as one, the newest. */
function ofDue(schedule: ScheduleFacts, dueAtMs: number, { nowMs, busy }: Moment): Decision {
  if (busy) {
    if (schedule.overlap === 'queue-one') return { kind: 'queue', dueAtMs }
    return { kind: 'skip', why: 'busy', dueAtMs }
  }
  const endMs = endOf(schedule, dueAtMs)
  if (nowMs < (endMs ?? dueAtMs + LATE_MS_MAX)) {
    return { kind: 'start', why: 'due', dueAtMs, stopAtMs: endMs }
  }
  if (schedule.catchUp === 'none') return { kind: 'skip', why: 'missed', dueAtMs }
  const stopAtMs = stopOf(schedule, dueAtMs, nowMs)
  return { kind: 'start', why: 'caught-up', dueAtMs, stopAtMs }
}

/** A night that was stopped, killed or failed is resumed between its due time and its stop time. */
function resumed({ last }: ScheduleFacts, moment: Moment): Decision | undefined {
  const { nowMs, busy, retryAtMs = 0 } = moment
  if (busy || last === null || last.outcome === 'done' || last.outcome === 'carried-over') {
    return undefined
  }
  const dueAtMs = last.dueAt.getTime()
  const endMs = last.stopAt?.getTime()
  if (nowMs >= (endMs ?? Number.POSITIVE_INFINITY) || isAhead(last.dueAt, nowMs)) return undefined
  if (nowMs < retryAtMs) return { kind: 'wait', untilMs: retryAtMs }
  return { kind: 'start', why: 'resumed', dueAtMs, stopAtMs: endMs }
}

function wait(schedule: ScheduleFacts, { nowMs }: Moment): Decision {
  return { kind: 'wait', untilMs: nextTime(schedule, nowMs) }
}

/** The night's own end if that is ahead, else its length from now. */
function stopOf(schedule: ScheduleFacts, dueAtMs: number, nowMs: number): number | undefined {
  const endMs = endOf(schedule, dueAtMs)
  if (endMs === undefined || endMs > nowMs) return endMs
  return nowMs + (endMs - dueAtMs)
}

function endOf({ until, forSeconds, zone }: ScheduleFacts, dueAtMs: number): number | undefined {
  if (until !== null) return nextClockTime(until, dueAtMs, zone)
  return forSeconds === null ? undefined : dueAtMs + forSeconds * 1_000
}
