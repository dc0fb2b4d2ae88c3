/** The statements of the import store. */
import { sql } from 'kysely'
import type { Pool } from '../database/pool.ts'
import { applyImport } from './imports-apply.ts'
import { addRows } from './imports-rows.ts'
import type { Import, ImportStore, ReceivedFile } from './imports.ts'
import type { LedgerDb } from './tx.ts'

/** `pool`: of the same database; rows go in by COPY, which the query builder does not know. */
export function openImportStore(db: LedgerDb, pool: Pool): ImportStore {
  return {
    receive: (file) => receive(db, file),
    find: (id) => readImport(db, id),
    latestApplied: async (fleetId) => {
      const latest = await db
        .selectFrom('frota.import')
        .select('id')
        .where('fleet_id', '=', fleetId)
        .where('state', '=', 'applied')
        .orderBy('finished_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return latest === undefined ? undefined : readImport(db, latest.id)
    },
    pending: async (fleetId) => {
      const rows = await db
        .selectFrom('frota.import')
        .select('id')
        .where('fleet_id', '=', fleetId)
        .where('state', '=', 'received')
        .orderBy('received_at')
        .execute()
      return rows.map((row) => row.id)
    },
    clearRows: async (id) => {
      await db.deleteFrom('frota.import_row').where('import_id', '=', id).execute()
    },
    addRows: (id, batches) => addRows(pool, id, batches),
    overlap: (id) => overlap(db, id),
    apply: (id, judged) => applyImport(db, id, judged),
    forgetBefore: (before) => forgetBefore(db, before),
    refuse: async (id, refusal, at) => {
      await db
        .updateTable('frota.import')
        .set({ state: 'refused', refusal: JSON.stringify(refusal), finished_at: at })
        .where('id', '=', id)
        .where('state', '=', 'received')
        .execute()
    },
  }
}

async function receive(db: LedgerDb, file: ReceivedFile): Promise<Import> {
  await db
    .insertInto('frota.import')
    .values({
      fleet_id: file.fleetId,
      file_name: file.fileName,
      sha256: file.sha256,
      byte_length: BigInt(file.byteLength),
      defaults_hash: file.defaultsHash,
      state: 'received',
      received_at: file.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['fleet_id', 'sha256', 'defaults_hash'])
        .where('state', '<>', 'refused')
        .doNothing(),
    )
    .execute()
  const { id } = await db
    .selectFrom('frota.import')
    .select('id')
    .where('fleet_id', '=', file.fleetId)
    .where('sha256', '=', file.sha256)
    .where('defaults_hash', '=', file.defaultsHash)
    .where('state', '<>', 'refused')
    .executeTakeFirstOrThrow()
  const found = await readImport(db, id)
  if (found === undefined) throw new Error('An import that was just made is not there.')
  return found
}

async function readImport(db: LedgerDb, id: string): Promise<Import | undefined> {
  const row = await db
    .selectFrom('frota.import')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    fleetId: row.fleet_id,
    fileName: row.file_name,
    sha256: row.sha256,
    byteLength: Number(row.byte_length),
    state: row.state,
    refusal: row.refusal,
    understood: row.understood,
    read: row.rows_read,
    accepted: row.accepted,
    repaired: row.repaired,
    rejected: row.rejected,
    duplicate: row.duplicate,
    skipped: row.skipped,
    vehiclesAdded: row.vehicles_added,
    vehiclesChanged: row.vehicles_changed,
    vehiclesMissing: row.vehicles_missing,
    receivedAt: row.received_at,
    finishedAt: row.finished_at,
  }
}

async function overlap(db: LedgerDb, id: string): Promise<{ shared: number; current: number }> {
  const { rows } = await sql<{ shared: number; current: number }>`
    select count(*)::integer as current,
      count(*) filter (where exists (
        select from frota.import_row row
        where row.import_id = import.id and row.renavam = vehicle.renavam
          and row.verdict in ('accepted', 'repaired')))::integer as shared
    from frota.import import
    join frota.vehicle vehicle on vehicle.fleet_id = import.fleet_id and vehicle.in_fleet
    where import.id = ${id}
  `.execute(db)
  return rows[0] ?? { shared: 0, current: 0 }
}

async function forgetBefore(db: LedgerDb, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update frota.import_row row set raw = null, owner_sealed = null
    from frota.import import
    where import.id = row.import_id and import.received_at < ${before}
      and (row.raw is not null or row.owner_sealed is not null)
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
