/** The statements of the import store. */
import { sql } from 'kysely'
import type { Pool } from '../../database/pool.ts'
import { applyImport } from './imports-apply.ts'
import { addRows } from './imports-rows.ts'
import type { AppliedNotes, Import, ImportStore, ReceivedFile } from './imports.ts'
import { knownVehicles } from './known-vehicles.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { fieldsOf } from '../../fields.ts'

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
    known: (fleet) => knownVehicles(db, fleet),
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

/**
 * The same bytes with the same options are one import, unless another file was applied after it: a
 * person who gives an earlier file again means it. The hash of such an import includes the one
 * applied before it.
 */
async function receive(db: LedgerDb, file: ReceivedFile): Promise<Import> {
  const { fleetId, fileName, sha256, byteLength, defaultsHash, at } = file
  const latest = sql`(select id from frota.import where fleet_id = ${fleetId} and state = 'applied'
    order by finished_at desc limit 1)`
  const same = sql`fleet_id = ${fleetId} and sha256 = ${sha256}
    and split_part(defaults_hash, ':', 1) = ${defaultsHash}`
  await sql`
    insert into frota.import (fleet_id, file_name, sha256, byte_length, defaults_hash, state,
      received_at)
    select ${fleetId}, ${fileName}, ${sha256}, ${BigInt(byteLength)},
      ${defaultsHash} || coalesce((
        select ':' || ${latest} where exists (
          select from frota.import where ${same} and state = 'applied')), ''),
      'received', ${at}
    where not exists (select from frota.import
      where ${same} and (state = 'received' or state = 'applied' and id = ${latest}))
    on conflict (fleet_id, sha256, defaults_hash) where state <> 'refused' do nothing
  `.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from frota.import where ${same} and state <> 'refused'
    order by (state = 'received') desc, finished_at desc limit 1
  `.execute(db)
  const found = await readImport(db, rows[0]?.id ?? '')
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
    notes: notesOf(row.understood),
    receivedAt: row.received_at,
    finishedAt: row.finished_at,
  }
}

/** The notes that `applyImport` stored in the column of what was understood of the file. */
function notesOf(understood: object | null): AppliedNotes | null {
  const { applied } = fieldsOf(understood)
  return areNotes(applied) ? applied : null
}

function areNotes(value: unknown): value is AppliedNotes {
  return 'ownersDiffer' in fieldsOf(value)
}

/** Also erases the documents of vehicles that wait for nothing but the service's answer. */
async function forgetBefore(db: LedgerDb, before: Date): Promise<number> {
  await sql`
    update frota.vehicle vehicle set owner_sealed = null
    from frota.import import
    where import.id = vehicle.last_import_id and import.received_at < ${before}
      and vehicle.owner_sealed is not null
      and (vehicle.state <> 'planned' or not vehicle.in_fleet)
      and vehicle.updated_at < ${before}
  `.execute(db)
  const { numAffectedRows } = await sql`
    update frota.import_row row set raw = null, owner_sealed = null
    from frota.import import
    where import.id = row.import_id and import.received_at < ${before}
      and (row.raw is not null or row.owner_sealed is not null)
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
