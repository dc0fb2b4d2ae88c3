/**
 * A run's or month's folder appears whole or not at all: files are written beside it, then the
 * folder is renamed into its place, and `latest` is pointed at a run's last. Of two that write the
 * same folder at once each has a directory of its own.
 */
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { errorCode } from '../../directory-failure.ts'
import { systemRandom } from '../../random.ts'
import { formerOf, partialOf, runNumberOf } from './run-folder.ts'

const LATEST = 'latest'
/** No writer takes so long: what is older was left by a kill. */
const PARTIAL_MS_MAX = 86_400_000
let pointing: Promise<void> = Promise.resolve()

export async function openReportDirectory(
  reportsDir: string,
  folder: string,
  { isLatest = true }: { readonly isLatest?: boolean } = {},
) {
  const final = join(reportsDir, folder)
  const former = join(reportsDir, formerOf(folder))
  // What a run claimed the folder by.
  const claim = join(reportsDir, partialOf(folder))
  const partial = `${claim}.${systemRandom.uuid()}`
  await mkdir(partial, { recursive: true })
  await sweep(reportsDir, `${partialOf(folder)}.`, (await lstat(partial)).mtimeMs)
  return {
    /** Where to write until `publish`. */
    partial,
    /** Where the files stand afterwards. */
    final,
    publish: async (): Promise<void> => {
      await restoreFormer(former, final)
      const replaces = await exists(final)
      if (replaces) await rename(final, former)
      await rename(partial, final)
      await rm(former, { recursive: true, force: true })
      await rm(claim, { recursive: true, force: true })
      if (!isLatest) return
      // One after the other: runs of several accounts may end at once in one process.
      const turn = pointing.then(() => pointLatest(reportsDir, folder))
      pointing = turn.catch(() => undefined)
      await turn
    },
    /** Removes what was written, after a failure. */
    discard: async (): Promise<void> => {
      await rm(partial, { recursive: true, force: true })
      await rm(claim, { recursive: true, force: true })
      await restoreFormer(former, final)
    },
  }
}

/** Removes what kills left of the same folder, by the file system's own time. */
async function sweep(reportsDir: string, prefix: string, nowMs: number): Promise<void> {
  for (const name of await readdir(reportsDir)) {
    if (!name.startsWith(prefix)) continue
    const path = join(reportsDir, name)
    const found = await lstat(path).catch(() => undefined)
    const isOld = found !== undefined && found.mtimeMs < nowMs - PARTIAL_MS_MAX
    if (isOld) await rm(path, { recursive: true, force: true })
  }
}

/** After a kill between the two renames the former folder is still aside, and is put back. */
async function restoreFormer(former: string, final: string): Promise<void> {
  if (!(await exists(former))) return
  if (await exists(final)) await rm(former, { recursive: true, force: true })
  else await rename(former, final)
}

/** `latest` never goes back: rewriting an older run's report does not change it. */
export async function pointLatest(reportsDir: string, folder: string): Promise<void> {
  const pointed = runNumberOf(await readLatest(reportsDir))
  const number = runNumberOf(folder)
  if (pointed !== undefined && number !== undefined && pointed > number) return
  const beside = join(reportsDir, `.${LATEST}.${folder}.partial`)
  await rm(beside, { force: true })
  try {
    await symlink(folder, beside, 'dir')
  } catch (error) {
    // Windows without the right to make links, and some file systems, need a text file instead.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EINVAL'].includes(errorCode(error))) throw error
    await writeFile(beside, `${folder}\n`)
  }
  await rename(beside, join(reportsDir, LATEST))
}

/** The folder that `latest` names, as a link or as a text; empty when there is none. */
async function readLatest(reportsDir: string): Promise<string> {
  const path = join(reportsDir, LATEST)
  try {
    return basename(await readlink(path))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    if (errorCode(error) !== 'EINVAL' && errorCode(error) !== 'UNKNOWN') throw error
    return (await readFile(path, 'utf8')).trim()
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
