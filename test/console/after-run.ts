/** A console whose run is over: each process of the tests lives it once, and restores what it left. */
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWallClock } from '../../src/clock.ts'
import { openTestConsole, type TestConsole } from './open-console.ts'

/** What is owed, and so which orders the limit lets through, depends on the day. */
export const NOON = Date.parse('2026-11-24T12:00:00-03:00')

const OPTIONS = {
  FROTA_CSV_FLAVOUR: 'machine',
  FROTA_LOCALE: 'en',
  FROTA_ORDER_METHOD: 'pix',
  FROTA_APPROVE_UP_TO: '1500',
  FROTA_PERSON: 'Ana Souza',
}

interface Lived {
  /** Restored at the path at which it was lived, because the ledger names it. */
  readonly home: string
  /** In memory, so that nothing is left where the process ends. */
  readonly kept: readonly Kept[]
  /** Time of a ledger never goes back, so it goes on from here. */
  readonly realMs: number
}
interface Kept {
  readonly path: string
  readonly bytes?: Buffer
  readonly linksTo?: string
}
let living: Promise<Lived> | undefined

/** Of small.csv: some orders are made, others wait for a decision. One at a time may be open. */
export async function openAfterRun(environment: Record<string, string> = {}): Promise<TestConsole> {
  living ??= live()
  const { home, kept, realMs } = await living
  for (const { path, bytes, linksTo } of kept) {
    if (bytes !== undefined) await writeFile(join(home, path), bytes, { mode: 0o600 })
    else if (linksTo !== undefined) await symlink(linksTo, join(home, path))
    else await mkdir(join(home, path), { recursive: true, mode: 0o700 })
  }
  startWallClock({ thenMs: NOON, realMs })
  return openIn(home, environment)
}

async function openIn(home: string, environment: Record<string, string>): Promise<TestConsole> {
  const directories = {
    FROTA_DATA_DIR: join(home, 'data'),
    FROTA_REPORTS_DIR: join(home, 'reports'),
  }
  const pages = await openTestConsole({ ...OPTIONS, ...directories, ...environment })
  const close = pages[Symbol.asyncDispose]
  return {
    ...pages,
    [Symbol.asyncDispose]: async () => {
      await close()
      await rm(home, { recursive: true })
    },
  }
}

async function live(): Promise<Lived> {
  const home = await mkdtemp(join(tmpdir(), 'frota-after-run-'))
  const realMs = Date.now()
  startWallClock({ thenMs: NOON, realMs })
  await using pages = await openIn(home, {})
  await pages.reconcile('small.csv')
  await pages.stop()
  return { home, kept: await keptOf(home), realMs }
}

async function keptOf(home: string): Promise<Kept[]> {
  const below = await readdir(home, { recursive: true, withFileTypes: true })
  const entries = below.map(async (entry): Promise<Kept> => {
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(home.length)
    if (entry.isSymbolicLink()) return { path, linksTo: await readlink(full) }
    return entry.isDirectory() ? { path } : { path, bytes: await readFile(full) }
  })
  const folders = (await Promise.all(entries)).toSorted((one, other) =>
    one.path < other.path ? -1 : 1,
  )
  return [{ path: '' }, ...folders]
}
