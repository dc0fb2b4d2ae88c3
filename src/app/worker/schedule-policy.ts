/**
 * Pure. Decides what a schedule does at a moment: start, queue behind another night, skip a time,
 * or wait. Only the ledger's facts and the time decide, so a restarted worker decides the same.
 */
import type { ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import { latestTime, nextTime, type CronTime } from '../../queue/cron.ts'
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
  | { readonly kind: 'wait'; readonly untilMs: number | undefined }

export type Start = Extract<Decision, { kind: 'start' }>
export type LetGo = Extract<Decision, { kind: 'skip' | 'queue' }>

/** A night without a stop time counts as missed when it is found later than this. */
const LATE_MS_MAX = 3_600_000

export function decide(schedule: ScheduleFacts, moment: Moment): Decision {
  const { nowMs, busy } = moment
  if (schedule.paused) return { kind: 'wait', untilMs: undefined }
  const dueAtMs = latestTime(schedule, schedule.handledTo.getTime(), nowMs)
  if (dueAtMs !== undefined) return ofDue(schedule, dueAtMs, moment)
  const { queuedDueAt } = schedule
  if (queuedDueAt !== null && !busy) {
    const stopAtMs = stopOf(schedule, queuedDueAt.getTime(), nowMs)
    return { kind: 'start', why: 'queued', dueAtMs: queuedDueAt.getTime(), stopAtMs }
  }
  return resumed(schedule, moment) ?? wait(schedule, moment)
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

/** A night that was stopped, killed or failed is resumed until its stop time. */
function resumed({ last }: ScheduleFacts, moment: Moment): Decision | undefined {
  const { nowMs, busy, retryAtMs = 0 } = moment
  if (busy || last === null || last.outcome === 'done' || last.outcome === 'carried-over') {
    return undefined
  }
  const dueAtMs = last.dueAt.getTime()
  const endMs = last.stopAt?.getTime()
  if (nowMs >= (endMs ?? Number.POSITIVE_INFINITY)) return undefined
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
