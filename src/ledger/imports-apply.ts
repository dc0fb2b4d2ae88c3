/** Applies a judged import in one transaction, so that a killed process leaves nothing half-done. */
import { sql } from 'kysely'
import type { AppliedImport, JudgedImport } from './imports.ts'
import type { LedgerDb } from './tx.ts'

export async function applyImport(
  db: LedgerDb,
  id: string,
  judged: JudgedImport,
): Promise<AppliedImport> {
  return db.transaction().execute(async (transaction) => {
    const applied = {
      ...(await upsertVehicles(transaction, id, judged.at)),
      missing: await leaveOut(transaction, id, judged.at),
    }
    await planRegistrations(transaction, id, judged.at)
    const { counts } = judged
    const closed = await transaction
      .updateTable('frota.import')
      .set({
        state: 'applied',
        understood: JSON.stringify(judged.understood),
        rows_read: counts.read,
        accepted: counts.accepted,
        repaired: counts.repaired,
        rejected: counts.rejected,
        duplicate: counts.duplicate,
        skipped: counts.skipped,
        vehicles_added: applied.added,
        vehicles_changed: applied.changed,
        vehicles_missing: applied.missing,
        finished_at: judged.at,
      })
      .where('id', '=', id)
      .where('state', '=', 'received')
      .executeTakeFirst()
    if (closed.numUpdatedRows !== 1n) throw new Error('Only a received import can be applied.')
    return applied
  })
}

/** A vehicle that the service refused is planned again only when the file says something else of it. */
async function upsertVehicles(
  db: LedgerDb,
  id: string,
  at: Date,
): Promise<{ added: number; changed: number }> {
  // Counted where the rows are: a million of them as objects would take minutes and the memory.
  const { rows } = await sql<{ added: number }>`
    with stored as (
    insert into frota.vehicle as known (fleet_id, account_id, renavam, plate, uf, nickname,
      cost_centre, extras, owner_sealed, owner_hash, owner_masked, last_import_id,
      last_import_line, created_at, updated_at)
    select import.fleet_id, fleet.account_id, row.renavam, row.plate, row.uf,
      coalesce(row.nickname, ''), coalesce(row.cost_centre, ''), row.extras, row.owner_sealed,
      row.owner_hash, row.owner_masked, import.id, row.line, ${at}, ${at}
    from frota.import_row row
    join frota.import import on import.id = row.import_id
    join frota.fleet fleet on fleet.id = import.fleet_id
    where row.import_id = ${id} and row.verdict in ('accepted', 'repaired')
    order by row.line
    on conflict (account_id, renavam) do update set
      fleet_id = excluded.fleet_id, plate = excluded.plate, uf = excluded.uf,
      nickname = excluded.nickname, cost_centre = excluded.cost_centre, extras = excluded.extras,
      owner_sealed = case when known.state = 'registered' then known.owner_sealed
        else excluded.owner_sealed end,
      owner_hash = case when known.state = 'registered' then known.owner_hash
        else excluded.owner_hash end,
      owner_masked = case when known.state = 'registered' then known.owner_masked
        else excluded.owner_masked end,
      state = case when known.state = 'refused' and (known.plate, known.uf, known.owner_hash)
        is distinct from (excluded.plate, excluded.uf, excluded.owner_hash)
        then 'planned' else known.state end,
      in_fleet = true, last_import_id = excluded.last_import_id,
      last_import_line = excluded.last_import_line,
      updated_at = case when (known.plate, known.uf, known.nickname, known.cost_centre)
        is distinct from (excluded.plate, excluded.uf, excluded.nickname, excluded.cost_centre)
        then excluded.updated_at else known.updated_at end
    returning (xmax = 0) as added
    )
    select count(*) filter (where added)::integer as added from stored
  `.execute(db)
  const changed = await sql<{ count: number }>`
    select count(*)::integer as count from frota.vehicle
    where last_import_id = ${id} and updated_at = ${at} and created_at <> ${at}
  `.execute(db)
  return { added: rows[0]?.added ?? 0, changed: changed.rows[0]?.count ?? 0 }
}

async function leaveOut(db: LedgerDb, id: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update frota.vehicle vehicle set in_fleet = false, updated_at = ${at}
    from frota.import import
    where import.id = ${id} and vehicle.fleet_id = import.fleet_id and vehicle.in_fleet
      and vehicle.last_import_id is distinct from import.id
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

async function planRegistrations(db: LedgerDb, id: string, at: Date): Promise<void> {
  await sql`
    update frota.effect effect set active = false
    from frota.vehicle vehicle
    where vehicle.id = effect.vehicle_id and vehicle.last_import_id = ${id}
      and vehicle.state = 'planned' and effect.kind = 'register' and effect.state = 'rejected'
      and effect.active
  `.execute(db)
  await sql`
    insert into frota.effect (kind, key, fleet_id, vehicle_id, rank, created_at, updated_at)
    select 'register', account_id || ':' || renavam, fleet_id, id, last_import_line, ${at}, ${at}
    from frota.vehicle
    where last_import_id = ${id} and state = 'planned'
    order by last_import_line
    on conflict (kind, key) where active do nothing
  `.execute(db)
}
