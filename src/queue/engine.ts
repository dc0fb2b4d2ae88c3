/** The two stores that BullMQ may run on, behind the one shape that the queue uses. */
import { createPostgresBackend, createRedisBackend } from 'bullmq'
import type { BackendFactory, IQueueBackend } from 'bullmq'
import type { Bilingual } from '../bilingual.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { listeningPool, type QueuePool } from './listening-pool.ts'
import { migrateQueue } from './migrate.ts'
import { restoringPool } from './restoring-pool.ts'
import { within } from './within.ts'

/** The engine binds the connection itself; BullMQ only insists on being given something. */
export interface Connection {
  bound: true
}

export const BOUND: Connection = { bound: true }

export interface Engine {
  backend: BackendFactory<IQueueBackend, Connection>
  /** Seconds after which an idle worker looks for jobs although nothing woke it. */
  idleLookSeconds: number
  /** What a person is told of an error of the store; any other comes back as it is. */
  failureOf(error: unknown): unknown
  close(): Promise<void>
}

/** A dead host answers no connect; a person at the terminal waits this long for the message. */
const CONNECT_MS_MAX = 5000
const ANSWER_MS_MAX = 10_000
/** Written at the start, because a server that is full, or a replica, answers and takes nothing. */
const GREETING = ['bull:frota-greeting', '', 'PX', 1_000] as const
/** How Redis begins to say that it takes no writes; why, and what to do. */
const REFUSALS: Readonly<Record<string, Bilingual>> = {
  OOM: {
    pt: 'está sem memória (maxmemory). Libere-a ou aumente-a',
    en: 'is out of memory (maxmemory). Free some or allow more',
  },
  READONLY: {
    pt: 'é uma réplica. Aponte REDIS_URL para o principal',
    en: 'is a replica. Point REDIS_URL at the primary',
  },
  MISCONF: {
    pt: 'não grava em disco. Abra espaço nele (veja o registro do Redis)',
    en: "cannot save to its disk. Make room there (see Redis' log)",
  },
  NOREPLICAS: {
    pt: 'exige réplicas que faltam (min-replicas-to-write). Inicie-as',
    en: 'wants replicas that are away (min-replicas-to-write). Start them',
  },
}
/** For Redis' QUIT: a stop has ten seconds in all, most of them for the jobs in flight. */
const QUIT_MS_MAX = 500
const RECONNECT_MS_MAX = 5000

/** LISTEN wakes the workers; looking is for a notification that was lost with its session. */
const DATABASE_IDLE_LOOK_SECONDS = 30
/** BullMQ blocks on Redis for no longer than this (BZPOPMIN across reconnections). */
const REDIS_IDLE_LOOK_SECONDS = 10

export async function databaseEngine(pool: QueuePool): Promise<Engine> {
  await migrateQueue(pool)
  const connection = listeningPool(restoringPool(pool))
  return {
    backend: (name, options, extra) =>
      createPostgresBackend(name, { ...options, connection }, extra),
    idleLookSeconds: DATABASE_IDLE_LOOK_SECONDS,
    failureOf: (error) => error,
    close: () => connection.close(),
  }
}

/** Whether Redis answers, for who only looks. Throws the Failure `queue-unreachable`. */
export async function reachRedis(redisUrl: string, clock: Clock): Promise<void> {
  const engine = await redisEngine(redisUrl, clock, () => undefined)
  await engine.close()
}

/**
 * One connection for all commands; BullMQ duplicates it for each worker's blocking wait. Throws
 * Failure `queue-unreachable` when the first connection fails; later ones are tried for ever.
 */
export async function redisEngine(
  redisUrl: string,
  clock: Clock,
  onTrouble: (error: Error) => void,
): Promise<Engine> {
  if (!isRedisUrl(redisUrl)) throw notAnAddress()
  // Loaded only here: a laptop without Redis should not wait for it at each start.
  const { Redis } = await import('ioredis')
  let reached = false
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS_MAX,
    // BullMQ requires null: a command that waits for a reconnection must not fail after N tries.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (reached ? Math.min(times * 200, RECONNECT_MS_MAX) : null),
  })
  let last: unknown
  client.on('error', (error: Error) => {
    last = error
    if (reached) onTrouble(error)
  })
  try {
    // A tunnel, or another kind of server, may accept the connection and never answer.
    const greeted = client.connect().then(() => client.set(...GREETING))
    if (!(await within(clock, ANSWER_MS_MAX, greeted))) throw new Error('no answer')
  } catch (error) {
    client.disconnect()
    throw unreachable(redisUrl, last ?? error)
  }
  reached = true
  return {
    backend: (name, options, extra) =>
      createRedisBackend(name, { ...options, connection: client }, extra),
    idleLookSeconds: REDIS_IDLE_LOOK_SECONDS,
    failureOf: (error) =>
      error instanceof Error && refusalOf(error.message) !== undefined
        ? unreachable(redisUrl, error)
        : error,
    close: async () => {
      // A server that is gone must not keep the process from ending.
      await within(
        clock,
        QUIT_MS_MAX,
        client.quit().catch(() => undefined),
      )
      client.disconnect()
    },
  }
}

/** ioredis takes any other text for the path of a socket, and quotes what it cannot parse. */
function isRedisUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol)
}

function notAnAddress(): Failure {
  return new Failure('queue-unreachable', {
    pt:
      'REDIS_URL não é um endereço como redis://host:6379: corrija-o; sem ele a fila usa o banco ' +
      'de dados.',
    en:
      'REDIS_URL is not an address like redis://host:6379: correct it; without it the queue runs ' +
      'on the database.',
  })
}

/** Names host and port, never the whole address, which may hold a password. */
function unreachable(redisUrl: string, cause: unknown): Failure {
  const { hostname, port } = new URL(redisUrl)
  const where = `${hostname}:${port || '6379'}`
  const said = cause instanceof Error ? cause.message : ''
  const { pt, en } = whyUnreachable(said, where)
  return new Failure(
    'queue-unreachable',
    {
      pt: `${pt}; sem REDIS_URL a fila usa o banco de dados.`,
      en: `${en}; without REDIS_URL the queue runs on the database.`,
    },
    // The message only: the error itself holds the command with its arguments, the password.
    { cause: new Error(said) },
  )
}

function whyUnreachable(said: string, where: string): Bilingual {
  const refusal = refusalOf(said)
  if (refusal !== undefined) {
    return {
      pt: `O Redis em ${where} não aceita gravações: ${refusal.pt}`,
      en: `Redis at ${where} takes no writes: it ${refusal.en}`,
    }
  }
  return /NOAUTH|WRONGPASS|NOPERM/.test(said)
    ? {
        pt: `O Redis em ${where} recusou a senha. Corrija REDIS_URL`,
        en: `Redis at ${where} refused the password. Correct REDIS_URL`,
      }
    : {
        pt: `O Redis não responde em ${where}. Inicie-o ou corrija REDIS_URL`,
        en: `Redis does not answer at ${where}. Start it or correct REDIS_URL`,
      }
}

function refusalOf(said: string): Bilingual | undefined {
  return REFUSALS[said.split(' ', 1)[0] ?? '']
}
