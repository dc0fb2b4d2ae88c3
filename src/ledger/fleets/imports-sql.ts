/** The statements of the import store. */
import { sql } from 'kysely'
import type { Pool } from '../../database/pool.ts'
import { applyImport } from './imports-apply.ts'
import { addRows } from './imports-rows.ts'
import type { AppliedNotes, Import, ImportRow, JudgedImport, ReceivedFile } from './imports.ts'
import type { Fleet } from './fleets.ts'
import { knownVehicles, renavamsElsewhere } from './known-vehicles.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { fieldsOf } from '../../fields.ts'

/** `pool`: of the same database; rows go in by COPY, which the query builder does not know. */
export type ImportStore = ReturnType<typeof openImportStore>

export function openImportStore(db: LedgerDb, pool: Pool) {
  return {
    /**
     * Idempotent: the fleet's latest file with the same defaults returns the import that exists. A
     * file that was followed by another one is a new import.
     */
    receive: (file: ReceivedFile) => receive(db, file),
    find: (id: string) => readImport(db, id),
    latestApplied: async (fleetId: string) => {
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
    /** Received and not yet applied or refused, oldest first. */
    pending: async (fleetId: string) => {
      const rows = await db
        .selectFrom('frota.import')
        .select('id')
        .where('fleet_id', '=', fleetId)
        .where('state', '=', 'received')
        .orderBy('received_at')
        .execute()
      return rows.map((row) => row.id)
    },
    /** Deletes the rows of an interrupted attempt, before the file is judged again. */
    clearRows: async (id: string) => {
      await db.deleteFrom('frota.import_row').where('import_id', '=', id).execute()
    },
    /** At its own pace. When it throws, earlier rows may stay: clear them before a retry. */
    addRows: (id: string, batches: AsyncIterable<readonly ImportRow[]>) =>
      addRows(pool, id, batches),
    /** The vehicles of the fleet's account, for a comparison with a file. */
    known: (fleet: Pick<Fleet, 'id' | 'accountId'>) => knownVehicles(db, fleet),
    elsewhere: (accountId: string) => renavamsElsewhere(db, accountId),
    /** One transaction: vehicles made or changed, absent ones leave the plan, registrations planned. */
    apply: (id: string, judged: JudgedImport) => applyImport(db, id, judged),
    refuse: async (id: string, refusal: object, at: Date) => {
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
 * The same bytes with the same options are one import, unless another file was applied after it, or
 * took a vehicle of it to another fleet, or a person removed or edited one, perhaps for a row that
 * was rejected: who gives an earlier file again means it. The hash of such an import includes the
 * one applied before it.
 */
async function receive(db: LedgerDb, file: ReceivedFile): Promise<Import> {
  const { fleetId, fileName, sha256, byteLength, defaultsHash, at } = file
  const latest = sql`(select id from frota.import where fleet_id = ${fleetId} and state = 'applied'
    order by finished_at desc limit 1)`
  const same = sql`fleet_id = ${fleetId} and sha256 = ${sha256}
    and split_part(defaults_hash, ':', 1) = ${defaultsHash}`
  const isEdited = sql`exists (select from frota.vehicle_change edit where edit.vehicle_id = v.id
    and edit.person is not null and edit.changed_at >
      (select finished_at from frota.import where id = ${latest}))`
  const isWhole = sql`not exists (select from frota.import_row row
    join frota.fleet own on own.id = ${fleetId}
    join frota.vehicle v on v.account_id = own.account_id and v.renavam = row.renavam
    where row.import_id = ${latest} and row.verdict in ('accepted', 'repaired')
      and (v.fleet_id <> own.id or not v.in_fleet or ${isEdited}))
    and not exists (select from frota.import done join frota.vehicle v using (fleet_id)
      where done.id = ${latest} and done.rejected > 0 and ${isEdited})`
  await sql`
    insert into frota.import (fleet_id, file_name, sha256, byte_length, defaults_hash, state,
      received_at)
    select ${fleetId}, ${fileName}, ${sha256}, ${BigInt(byteLength)},
      ${defaultsHash} || coalesce((
        select ':' || ${latest} where exists (
          select from frota.import where ${same} and state = 'applied')), ''),
      'received', ${at}
    where not exists (select from frota.import
      where ${same} and (state = 'received' or state = 'applied' and id = ${latest} and ${isWhole}))
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
    .select(['id', 'fleet_id as fleetId', 'file_name as fileName', 'sha256'])
    .select(['byte_length as byteLength', 'state', 'refusal', 'understood'])
    .select(['rows_read as read', 'accepted', 'repaired', 'rejected', 'duplicate', 'skipped'])
    .select(['vehicles_added as vehiclesAdded', 'vehicles_changed as vehiclesChanged'])
    .select(['vehicles_missing as vehiclesMissing', 'received_at as receivedAt'])
    .select('finished_at as finishedAt')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { ...row, byteLength: Number(row.byteLength), notes: notesOf(row.understood) }
}

/** The notes that `applyImport` stored in the column of what was understood of the file. */
function notesOf(understood: object | null): AppliedNotes | null {
  const { applied } = fieldsOf(understood)
  return areNotes(applied) ? applied : null
}

function areNotes(value: unknown): value is AppliedNotes {
  return 'ownersDiffer' in fieldsOf(value)
}
