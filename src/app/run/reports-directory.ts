/** Checks before the first request that reports can be written, since each answer costs a slot. */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryFailure, REPORTS_AHEAD } from '../../directory-failure.ts'

/** Throws the Failures 'directory-unwritable' and 'disk-full'. Leaves the directory, empty. */
export async function requireReportsDirectory(reportsDir: string): Promise<void> {
  try {
    await mkdir(reportsDir, { recursive: true })
    const probe = await mkdtemp(join(reportsDir, '.probe-'))
    try {
      await writeFile(join(probe, 'probe'), 'x')
    } finally {
      await rm(probe, { recursive: true, force: true })
    }
  } catch (cause) {
    throw directoryFailure(cause, reportsDir, REPORTS_AHEAD)
  }
}
