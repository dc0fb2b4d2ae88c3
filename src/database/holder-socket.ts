/**
 * Lets other processes read a data directory through its owner: the owner serves the PostgreSQL
 * wire protocol on a local socket (a named pipe on Windows), and the others connect to it as to a
 * server.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, Socket, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { directoryFailure, errorCode } from '../directory-failure.ts'
import { Failure } from '../failure.ts'
import { systemRandom } from '../random.ts'
import type { WorkerStream } from './embedded/worker-stream.ts'
import { endPools } from './end-pools.ts'
import { buildPools, type Database } from './pool.ts'
import { readHolder } from './holder.ts'

/** The kernel's limit for socket paths is 104 bytes on macOS and 108 on Linux. */
const SOCKET_PATH_BYTES_MAX = 100

/** A longer data directory has its socket in the temporary folder. */
const DATA_DIR_BYTES_MAX = SOCKET_PATH_BYTES_MAX - '/socket/.s.PGSQL.5432'.length

/** The name that PostgreSQL's own clients look for, so that `psql -h <folder>` works too. */
const SOCKET_NAME = '.s.PGSQL.5432'

const SOCKET_CONNECTIONS_MAX = 100

/** The caller holds the lock of `dataDir`; `connect` opens one connection to its database. */
export async function serveHolderSocket(
  dataDir: string,
  connect: () => WorkerStream,
  temporary = tmpdir(),
) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // If either end goes away, the engine rolls back, and there is nobody to report the error to.
    pipeline(socket, connect(), socket).catch(() => undefined)
  })
  server.maxConnections = SOCKET_CONNECTIONS_MAX
  const { path, folder } = await listenSomewhere(server, dataDir, temporary)
  return {
    path,
    guests: (): number => sockets.size,
    close: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Undefined when nobody serves the directory (any more). The caller closes what it gets. */
export async function connectThroughHolder(dataDir: string): Promise<Database | undefined> {
  const { socket: path, pid: ownerPid } = readHolder(dataDir) ?? {}
  if (path === undefined || ownerPid === undefined) return undefined
  const stream = (): Socket => {
    const socket = new Socket()
    const connect = socket.connect.bind(socket)
    // pg passes a host and a port, which are ignored: this connection uses the socket's path.
    return Object.assign(socket, { connect: () => connect({ path }) })
  }
  const identity = { host: 'holder', port: 5432, user: 'postgres', database: 'postgres' }
  const pools = buildPools({ ...identity, stream, password: '', ssl: false }, () => '')
  const close = (): Promise<void> => endPools(pools)
  try {
    await pools.pool.query('SELECT 1')
  } catch {
    await close()
    return undefined
  }
  return { ...pools, engine: 'pglite', ownerPid, close, [Symbol.asyncDispose]: close }
}

/** Of an owner that holds the lock and was not reached. */
export function holderSilent(dataDir: string): Failure {
  const { socket, command, pid } = readHolder(dataDir) ?? {}
  if (socket === undefined || existsSync(socket)) {
    return new Failure('already-running', {
      pt: `O diretório de dados ${dataDir} está em uso por um processo que não responde. Pare-o ou espere que termine de iniciar.`,
      en: `The data directory ${dataDir} is in use by a process that does not answer. Stop it, or wait until it has started.`,
    })
  }
  return new Failure('already-running', {
    pt: `${dataDir} está em uso, e o socket de quem o usa, ${socket}, não se vê daqui (PrivateTmp do systemd, ou outro contêiner). É "${command}" (processo ${pid}): inicie-o com um FROTA_DATA_DIR de até ${DATA_DIR_BYTES_MAX} bytes, ou com um TMPDIR que os dois vejam.`,
    en: `${dataDir} is in use, and the socket of who uses it, ${socket}, is not there from here (systemd's PrivateTmp, or another container). It is "${command}" (process ${pid}): start it with a FROTA_DATA_DIR of at most ${DATA_DIR_BYTES_MAX} bytes, or with a TMPDIR that both see.`,
  })
}

interface Place {
  path: string
  /** A folder of its own that only its owner may enter, whatever the umask; none for a pipe. */
  folder?: string
}

/** In the data directory if its path is short and its file system knows sockets, else near /tmp. */
async function listenSomewhere(server: Server, dataDir: string, temporary: string): Promise<Place> {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\frota-${systemRandom.uuid()}`
    await listen(server, path)
    return { path }
  }
  const near = join(dataDir, 'socket')
  await rm(near, { recursive: true, force: true })
  if (Buffer.byteLength(join(near, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX) {
    try {
      await mkdir(near, { mode: 0o700 })
      return await listenIn(server, near)
    } catch {
      // Folders that a container shares with its host often refuse sockets.
      await rm(near, { recursive: true, force: true })
    }
  }
  try {
    return await listenIn(server, await mkdtemp(join(temporary, 'frota-')))
  } catch (error) {
    throw noPlace(dataDir, temporary, error)
  }
}

function noPlace(dataDir: string, temporary: string, cause: unknown): Failure {
  const failure = directoryFailure(cause, temporary)
  if (failure instanceof Failure && failure.code === 'disk-full') return failure
  const why = errorCode(cause)
  return new Failure(
    'directory-unwritable',
    {
      pt: `O socket do banco não cabe em ${dataDir} (mais de ${DATA_DIR_BYTES_MAX} bytes, ou um disco sem sockets), nem pode ser criado na pasta temporária ${temporary} (${why}). Encurte FROTA_DATA_DIR, ou indique outra pasta com TMPDIR.`,
      en: `The database's socket does not fit into ${dataDir} (over ${DATA_DIR_BYTES_MAX} bytes, or a disk without sockets), nor can it be made in the temporary folder ${temporary} (${why}). Shorten FROTA_DATA_DIR, or name another folder with TMPDIR.`,
    },
    { cause },
  )
}

async function listenIn(server: Server, folder: string): Promise<Place> {
  const path = join(folder, SOCKET_NAME)
  await listen(server, path)
  await chmod(path, 0o600)
  return { path, folder }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
