/** Files and folders that end by their age: which they are, and how old. */
import { lstat, readdir, rm, truncate } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../config.ts'
import { REPLACED } from '../../database/damaged-directory.ts'
import type { Found } from '../../ledger/retention/old-rows.ts'
import { runNumberOf } from '../../reconciliation/reports/run-folder.ts'
import { DONE, meaningOf, REFUSED, stampedAtMs } from '../inbox-names.ts'

type Place = 'FROTA_REPORTS_DIR' | 'FROTA_INBOX_DIR' | 'FROTA_TIME_ZONE' | 'FROTA_REPORT_DAYS'
export type Places = Pick<Config, 'FROTA_DATA_DIR'> & Partial<Pick<Config, Place>>

interface AgedFile {
  readonly path: string
  readonly atMs: number
}

const inDataDir =
  (folder: string) =>
  ({ FROTA_DATA_DIR: dataDir }: Places): Promise<AgedFile[]> =>
    agedIn(join(dataDir, folder))

const FILES = {
  uploads: inDataDir('uploads'),
  drafts: inDataDir('drafts'),
  checked: inDataDir('checked'),
  replaced: ({ FROTA_DATA_DIR: dataDir }) => agedAt(REPLACED.map((name) => join(dataDir, name))),
  inbox: async ({ FROTA_INBOX_DIR: root, FROTA_TIME_ZONE: zone = 'UTC' }) => {
    const found: AgedFile[] = []
    const fleets = (root === undefined ? [] : await pathsIn(root)).filter(
      (path) => meaningOf(basename(path)) === 'fleet',
    )
    for (const home of root === undefined ? [] : [root, ...fleets]) {
      for (const folder of [DONE, REFUSED]) {
        for (const path of await pathsIn(join(home, folder))) {
          const atMs = stampedAtMs(basename(path), zone)
          if (atMs !== undefined) found.push({ path, atMs })
        }
      }
    }
    return found
  },
  /** Emptied, since the manifest names it: the sender's own rows, with clear documents. */
  rejected: async (places) => {
    const found: AgedFile[] = []
    for (const { path: folder, atMs } of await runFolders(places)) {
      const path = join(folder, 'rejected.csv')
      const size = (await lstat(path).catch(() => undefined))?.size ?? 0
      if (size > 0) found.push({ path, atMs })
    }
    return found
  },
  /** Without the newest run's, to which `latest` points and by which the next run gets its number. */
  reports: async (places) => (await runFolders(places)).slice(0, -1),
} as const satisfies Record<string, (places: Places) => Promise<AgedFile[]>>

export type OldFilesKey = keyof typeof FILES

export function isFilesKey(key: string): key is OldFilesKey {
  return key in FILES
}

/** `erases`: false only counts. */
export async function oldFiles(
  key: OldFilesKey,
  places: Places,
  { before, stop, erases }: { before: Date; stop: AbortSignal; erases: boolean },
): Promise<Found> {
  let count = 0
  let oldestMs = Number.POSITIVE_INFINITY
  for (const { path, atMs } of await FILES[key](places)) {
    if (stop.aborted) break
    if (atMs >= before.getTime()) continue
    if (erases && key === 'rejected') await truncate(path)
    else if (erases) await rm(path, { recursive: true, force: true })
    count += 1
    oldestMs = Math.min(oldestMs, atMs)
  }
  return { count, oldest: count === 0 ? null : new Date(oldestMs) }
}

/** Folders of runs by number; as old as the run, or as the report if it was written again. */
async function runFolders({ FROTA_REPORTS_DIR: root }: Places): Promise<AgedFile[]> {
  if (root === undefined) return []
  const numberOf = (path: string) => runNumberOf(basename(path)) ?? 0
  const paths = (await pathsIn(root)).filter((path) => numberOf(path) > 0)
  const folders = await agedAt(paths.toSorted((a, b) => numberOf(a) - numberOf(b)))
  return folders.map(({ path, atMs }) => {
    const day = basename(path).slice(0, '2026-01-01'.length)
    return { path, atMs: Math.max(atMs, Date.parse(day) || 0) }
  })
}

async function agedIn(folder: string): Promise<AgedFile[]> {
  return agedAt(await pathsIn(folder))
}

/** Follows no link: people who may write into a folder must not choose what is deleted. */
async function pathsIn(folder: string): Promise<string[]> {
  if ((await lstat(folder).catch(() => undefined))?.isDirectory() !== true) return []
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
}

/** Another process may have deleted some meanwhile. */
async function agedAt(paths: readonly string[]): Promise<AgedFile[]> {
  const found: AgedFile[] = []
  for (const path of paths) {
    const facts = await lstat(path).catch(() => undefined)
    if (facts !== undefined) found.push({ path, atMs: facts.mtimeMs })
  }
  return found
}
