/**
 * One owner for a data directory: two processes in one PGlite directory lose rows silently. The
 * lock belongs to the kernel, so kill -9 frees it; SQLite takes it the same way on every system.
 */
import type { Bilingual } from '../bilingual.ts'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { instant, type Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { fieldsOf } from '../fields.ts'
import { directoryFailure } from '../directory-failure.ts'
import { refuseRoot } from './damaged-directory.ts'
import { holderFile, holderLives, readHolder, writeHolder, type Holder } from './holder.ts'

export interface LockOptions {
  /** The command of this process, for the message to a second one. */
  command: string
  clock: Clock
  mode?: 'execute' | 'read'
}

export type DirectoryLock = ReturnType<typeof heldLock>

/** Never opened by anything else: POSIX frees a lock when any handle of the same process closes. */
const LOCK_FILE = 'lock.sqlite'

/** The owner writes its note right after it took the lock; this bounds the wait for it. */
const HOLDER_NOTE_MS_MAX = 500
const HOLDER_NOTE_POLL_MS = 25

/** A reader leaves soon; on a busy machine its engine alone takes ten seconds to start. */
const READER_LEAVES_MS_MAX = 30_000
const READER_POLL_MS = 50

const SQLITE_BUSY = 5

/**
 * Takes the directory, created with mode 0700 when it is missing. Throws 'already-running' (exit
 * 75) naming the owner, 'directory-unwritable' or 'disk-full'.
 */
export async function lockDataDir(dataDir: string, options: LockOptions): Promise<DirectoryLock> {
  const deadline = options.clock.uptime() + READER_LEAVES_MS_MAX
  for (;;) {
    const lock = tryLockDataDir(dataDir, options)
    if (lock) return lock
    const holder = await findHolder(dataDir, options.clock)
    // A reader removes its note before it lets go, so whoever has none is about to go or has just come.
    const leavesSoon = holder?.mode !== 'execute' && options.clock.uptime() < deadline
    if (!leavesSoon) throw alreadyRunning(dataDir, holder)
    await options.clock.sleep(READER_POLL_MS)
  }
}

/** Undefined when another process, or another part of this one, owns the directory. */
export function tryLockDataDir(dataDir: string, options: LockOptions): DirectoryLock | undefined {
  try {
    refuseRoot(dataDir)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const kernelLock = takeKernelLock(join(dataDir, LOCK_FILE))
    return kernelLock && heldLock(dataDir, kernelLock, options)
  } catch (error) {
    throw directoryFailure(error, dataDir)
  }
}

/** The owner of a directory that could not be locked; waits shortly for the owner's note. */
async function findHolder(dataDir: string, clock: Clock): Promise<Holder | undefined> {
  const deadline = clock.uptime() + HOLDER_NOTE_MS_MAX
  for (;;) {
    const holder = readHolder(dataDir)
    // A note of a dead process is of an earlier owner, or of a process in another container.
    if (holder && holderLives(holder)) return holder
    if (clock.uptime() >= deadline) return holder
    await clock.sleep(HOLDER_NOTE_POLL_MS)
  }
}

function takeKernelLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written here, so a kill need not leave a rollback journal behind.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
    return database
  } catch (error) {
    database.close()
    if (fieldsOf(error)['errcode'] === SQLITE_BUSY) return undefined
    throw error
  }
}

function heldLock(dataDir: string, kernelLock: DatabaseSync, options: LockOptions) {
  const holder: Holder = {
    pid: process.pid,
    command: options.command,
    since: instant(options.clock.now()),
    mode: options.mode ?? 'execute',
  }
  try {
    writeHolder(dataDir, holder)
  } catch (error) {
    kernelLock.close()
    throw error
  }
  const release = (): void => {
    if (!kernelLock.isOpen) return
    rmSync(holderFile(dataDir), { force: true })
    kernelLock.close()
  }
  /** Tells others where the open database can be reached. */
  const announce = (socket: string): void => writeHolder(dataDir, { ...holder, socket })
  return { announce, release, [Symbol.dispose]: release }
}

function alreadyRunning(dataDir: string, holder: Holder | undefined): Failure {
  const who = whoHolds(holder)
  return new Failure('already-running', {
    pt:
      `O diretório de dados ${dataDir} está em uso por ${who.pt}. Espere que termine ou pare-o, ` +
      'ou escolha outro diretório com FROTA_DATA_DIR.',
    en:
      `The data directory ${dataDir} is in use by ${who.en}. Wait until it ends or stop it, ` +
      'or choose another directory with FROTA_DATA_DIR.',
  })
}

function whoHolds(holder: Holder | undefined): Bilingual {
  if (holder === undefined) return { pt: 'outro processo', en: 'another process' }
  const { command, pid, since } = holder
  return {
    pt: `"${command}" (processo ${pid}, desde ${since})`,
    en: `"${command}" (process ${pid}, since ${since})`,
  }
}
