/** The statements of the import store. */
import { sql } from 'kysely'
import { applyImport } from './imports-apply.ts'
import type { Import, ImportRow, ImportStore, ReceivedFile } from './imports.ts'
import type { LedgerDb } from './tx.ts'

/** Rows in one statement: enough to be fast, small enough for one message to the database. */
export const IMPORT_ROWS_PER_STATEMENT_MAX = 5_000

export function openImportStore(db: LedgerDb): ImportStore {
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
    addRows: async (id, rows) => {
      for (let at = 0; at < rows.length; at += IMPORT_ROWS_PER_STATEMENT_MAX) {
        await addBatch(db, id, rows.slice(at, at + IMPORT_ROWS_PER_STATEMENT_MAX))
      }
    },
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

function base64(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : Buffer.from(bytes).toString('base64')
}

/** One JSON document for the whole batch: the fastest way into both engines short of COPY. */
async function addBatch(db: LedgerDb, id: string, rows: readonly ImportRow[]): Promise<void> {
  const batch = rows.map((row) => ({
    ...row,
    ownerSealed: base64(row.ownerSealed),
    raw: base64(row.raw),
  }))
  await sql`
    insert into frota.import_row (import_id, line, verdict, renavam, plate, uf, nickname,
      cost_centre, extras, owner_sealed, owner_hash, owner_masked, issues, raw)
    select ${id}, line, verdict, renavam, plate, uf, nickname, "costCentre", extras,
      decode("ownerSealed", 'base64'), "ownerHash", "ownerMasked", issues, decode(raw, 'base64')
    from json_to_recordset(${JSON.stringify(batch)}::json) as given (
      line integer, verdict text, renavam text, plate text, uf text, nickname text,
      "costCentre" text, extras jsonb, "ownerSealed" text, "ownerHash" text,
      "ownerMasked" text, issues jsonb, raw text)
  `.execute(db)
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
