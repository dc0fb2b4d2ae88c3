/**
 * Moves files inside the watched folder: one process claims a file, then moves it beside its
 * result. Each move is one rename, so a kill leaves the file in one place or the other.
 */
import { chmod, lstat, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../../failure.ts'
import type { FoundFile } from './inbox-policy.ts'
import { stampedName, WORKING } from '../inbox-names.ts'
import { claimFolder, codeOf } from './list-inbox.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** If the folder is readable by its group, so are the files that we create in it. */
const GROUP_READS = 0o040
const SAME_NAMES_MAX = 1_000
const GONE = ['ENOENT', 'ESTALE']

/** The claimed file's path; undefined if another process was faster or the name is claimed. */
export async function claimFile(file: FoundFile, holder: string): Promise<string | undefined> {
  await makeFolder(join(file.home, WORKING))
  const folder = join(file.home, WORKING, claimFolder(holder))
  await makeFolder(folder)
  const path = join(folder, file.name)
  if (path === file.path) return path
  if ((await lstat(path).catch(() => undefined)) !== undefined) return undefined
  try {
    await rename(file.path, path)
    return path
  } catch (error) {
    if (GONE.includes(codeOf(error))) return undefined
    throw error
  }
}

/** False: it changed between the look and the claim, so a later look decides. */
export async function isStill(file: FoundFile, claimed: string): Promise<boolean> {
  const { size, mtimeMs, dev, ino } = await lstat(claimed)
  return size === file.size && mtimeMs === file.mtimeMs && `${dev}/${ino}` === file.inode
}

/** Removes the folders of claims when their last file has left. */
export async function leaveClaims(file: FoundFile, claimed: string): Promise<void> {
  const folders = [dirname(claimed), ...(file.isClaimed ? [dirname(file.path)] : [])]
  for (const folder of new Set(folders)) await rmdir(folder).catch(() => undefined)
}

/** Follows no link: people who may write into the folder must not choose where frota writes. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: FOLDER_MODE }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  if (await isRealFolder(folder)) return
  throw new Failure('directory-unwritable', {
    pt: `${folder} não é uma pasta de verdade; retire o que está no lugar dela.`,
    en: `${folder} is no real folder; remove what stands in its place.`,
  })
}

async function isRealFolder(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => undefined))?.isDirectory() === true
}

export interface Placed {
  /** Where the file lies now. */
  readonly path: string
  readonly mode: number
}

/** `fill` writes what lies beside the file, given its path there, before the file itself arrives. */
export async function placeFile(
  claimed: string,
  into: { folder: string; name: string; atMs: number; zone: string },
  fill: (placed: Placed) => Promise<void>,
): Promise<Placed> {
  await makeFolder(into.folder)
  const shared = ((await stat(into.folder)).mode & GROUP_READS) === GROUP_READS
  const mode = shared ? FILE_MODE | GROUP_READS : FILE_MODE
  const path = await reserve(into)
  try {
    await fill({ path, mode })
    await rename(claimed, path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  // Fails if the file belongs to the person who dropped it; then the folder's mode protects it.
  await chmod(path, mode).catch(() => undefined)
  return { path, mode }
}

/** Two machines may place files of one name in one second: the first to create the name has it. */
async function reserve(into: { folder: string; name: string; atMs: number; zone: string }) {
  for (let again = 1; again <= SAME_NAMES_MAX; again++) {
    const path = join(into.folder, stampedName(into.name, { ...into, again }))
    try {
      await using _made = await open(path, 'wx', FILE_MODE)
      return path
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  throw new Error('A thousand files of one name in one second.')
}
