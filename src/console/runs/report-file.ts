/** What a run's folder has for download, as its manifest lists it. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../ledger/runs/runs.ts'
import { isManifest, type Manifest } from '../../reconciliation/reports/manifest.ts'
import { isMissing } from '../../web/plain-file.ts'
import { runFolder } from '../../reconciliation/reports/run-folder.ts'

export const SUMMARY = 'summary.html'
export const MANIFEST = 'manifest.json'
/** Ours is some ten kilobytes; anything larger is not ours. */
const MANIFEST_BYTES_MAX = 4 * 1024 * 1024

/** Undefined when the run left no reports in this directory. */
export async function readManifest(
  reportsDir: string,
  run: Pick<Run, 'number' | 'startedAt' | 'settings'>,
): Promise<Manifest | undefined> {
  const json = await manifestIn(join(reportsDir, runFolder(run)))
  // Format and number are enough, since the folder is ours.
  return isManifest(json) && json.run.number === run.number ? json : undefined
}

/** What a folder's manifest says; undefined for one without, or with another kind of file there. */
export async function manifestIn(folder: string): Promise<unknown> {
  const path = join(folder, MANIFEST)
  try {
    if ((await stat(path)).size > MANIFEST_BYTES_MAX) return undefined
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined
    throw error
  }
}

/** The names of files that may be downloaded, in the manifest's order. */
export function listedNames(manifest: { readonly files: object }): readonly string[] {
  return [...Object.keys(manifest.files), MANIFEST].filter((name) =>
    /^[a-z][a-z0-9._-]*$/.test(name),
  )
}
