/** The name of a run's folder: its local date and number, so that names sort as runs do. */
import { plainDay } from '../../clock.ts'
import type { Run } from '../../ledger/runs.ts'

const NUMBER_DIGITS_MIN = 4

/** For example `2026-11-21-0007`: the date of the run's start in the run's own zone. */
export function runFolder(run: Pick<Run, 'number' | 'startedAt' | 'settings'>): string {
  const date = plainDay(run.startedAt.getTime(), run.settings.zone)
  return `${date}-${run.number.toString().padStart(NUMBER_DIGITS_MIN, '0')}`
}

/** The run's number in a folder's name, or undefined for a name of another kind. */
export function runNumberOf(folder: string): number | undefined {
  const number = /^\d{4}-\d{2}-\d{2}-(\d+)$/.exec(folder)?.[1]
  return number === undefined ? undefined : Number(number)
}
