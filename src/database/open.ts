/**
 * Opens the database: a PostgreSQL server when there is an address, else the embedded one in a data
 * directory, which one executor owns at a time and which others read through its owner.
 */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { noteClosedFiles } from './closed-files.ts'
import { damagedDirectory, forbiddenFile, refuseDamaged } from './damaged-directory.ts'
import { directoryFailure } from '../directory-failure.ts'
import type { EngineStep } from './embedded/worker-protocol.ts'
import { connectThroughHolder, holderSilent, serveHolderSocket } from './holder-socket.ts'
import { lockDataDir, tryLockDataDir, type DirectoryLock } from './lock.ts'
import { openEmbedded } from './open-embedded.ts'
import { openServer } from './open-server.ts'
import type { Database } from './pool.ts'

export type { Database } from './pool.ts'

export type OpenOptions = OpenServerOptions | OpenDirectoryOptions

interface OpenServerOptions {
  url: string
  /** Milliseconds after which the server gives a statement up (57014). */
  statementMsMax?: number
  /** The stop of the process, after which a silent server is given up soon. */
  stop?: AbortSignal
}

interface OpenDirectoryOptions {
  dataDir: string
  /**
   * 'execute' (the default) owns the directory, or throws 'already-running'. 'read' goes through
   * the owner if there is one, else owns the directory for as long as it is open.
   */
  mode?: 'execute' | 'read'
  /** The command of this process, for the message to a second one: "frota worker". */
  command?: string
  /** Called before each step that takes a while. */
  onProgress?: (step: EngineStep) => void
}

/** An owner that is still starting takes seconds; a reader waits this long for its socket. */
const HOLDER_READY_MS_MAX = 30_000
const HOLDER_POLL_MS = 50

/** Of the engine's own words in a sentence. */
const WHY_CHARACTERS_MAX = 120

/** The engine needs room for at least one more WAL file and its control files. */
const START_BYTES_MIN = 4 * 1024 * 1024

const CWD_GONE = {
  pt: 'O diretório em que este comando foi iniciado não existe mais: entre em outro (cd) e repita.',
  en: 'The directory in which this command was started is gone: change to another (cd) and repeat.',
}

/** Throws 'database-unreachable', 'configuration', 'already-running', or one of the disk's. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if ('url' in options) return await openServer(options.url, options)
  requireWorkingDirectory()
  return await openDirectory({ ...options, dataDir: resolve(options.dataDir) })
}

/** Without one, names are found from nowhere, and the engine does not start. */
function requireWorkingDirectory(): void {
  try {
    process.cwd()
  } catch (cause) {
    throw new Failure('usage', CWD_GONE, { cause })
  }
}

async function openDirectory(options: OpenDirectoryOptions): Promise<Database> {
  const lockOptions = {
    command: options.command ?? 'frota',
    clock: wallClock,
    mode: options.mode ?? 'execute',
  }
  if (lockOptions.mode === 'execute') {
    return await openOwned(options, await lockDataDir(options.dataDir, lockOptions))
  }
  const deadline = wallClock.uptime() + HOLDER_READY_MS_MAX
  for (;;) {
    const lock = tryLockDataDir(options.dataDir, lockOptions)
    if (lock) return await openOwned(options, lock)
    const database = await connectThroughHolder(options.dataDir)
    if (database) return database
    if (wallClock.uptime() > deadline) throw holderSilent(options.dataDir)
    await wallClock.sleep(HOLDER_POLL_MS)
  }
}

async function openOwned(options: OpenDirectoryOptions, lock: DirectoryLock): Promise<Database> {
  const { dataDir, onProgress } = options
  await using opened = new AsyncDisposableStack()
  opened.defer(() => lock.release())
  const pgDataDir = join(dataDir, 'pgdata')
  const isFirst = !existsSync(pgDataDir)
  let isOpen = false
  try {
    const closed = refuseDamaged(dataDir)
    opened.defer(() => {
      if (isOpen) noteClosedFiles(pgDataDir, closed)
    })
    const database = opened.use(await openEmbedded({ pgDataDir, onStep: onProgress }))
    const socket = await serveHolderSocket(dataDir, () => database.connect())
    opened.defer(() => socket.close())
    lock.announce(socket.path)
    isOpen = true
    const { pool, queuePool } = database
    const { guests } = socket
    // From here on the caller closes: the socket first, then the database, at last the lock.
    const all = opened.move()
    let closing: Promise<void> | undefined
    const close = (): Promise<void> => (closing ??= all.disposeAsync())
    return { pool, queuePool, engine: 'pglite', guests, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    throw await startFailure(error, dataDir, isFirst)
  }
}

/** The engine does not say why it cannot start: the disk is full, or what is on it is damaged. */
async function startFailure(error: unknown, dataDir: string, isFirst: boolean): Promise<unknown> {
  if (error instanceof Failure) return error
  const named = (isFirst ? undefined : forbiddenFile(dataDir)) ?? directoryFailure(error, dataDir)
  if (named instanceof Failure) return named
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= START_BYTES_MIN) {
    const why = error instanceof Error ? error.message.slice(0, WHY_CHARACTERS_MAX) : 'unknown'
    return isFirst ? error : damagedDirectory(dataDir, why, error)
  }
  return directoryFailure(Object.assign(new Error('no room'), { code: 'ENOSPC' }), dataDir)
}
