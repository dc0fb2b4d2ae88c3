/** Everything that a worker's loop touches, so that a test can give something else. */
import type { Bilingual } from '../../bilingual.ts'
import type { Clock } from '../../clock.ts'
import type { Schedule, ScheduleStore, ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import type { WakeableSleep } from '../../wakeable-sleep.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Leases } from '../ledger/keep-leases.ts'
import type { ScheduleLease } from '../../ledger/runs/nights.ts'
import type { TakenRequest } from '../requests/take-request.ts'
import type { Start, LetGo } from './schedule-policy.ts'
import type { WorkerPace } from './worker-pace.ts'

export interface WorkerTools {
  readonly leases: Pick<Leases, 'holder' | 'tryTake' | 'apartMs'>
  readonly schedules: Omit<ScheduleStore, 'begin' | 'add' | 'setPaused' | 'remove' | 'noteWork'>
  readonly sleep: WakeableSleep
  readonly clock: Clock
  readonly stop: AbortSignal
  readonly words: WorkerWords
  readonly pace: WorkerPace
  /** The watched folder, if there is one. */
  readonly inbox?: Pick<Inbox, 'look'>
  /**
   * Takes the oldest run that a person asked for in the console; what it returns does it, and ends
   * in order when `stop` aborts. Both reject as the ledger does.
   */
  readonly takeRequest: () => Promise<TakenRequest>
  /**
   * Ends in order when `stop` aborts, and at once when `night.lost` does, since another worker goes
   * on; rejects with the error that ended the night.
   */
  readonly runNight: (
    schedule: Schedule,
    start: Start,
    night: HeldNight,
  ) => Promise<{ carriedOver: number }>
  /** Runs until `signal` aborts; rejects with the error that kept it from processing. */
  readonly processNight: (schedule: Schedule, signal: AbortSignal) => Promise<void>
  /** The ledger may be away this long before the worker gives up. */
  readonly lostMsMax: number
}

/** The lease under which a night runs; `lost` aborts when another worker has taken it. */
export interface HeldNight {
  readonly lease: ScheduleLease
  readonly lost: AbortSignal
}

export interface WorkerWords {
  started(schedule: Schedule, start: Start): void
  letGo(schedule: Schedule, decision: LetGo): void
  ended(schedule: Schedule, outcome: ScheduleOutcome): void
  /** `againAtMs`: when the night is tried again, if its time lasts until then. */
  failed(schedule: Schedule, error: unknown, againAtMs: number): void
  /** Another worker goes on with the night that this one began. */
  lost(schedule: Schedule): void
  /** The worker of a night is gone; another worker goes on with it. */
  interrupted(schedule: Schedule, holder: string): void
  processes(schedule: Schedule, holder: string): void
  leaves(schedule: Schedule): void
  processingFailed(schedule: Schedule, error: unknown, againAtMs: number): void
  /** The ledger does not answer; told once until it does. */
  ledgerAway(error: unknown): void
  ledgerBack(): void
  /** Of this machine's clock, or of what a clock that was ahead had noted. */
  clock(said: Bilingual): void
  /** What became of a file of the watched folder. */
  inbox(text: string): void
  daily(schedules: readonly Schedule[]): void
}
