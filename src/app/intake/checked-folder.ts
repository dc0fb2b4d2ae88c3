/**
 * The folder in the data directory where checked files are given back when nobody names a place.
 * They hold clear documents: readable by the owner alone, and for some days only.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'

export const CHECKED_RETENTION_DAYS = 30
const DAY_MS = 24 * 3600 * 1000
const FOLDER_MODE = 0o700
const STEM_CHARACTERS_MAX = 80

export function checkedFolder(dataDir: string): string {
  return join(dataDir, 'checked')
}

/** Creates the folder, and deletes files that are older than its retention. */
export async function openCheckedFolder(dataDir: string, nowMs: number): Promise<string> {
  const folder = checkedFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await expireChecked(dataDir, nowMs)
  return folder
}

export async function expireChecked(dataDir: string, nowMs: number): Promise<void> {
  const folder = checkedFolder(dataDir)
  const beforeMs = nowMs - CHECKED_RETENTION_DAYS * DAY_MS
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && facts.mtimeMs < beforeMs) await rm(path, { force: true })
  }
}

/** A name that is safe on every file system, from one that anybody gave; pure. */
export function checkedName(given: string, extension: string, suffix = ''): string {
  const name = basename(given.replaceAll('\\', '/'))
  const stem = basename(name, extname(name))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replace(/^[. -]+|[. -]+$/g, '')
  const cut = Array.from(stem).slice(0, STEM_CHARACTERS_MAX).join('')
  return `${cut === '' ? 'frota' : cut}${suffix}${extension}`
}

/** Keeps one earlier file of the name, because a person may have corrected it by hand. */
export async function keepFormer(path: string): Promise<void> {
  const extension = extname(path)
  const former = `${path.slice(0, path.length - extension.length)}.former${extension}`
  await rename(path, former).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
