/**
 * One executor per name on a database server: session locks that the server frees when the process
 * dies. The embedded database needs none, since one process owns its directory.
 */
import { Failure } from '../failure.ts'
import type { Pool, PoolClient } from './pool.ts'

export interface NamedLocks extends AsyncDisposable {
  readonly names: readonly string[]
}

/** Throws `already-running` (exit 75) when another process holds one of the names. */
export async function takeNamedLocks(pool: Pool, names: readonly string[]): Promise<NamedLocks> {
  const session = await pool.connect()
  try {
    for (const name of names) await takeOne(session, name)
  } catch (error) {
    session.release(true)
    throw error
  }
  return {
    names,
    // The session itself is ended: whoever gets a connection after it must not inherit a lock.
    [Symbol.asyncDispose]: async () => session.release(true),
  }
}

async function takeOne(session: PoolClient, name: string): Promise<void> {
  const { rows } = await session.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [name],
  )
  if (rows[0]?.taken === true) return
  throw new Failure('already-running', {
    pt: `Outro processo já trabalha com "${name}" neste banco; espere que termine (frota status).`,
    en: `Another process works on "${name}" in this database already; wait for it (frota status).`,
  })
}
