/**
 * Leases by name: who holds what until when. The database's clock decides, so that those of the
 * machines need not agree. What ran out is its former holder's again if that one renews it first.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface Holder {
  /** Unlike that of any other process ever. */
  readonly holder: string
  /** What people know it by. */
  readonly command: string
}

/** A living process, for people. */
export interface Executor extends Holder {
  readonly since: Date
  /** The schedule whose night it processes jobs of. */
  readonly processes: string | null
}

/** Who has a name by now; `until` changes whenever it renews. */
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

/** Rows of processes that ended without a word are kept so long, for whoever looks into them. */
const FORGOTTEN_AFTER_MS = 3_600_000

/** `leaseMs`: how long what is taken or renewed lasts; null for ever, where one process may work. */
export function openLeaseStore(db: LedgerDb, leaseMs: number | null) {
  const until =
    leaseMs === null
      ? sql`'infinity'::timestamptz`
      : sql`frota.ledger_now() + frota.milliseconds(${leaseMs}::double precision)`
  return {
    /** All names or none. */
    take: (who: Holder, names: readonly string[]) => take(db, { ...who, names, until }),
    /** Answers those of the names that are still this holder's, each for as long again. */
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
    /** Everything of a holder that ends. */
    leave: async (holder: string): Promise<void> => {
      await sql`delete from frota.lease where holder = ${holder}`.execute(db)
    },
    /** Only where no other process can be there. */
    clear: async (): Promise<void> => {
      await sql`delete from frota.lease`.execute(db)
    },
    forgetOld: async (): Promise<void> => {
      await sql`delete from frota.lease where until
        < frota.ledger_now() - frota.milliseconds(${FORGOTTEN_AFTER_MS})`.execute(db)
    },
    /** Undefined when nobody has any of them. */
    whoHas: async (names: readonly string[]): Promise<HeldBy | undefined> => {
      const { rows } = await sql<HeldBy>`
        select name, holder, command, until::text as until from frota.lease
        where name = any (${names}) and until > frota.ledger_now()
        order by name limit 1`.execute(db)
      return rows[0]
    },
    /** Those of the holders that are there no longer. */
    gone: async (holders: readonly string[]): Promise<string[]> => {
      if (holders.length === 0) return []
      const { rows } = await sql<{ holder: string }>`
        select asked.holder from unnest(${holders}::text[], ${holders.map(executorLease)}::text[])
          as asked (holder, name) where not exists (select from frota.lease
            where lease.name = asked.name and until > frota.ledger_now())`.execute(db)
      return rows.map(({ holder }) => holder)
    },
    processes: async (holder: string, scheduleId: string | null): Promise<void> => {
      await sql`update frota.lease set processes = ${scheduleId}::uuid
        where name = ${executorLease(holder)} and holder = ${holder}`.execute(db)
    },
    /** The longest there first. */
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
    // Nothing stays of it, whether or not the server still hears so.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}
