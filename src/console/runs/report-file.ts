/**
 * Finds a file of a run's folder for download: only names that the run's manifest lists, and only
 * inside the folder of the run's number and date. No path comes from a request.
 */
import { constants } from 'node:fs'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Run } from '../../ledger/runs/runs.ts'
import { isManifest, type Manifest } from '../../reconciliation/reports/manifest.ts'
import { runFolder } from '../../reconciliation/reports/run-folder.ts'

export const SUMMARY = 'summary.html'
export const MANIFEST = 'manifest.json'
/** Ours is some ten kilobytes; anything larger is not ours. */
export const MANIFEST_BYTES_MAX = 4 * 1024 * 1024

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface ReportFile {
  readonly handle: FileHandle
  readonly bytes: number
  readonly type: string
}

type RunWithFolder = Pick<Run, 'number' | 'startedAt' | 'settings'>

/** Undefined when the run left no reports in this directory. */
export async function readManifest(
  reportsDir: string,
  run: RunWithFolder,
): Promise<Manifest | undefined> {
  const path = join(reportsDir, runFolder(run), MANIFEST)
  try {
    if ((await stat(path)).size > MANIFEST_BYTES_MAX) return undefined
    return asManifest(JSON.parse(await readFile(path, 'utf8')), run.number)
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined
    throw error
  }
}

/** The names of files that may be downloaded, in the manifest's order. */
export function listedNames(manifest: { readonly files: object }): readonly string[] {
  return [...Object.keys(manifest.files), MANIFEST].filter((name) =>
    /^[a-z][a-z0-9.-]*$/.test(name),
  )
}

/** Undefined for every name that is not a listed, plain file inside the run's own folder. */
export async function openReportFile(
  reportsDir: string,
  run: RunWithFolder,
  name: string,
): Promise<ReportFile | undefined> {
  const manifest = await readManifest(reportsDir, run)
  if (manifest === undefined || !listedNames(manifest).includes(name)) return undefined
  return openPlainFile(reportsDir, runFolder(run), name)
}

/** `name`: one that a manifest lists. Undefined where it is no plain file inside that folder. */
export async function openPlainFile(
  parent: string,
  folderName: string,
  name: string,
): Promise<ReportFile | undefined> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (type === undefined) return undefined
  try {
    const folder = await realpath(join(parent, folderName))
    const root = await realpath(parent)
    const path = await realpath(join(folder, name))
    if (!folder.startsWith(`${root}${sep}`) || path !== join(folder, name)) return undefined
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    const facts = await handle.stat()
    if (facts.isFile()) return { handle, bytes: facts.size, type }
    await handle.close()
    return undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}

/** Checks format and number only, since the folder is ours. */
function asManifest(json: unknown, number: number): Manifest | undefined {
  return isManifest(json) && json.run.number === number ? json : undefined
}
