/**
 * Leases by name: who holds what until when. The database's clock decides, so the machines' clocks
 * need not agree. The former holder of an expired lease gets it back if it renews before others.
 */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface Holder {
  /** Unique among all processes ever: host, process id and start. */
  readonly holder: string
  /** The command's name, for people. */
  readonly command: string
}

/** A living process, for people. */
export interface Executor extends Holder {
  readonly since: Date
  /** The schedule whose night it processes jobs of. */
  readonly processes: string | null
}

/** Who holds a name; `until` changes at each renewal. */
export interface HeldBy extends Holder {
  readonly name: string
  readonly until: string
}

export type Taken = { readonly taken: true; readonly epoch: bigint } | { readonly taken: false }

export type LeaseStore = ReturnType<typeof openLeaseStore>

/** What an executor's own lease is called. */
export function executorLease(holder: string): string {
  return `executor ${holder}`
}

/** Leases of processes that were killed are kept so long after expiry, for investigation. */
const FORGOTTEN_AFTER_MS = 3_600_000

/** `leaseMs`: how long a lease lasts; null for ever, where only one process may work. */
export function openLeaseStore(db: LedgerDb, leaseMs: number | null) {
  const until =
    leaseMs === null
      ? sql`'infinity'::timestamptz`
      : sql`frota.ledger_now() + frota.milliseconds(${leaseMs}::double precision)`
  return {
    /** Takes all names or none. */
    take: (who: Holder, names: readonly string[]) => take(db, { ...who, names, until }),
    /** Renews the names that are still this holder's, and returns them. */
    renew: async (holder: string, names: readonly string[]): Promise<ReadonlySet<string>> => {
      // In the order in which they are taken, so that neither waits for the other.
      const { rows } = await sql<{ name: string }>`
        update frota.lease set until = ${until} where name in (
          select name from frota.lease where holder = ${holder} and name = any (${names})
            order by name for update)
        returning name`.execute(db)
      return new Set(rows.map(({ name }) => name))
    },
    release: async (holder: string, names: readonly string[]): Promise<void> => {
      await sql`delete from frota.lease where holder = ${holder} and name = any (${names})`.execute(
        db,
      )
    },
    /** Releases all leases of a holder that ends. */
    leave: async (holder: string): Promise<void> => {
      await sql`delete from frota.lease where holder = ${holder}`.execute(db)
    },
    /** Deletes all leases; only where no other process can be working. */
    clear: async (): Promise<void> => {
      await sql`delete from frota.lease`.execute(db)
    },
    forgetOld: async (): Promise<void> => {
      await sql`delete from frota.lease where until
        < frota.ledger_now() - frota.milliseconds(${FORGOTTEN_AFTER_MS})`.execute(db)
    },
    /** The holder of one of the names; undefined when nobody has any of them. */
    whoHas: async (names: readonly string[]): Promise<HeldBy | undefined> => {
      const { rows } = await sql<HeldBy>`
        select name, holder, command, until::text as until from frota.lease
        where name = any (${names}) and until > frota.ledger_now()
        order by name limit 1`.execute(db)
      return rows[0]
    },
    /** Those of the holders whose own lease has expired. */
    gone: async (holders: readonly string[]): Promise<string[]> => {
      if (holders.length === 0) return []
      const { rows } = await sql<{ holder: string }>`
        select asked.holder from unnest(${holders}::text[], ${holders.map(executorLease)}::text[])
          as asked (holder, name) where not exists (select from frota.lease
            where lease.name = asked.name and until > frota.ledger_now())`.execute(db)
      return rows.map(({ holder }) => holder)
    },
    /** Milliseconds since 1970 by the clock that decides about leases. */
    nowMs: async (): Promise<number> => {
      const { rows } = await sql<{ nowMs: number }>`
        select (extract(epoch from frota.ledger_now()) * 1000)::float8 as "nowMs"`.execute(db)
      return rows[0]?.nowMs ?? 0
    },
    processes: async (holder: string, scheduleId: string | null): Promise<void> => {
      await sql`update frota.lease set processes = ${scheduleId}::uuid
        where name = ${executorLease(holder)} and holder = ${holder}`.execute(db)
    },
    /** Living processes, the longest running first. */
    executors: async (): Promise<Executor[]> => {
      const { rows } = await sql<Executor>`
        select holder, command, since, processes from frota.lease
        where name = 'executor ' || holder and until > frota.ledger_now()
        order by since, holder`.execute(db)
      return rows
    },
  }
}

async function take(
  db: LedgerDb,
  request: Holder & { readonly names: readonly string[]; readonly until: RawBuilder<unknown> },
): Promise<Taken> {
  const { holder, command, names, until } = request
  const tx = await db.startTransaction().execute()
  try {
    const { rows } = await sql<{ epoch: bigint }>`
      insert into frota.lease as held (name, holder, command, since, until)
      select name, ${holder}, ${command}, frota.ledger_now(), ${until}
        from unnest(${names}::text[]) as wanted (name) order by name
      on conflict (name) do update set holder = excluded.holder, command = excluded.command,
          since = excluded.since, until = excluded.until, epoch = excluded.epoch, processes = null
        where held.until <= frota.ledger_now()
      returning epoch`.execute(tx)
    const epoch = rows.at(-1)?.epoch
    const isAll = epoch !== undefined && rows.length === names.length
    await (isAll ? tx.commit() : tx.rollback()).execute()
    return isAll ? { taken: true, epoch } : { taken: false }
  } catch (error) {
    // If the rollback does not reach the server, the end of the session undoes the transaction.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}
