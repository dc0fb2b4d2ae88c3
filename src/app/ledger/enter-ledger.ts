/** How a command opens the ledger: as one of the processes that work on it, or as a reader. */
import { hostname } from 'node:os'
import type { Clock } from '../../clock.ts'
import { migrate, refuseNewer, type MigrationSet } from '../../database/migrate.ts'
import type { Database } from '../../database/open.ts'
import type { PoolClient } from '../../database/pool.ts'
import { Failure } from '../../failure.ts'
import { openLeaseStore, type LeaseStore } from '../../ledger/runs/leases.ts'
import type { Log } from '../../log.ts'
import type { LedgerDb } from '../../ledger/schema/tx.ts'
import { keepLeases, LEASE_MS, type Leases } from './keep-leases.ts'

export interface Entering {
  readonly mode: 'execute' | 'read'
  readonly command: string
  readonly clock: Clock
  readonly log: Log
  /** How many migrations of the ledger this program knows; what only reads need not say. */
  readonly known?: number
  /** Called when the connection to a server broke and was made again. */
  readonly onBack: (holder: string) => void
}

export async function enterLedger(
  { engine, pool, ownerPid }: Database,
  db: LedgerDb,
  { mode, command, clock, log, known = Number.POSITIVE_INFINITY, onBack }: Entering,
): Promise<Leases> {
  const isServer = engine === 'postgresql'
  const store = openLeaseStore(db, isServer ? LEASE_MS : null)
  if (mode === 'read') {
    // If this process owns the directory, nobody works in it: leases there are of killed processes.
    const isAlone = !isServer && ownerPid === undefined
    // Deleted, so that whoever reads through this process sees them gone, too.
    if (isAlone) await store.clear().catch(() => undefined)
    return onlooker({
      gone: isAlone ? async (holders) => [...holders] : store.gone,
      executors: isServer ? store.executors : async () => [],
    })
  }
  const who = { holder: holderName(clock.now()), command }
  // Whoever has the lock of an embedded directory is alone, so the holders of all leases are gone.
  await (isServer ? store.forgetOld() : store.clear())
  // After it was taken: a migration waits for what is being taken, and forgets all leases. So who
  // was frozen meanwhile, or is just starting, ends here instead of working on a newer ledger.
  const take: LeaseStore['take'] = async (...asked) => {
    const taken = await store.take(...asked)
    if (isServer) await refuseNewer(pool, 'frota', known)
    return taken
  }
  return keepLeases({
    store: { ...store, take },
    who,
    clock,
    log,
    renews: isServer,
    onBroken: (tell) => void pool.on('error', tell),
    onBack: () => onBack(who.holder),
  })
}

/** Brings a schema up to date unless a process of the earlier version works beside this one. */
export function migrateUnused(database: Database, set: MigrationSet): Promise<number> {
  return migrate(database.pool, set, (client) => requireUnused(database, client))
}

async function requireUnused({ engine, ownerPid }: Database, client: PoolClient): Promise<void> {
  if (engine === 'pglite') {
    if (ownerPid !== undefined) throw usedByOlder(`pid ${ownerPid}`)
    return
  }
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('frota.lease') IS NOT NULL AS there`,
  )
  if (found[0]?.there !== true) return
  await client.query('LOCK TABLE frota.lease IN SHARE MODE')
  const { rows } = await client.query<{ who: string }>(
    `SELECT format('frota %s (%s)', command, holder) AS who FROM frota.lease
     WHERE name = 'executor ' || holder AND until > frota.ledger_now() ORDER BY since, holder`,
  )
  if (rows.length > 0) throw usedByOlder(rows.map(({ who }) => who).join(', '))
  await client.query('DELETE FROM frota.lease')
}

function usedByOlder(who: string): Failure {
  return new Failure('already-running', {
    pt: `O banco de dados é de uma versão anterior do frota e está em uso por ${who}; nada foi mudado. Pare todos os processos dela e repita, ou use aquela versão.`,
    en: `The database is of an earlier version of frota and in use by ${who}; nothing was changed. Stop all of its processes and repeat, or use that version.`,
  })
}

/** The leases of a reader: it takes none, but can tell which processes work. */
function onlooker(reading: Pick<Leases, 'gone' | 'executors'>): Leases {
  const refuse = async (): Promise<never> => {
    throw new Error('A command that only reads takes no lease.')
  }
  return {
    holder: '',
    ...reading,
    take: refuse,
    tryTake: refuse,
    apartMs: refuse,
    processes: refuse,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Host, process id and start, since the system gives process ids again. */
function holderName(startedAtMs: number): string {
  return `${hostname()}/${process.pid}/${startedAtMs}`
}
