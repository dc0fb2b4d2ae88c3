/** Opens PGlite, in a worker thread, behind pools of `pg`. */
import { startEngine, type EngineStart } from './embedded/engine.ts'
import type { WorkerStream } from './embedded/worker-stream.ts'
import { buildPools, EMBEDDED_HOST, type Database } from './pool.ts'
import { endPools } from './end-pools.ts'

export interface EmbeddedDatabase extends Database {
  engine: 'pglite'
  /** A raw wire connection, for the holder's local socket. */
  connect(): WorkerStream
}

/** The caller holds the directory's lock; without `pgDataDir` the database is in memory. */
export async function openEmbedded(options: EngineStart): Promise<EmbeddedDatabase> {
  const engine = await startEngine(options)
  // Every value is given, because pg would take missing ones from PGHOST and similar variables.
  const pools = buildPools(
    {
      stream: () => engine.connect(),
      host: EMBEDDED_HOST,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
    },
    () => '',
  )
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= endPools(pools).then(() => engine.stop())
    return closing
  }
  const connect = (): WorkerStream => engine.connect()
  return { ...pools, engine: 'pglite', connect, close, [Symbol.asyncDispose]: close }
}
