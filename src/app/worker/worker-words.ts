/** What a running worker tells: whoever starts it says it in words. */
import type { Schedule, ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import type { LetGo, Start } from './schedule-policy.ts'

export interface WorkerWords {
  started(schedule: Schedule, start: Start): void
  letGo(schedule: Schedule, decision: LetGo): void
  ended(schedule: Schedule, outcome: ScheduleOutcome): void
  /** `againAtMs`: when the night is tried again, if its time lasts until then. */
  failed(schedule: Schedule, error: unknown, againAtMs: number): void
  /** Another worker conducts the night that this one began. */
  taken(schedule: Schedule): void
  /** This one interrupted the night of a worker that is gone or frozen. */
  tookOver(schedule: Schedule, from: { holder: string; isFrozen: boolean }): void
  helps(schedule: Schedule, holder: string): void
  leaves(schedule: Schedule): void
  helpFailed(schedule: Schedule, error: unknown, againAtMs: number): void
  /** The ledger does not answer; told once until it does. */
  lost(error: unknown): void
  found(): void
  /** What became of a file of the watched folder. */
  inbox(text: string): void
  daily(schedules: readonly Schedule[]): void
}
