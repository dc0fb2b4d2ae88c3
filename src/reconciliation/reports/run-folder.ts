/** The name of a run's folder: its local date and number, so that names sort as runs do. */
import { plainDay } from '../../clock.ts'
import type { Run } from '../../ledger/runs/runs.ts'

const NUMBER_DIGITS_MIN = 4

/** The folder of a report of the ledger as it is now, not of a run; the next one replaces it. */
export const NOW_FOLDER = 'now'

/** For example `2026-11-21-0007`: the date of the run's start in the run's own zone. */
export function runFolder(run: Pick<Run, 'number' | 'startedAt' | 'settings'>): string {
  const date = plainDay(run.startedAt.getTime(), run.settings.zone)
  return `${date}-${run.number.toString().padStart(NUMBER_DIGITS_MIN, '0')}`
}

/** The run's number in a folder's name, or undefined for a name of another kind. */
export function runNumberOf(folder: string): number | undefined {
  const number = /^\d{4}-\d{2}-\d{2}-(\d{4,9})$/.exec(folder)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** What a run claims its folder by; the files are written beside it, under this name and more. */
export function partialOf(folder: string): string {
  return `.${folder}.partial`
}

/** Where the former folder is kept while a new one takes its place. */
export function formerOf(folder: string): string {
  return `.${folder}.former`
}

/** The final name of a folder: its own, or that of one that is being written or replaced. */
export function folderNamed(name: string): string {
  return name.replace(/^\.(.+)\.(?:partial(?:\.[\w-]+)?|former)$/, '$1')
}
