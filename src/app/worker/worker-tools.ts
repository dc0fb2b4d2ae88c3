/** Everything that a worker's loop touches, so that a test can give something else. */
import type { Clock } from '../../clock.ts'
import type { Presence } from '../../database/presence.ts'
import type { ExecutorStore } from '../../ledger/effects/executors.ts'
import type { Schedule, ScheduleStore } from '../../ledger/runs/schedules.ts'
import type { ScheduleBell } from '../../queue/schedule-bell.ts'
import type { AttendedInbox } from '../inbox/attend-inbox.ts'
import type { Start } from './schedule-policy.ts'
import type { Doze } from './worker-doze.ts'
import type { WorkerPace } from './worker-pace.ts'
import type { WorkerWords } from './worker-words.ts'

export interface WorkerTools {
  readonly presence: Pick<Presence, 'holder' | 'gone' | 'end'>
  readonly executors: Pick<ExecutorStore, 'list' | 'leave'>
  readonly schedules: Omit<ScheduleStore, 'begin' | 'add' | 'setPaused' | 'remove' | 'noteWork'>
  readonly bell: Pick<ScheduleBell, 'keep'>
  readonly doze: Doze
  readonly clock: Clock
  readonly stop: AbortSignal
  readonly words: WorkerWords
  readonly pace: WorkerPace
  /** The watched folder, if there is one. */
  readonly inbox?: AttendedInbox
  /**
   * Ends in order when `stop` aborts, and at once, leaving all to another, when `taken` does;
   * rejects with what kept the night from going on.
   */
  readonly runNight: (
    schedule: Schedule,
    start: Start,
    taken: AbortSignal,
  ) => Promise<{ carriedOver: number }>
  /** Helps until `signal` aborts; rejects with what kept it from helping. */
  readonly help: (schedule: Schedule, signal: AbortSignal) => Promise<void>
  /** The ledger may be away this long before the worker gives up. */
  readonly lostMsMax: number
}
