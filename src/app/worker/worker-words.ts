/** Events of a running worker; the command that starts it puts them into words. */
import type { Schedule, ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import type { LetGo, Start } from './schedule-policy.ts'

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
  /** What became of a file of the watched folder. */
  inbox(text: string): void
  daily(schedules: readonly Schedule[]): void
}
