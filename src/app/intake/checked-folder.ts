/**
 * The folder in the data directory where checked files are given back when nobody names a place.
 * They hold clear documents: readable by the owner alone, and for some days only.
 */
import { mkdir, rename } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { errorCode } from '../../directory-failure.ts'
import { purge } from '../purge/purge.ts'

const FOLDER_MODE = 0o700
const STEM_CHARACTERS_MAX = 80

export function checkedFolder(dataDir: string): string {
  return join(dataDir, 'checked')
}

/** Creates the folder, and deletes what is too old in it. */
export async function openCheckedFolder(dataDir: string, nowMs: number): Promise<string> {
  const folder = checkedFolder(dataDir)
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE })
  // Not recursive, too: Node would then say ENOENT for what a read-only file system refuses.
  await mkdir(folder, { mode: FOLDER_MODE }).catch(unless('EEXIST'))
  const clock = { now: () => nowMs }
  await purge({ config: { FROTA_DATA_DIR: dataDir }, clock }, { erases: true, only: ['checked'] })
  return folder
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
  await rename(path, former).catch(unless('ENOENT'))
}

function unless(code: string): (error: unknown) => void {
  return (error) => {
    if (errorCode(error) !== code) throw error
  }
}
