/**
 * A run creates its folder's partial directory before it works, so that no other run writes there:
 * neither one of a ledger restored beside newer reports, nor one of another ledger.
 */
import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../ledger/runs/runs.ts'
import { directoryFailure, errorCode, REPORTS } from '../../directory-failure.ts'
import { folderNamed, partialOf, runFolder, runNumberOf } from './run-folder.ts'

type NamedRun = Pick<Run, 'number' | 'startedAt' | 'settings'>

/** Among finished folders and those that runs are writing; 0 when there is none. */
export async function highestRunNumber(reportsDir: string): Promise<number> {
  const names = await namesIn(reportsDir)
  return names.reduce((most, name) => Math.max(most, runNumberOf(folderNamed(name)) ?? 0), 0)
}

/** False when another run has the folder: of two runs that ask at once only one gets it. */
export async function claimFolder(reportsDir: string, run: NamedRun): Promise<boolean> {
  const folder = runFolder(run)
  if ((await namesIn(reportsDir)).includes(folder)) return false
  try {
    await mkdir(join(reportsDir, partialOf(folder)))
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw directoryFailure(error, reportsDir, REPORTS)
  }
}

/** Removes the claim of a run that wrote no reports. */
export async function leaveFolder(reportsDir: string, run: NamedRun): Promise<void> {
  await rmdir(join(reportsDir, partialOf(runFolder(run)))).catch(() => undefined)
}

async function namesIn(reportsDir: string): Promise<string[]> {
  try {
    await mkdir(reportsDir, { recursive: true })
    return await readdir(reportsDir)
  } catch (error) {
    throw directoryFailure(error, reportsDir, REPORTS)
  }
}
