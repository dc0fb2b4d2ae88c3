/** Session locks by name on a database server, which frees them when the session's process dies. */
import { Failure } from '../failure.ts'
import type { Pool, PoolClient } from './pool.ts'

/** Granted locks by name of this database: `pid` and `key`, which pg_locks shows in two halves. */
export const LOCKS_HELD = `(select pid, (classid::bigint << 32) | objid::bigint as key
  from pg_catalog.pg_locks where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_catalog.pg_database where datname = current_database()))`

const LOCK_NOT_AVAILABLE = '55P03'

/** An SQL expression, of an SQL expression that is the name. */
export const lockKey = (name: string): string => `hashtextextended(${name}, 0)`

/** False when another session has it; a session may take one twice. */
export async function tryLock(session: PoolClient, name: string): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${lockKey('$1')}) as taken`,
    [name],
  )
  return rows[0]?.taken === true
}

/** The same for whoever may wait: it comes right after whoever has it now. */
export async function waitForLock(
  session: PoolClient,
  name: string,
  waitMsMax: number,
): Promise<boolean> {
  await session.query('begin')
  try {
    await session.query(`set local lock_timeout = ${waitMsMax}`)
    await session.query(`select pg_advisory_lock(${lockKey('$1')})`, [name])
    await session.query('commit')
    return true
  } catch (error) {
    await session.query('rollback')
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

export async function unlock(session: PoolClient, name: string): Promise<void> {
  await session.query(`select pg_advisory_unlock(${lockKey('$1')})`, [name])
}

/** What the session that has it calls itself; undefined when nobody has it any more. */
export async function whoHas(pool: Pool, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ who: string }>(
    `select application_name as who from ${LOCKS_HELD} as held
       join pg_catalog.pg_stat_activity using (pid) where key = ${lockKey('$1')}`,
    [name],
  )
  return rows[0]?.who || undefined
}

/** `name`: what both want; `who`: the other, as it calls itself. Exit 75. */
export function workedOnBy(name: string, who: string | undefined): Failure {
  const by = who ?? '—'
  return new Failure('already-running', {
    pt: `Outro processo (${by}) já trabalha com "${name}" neste banco; espere que termine (frota status).`,
    en: `Another process (${by}) works on "${name}" in this database already; wait for it (frota status).`,
  })
}
