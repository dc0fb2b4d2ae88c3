/** Opens a PostgreSQL server by its address. */
import { Failure } from '../failure.ts'
import { startFailure } from './database-failure.ts'
import { endPools } from './end-pools.ts'
import { buildPools, type Database } from './pool.ts'

/** A dead address must not keep a start waiting. */
const CONNECT_MS_MAX = 10_000

/** Far more than any statement takes that is not made on `connectPatiently`. */
const ANSWER_MS_MAX = 60_000
/** The server's own limit comes first, and says what it was. */
const ANSWER_AFTER_LIMIT_MS = 1_000
/** Within the ten seconds that Docker gives, also one after the other. */
const STOPPING = { answerMsMax: 5_000, connectMsMax: 3_000 }

/**
 * The server ends an idle transaction of a frozen process after 20 s, and the session of a machine
 * that disappeared after 90 s: others wait for their rows and locks.
 */
const FORSAKEN =
  '-c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=60 ' +
  '-c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/**
 * `url`: postgresql://user:password@host:port/database. `statementMsMax`: milliseconds after which
 * the server cancels a statement; absent: the server's setting. `stop`: once it aborts, a server
 * that is silent or out of reach is hardly waited for. Throws 'database-unreachable'.
 */
export async function openServer(
  url: string,
  { statementMsMax, stop }: { statementMsMax?: number; stop?: AbortSignal } = {},
): Promise<Database> {
  const place = placeOf(url)
  const limit = statementMsMax === undefined ? '' : ` -c statement_timeout=${statementMsMax}`
  const session = `-c TimeZone=UTC -c DateStyle=ISO${limit} ${FORSAKEN}`
  // A connection string wins over single settings in pg, so the settings go into the session
  // options.
  const answerMsMax =
    statementMsMax === undefined ? ANSWER_MS_MAX : statementMsMax + ANSWER_AFTER_LIMIT_MS
  const pools = buildPools(
    { connectionString: url, connectionTimeoutMillis: CONNECT_MS_MAX, answerMsMax },
    (searchPath) => `-c search_path=${searchPath} ${session}`,
  )
  const hurry = (): void => {
    for (const each of [pools.pool, pools.queuePool]) each.hurry(STOPPING)
  }
  if (stop?.aborted === true) hurry()
  stop?.addEventListener('abort', hurry)
  const close = (): Promise<void> => {
    stop?.removeEventListener('abort', hurry)
    return endPools(pools)
  }
  try {
    await pools.pool.query('SELECT 1')
  } catch (error) {
    await close()
    throw startFailure(error, place)
  }
  return { ...pools, engine: 'postgresql', close, [Symbol.asyncDispose]: close }
}

/** Host and port for messages: never the user, never the password. */
function placeOf(url: string): string {
  const found = URL.parse(url)
  if (!found || !/^postgres(?:ql)?:$/.test(found.protocol)) {
    const form = 'postgresql://user:password@host:5432/database'
    throw new Failure('configuration', {
      pt: `DATABASE_URL não é um endereço da forma ${form}.`,
      en: `DATABASE_URL is not an address of the form ${form}.`,
    })
  }
  const host = found.hostname || found.searchParams.get('host') || 'localhost'
  return `${decodeURIComponent(host)}:${found.port || found.searchParams.get('port') || '5432'}`
}
