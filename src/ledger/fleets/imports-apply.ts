/** Applies a judged import in one transaction, so that a killed process leaves nothing half-done. */
import { sql } from 'kysely'
import { isSameVehicle } from '../../fleet/vehicle-identity.ts'
import type { AppliedImport, JudgedImport } from './imports.ts'
import { voidOfMoved } from '../orders/plans-void.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { forgetAnswers } from '../vehicles/forget-answers.ts'
import {
  EXAMPLES_MAX,
  extrasAfter,
  firstOf,
  isPlannedAgain,
  noteImportChanges,
  takesOwner,
  type NamedVehicles,
} from '../vehicles/vehicle-changes.ts'

export async function applyImport(
  db: LedgerDb,
  id: string,
  judged: JudgedImport,
): Promise<AppliedImport> {
  return db.transaction().execute(async (transaction) => {
    const { at, updateOwners = false, deactivateMissing = false, counts } = judged
    const { moved = [], elsewhere, kept, returning, keptIds = [] } = judged
    const held = judged.removalsHeld ?? null
    const { named, ...noted } = await noteImportChanges(transaction, id, { at, updateOwners })
    const others = await otherIdentities(transaction, id)
    const added = await upsertVehicles(transaction, id, { at, updateOwners })
    const missing = await leaveOut(transaction, id, { at, keptIds })
    const examples = others.slice(0, EXAMPLES_MAX).map(({ newPlate }) => newPlate)
    const askedAnew = { count: others.length, examples }
    const applied = {
      added,
      ...noted,
      named: { ...named, askedAnew, missing },
      askedAnew: others.length,
      missing: missing.count,
      removalsAsked:
        deactivateMissing && held === null ? await askRemovals(transaction, id, at) : 0,
      removalsHeld: held,
      ...(moved.length === 0 ? {} : { moved }),
      ...(elsewhere === undefined || elsewhere.count === 0 ? {} : { elsewhere }),
      ...(kept === undefined || kept.count === 0 ? {} : { kept }),
      ...(returning === undefined || returning.count === 0 ? {} : { returning }),
    }
    await planRegistrations(transaction, id, at)
    const { added: _, changed: __, missing: ___, ...notes } = applied
    const closed = await transaction
      .updateTable('frota.import')
      .set({
        state: 'applied',
        understood: JSON.stringify({ ...judged.understood, applied: notes }),
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
    const tellMoved = await voidOfMoved(transaction, id, at)
    await forgetAnswers(
      transaction,
      others.map((each) => each.id),
    )
    await tellMoved()
    return applied
  })
}

/** Vehicles with consultations or answers to which the file gives another plate or state. */
async function otherIdentities(db: LedgerDb, id: string): Promise<Identities[]> {
  const { rows } = await sql<Identities>`
    select known.id, known.plate, known.uf, row.plate as "newPlate", row.uf as "newUf"
    from frota.import_row row
    join frota.import import on import.id = row.import_id
    join frota.fleet fleet on fleet.id = import.fleet_id
    join frota.vehicle known on known.account_id = fleet.account_id
      and known.renavam = row.renavam
    where row.import_id = ${id} and row.verdict in ('accepted', 'repaired')
      and known.state in ('registered', 'removed')
      and (known.plate, known.uf) <> (row.plate, row.uf)
  `.execute(db)
  return rows.filter((row) => !isSameVehicle(row, { plate: row.newPlate, uf: row.newUf }))
}

type Identities = Record<'id' | 'plate' | 'uf' | 'newPlate' | 'newUf', string>

/**
 * A vehicle that the service refused is planned again only when the file changes it. A value that
 * is null in the row stays, because the file has no column for it.
 */
async function upsertVehicles(
  db: LedgerDb,
  id: string,
  { at, updateOwners }: { at: Date; updateOwners: boolean },
): Promise<number> {
  const takes = sql`(${takesOwner('known', updateOwners)}
    and (known.state <> 'registered' or known.owner_hash <> excluded.owner_hash))`
  const again = isPlannedAgain('known', 'excluded')
  const unlessRemoved = (column: string) =>
    sql`case when known.state = 'removed' then null else ${sql.ref(`known.${column}`)} end`
  // SQL counts the new ones: a million rows as objects would take minutes and fill the memory.
  const { rows } = await sql<{ added: number }>`
    with stored as (
    insert into frota.vehicle as known (fleet_id, account_id, renavam, plate, uf, nickname,
      cost_centre, extras, owner_sealed, owner_hash, owner_masked, owner_cnpj,
      last_import_id, last_import_line, created_at, updated_at)
    select import.fleet_id, fleet.account_id, row.renavam, row.plate, row.uf,
      coalesce(row.nickname, before.nickname, ''),
      coalesce(row.cost_centre, before.cost_centre, ''), ${extrasAfter('before')},
      row.owner_sealed, row.owner_hash, row.owner_masked, row.owner_cnpj,
      import.id, row.line, ${at}, ${at}
    from frota.import_row row
    join frota.import import on import.id = row.import_id
    join frota.fleet fleet on fleet.id = import.fleet_id
    left join frota.vehicle before on before.account_id = fleet.account_id
      and before.renavam = row.renavam
    where row.import_id = ${id} and row.verdict in ('accepted', 'repaired')
    order by row.line
    on conflict (account_id, renavam) do update set
      fleet_id = excluded.fleet_id, plate = excluded.plate, uf = excluded.uf,
      nickname = excluded.nickname, cost_centre = excluded.cost_centre, extras = excluded.extras,
      owner_sealed = case when ${takes} then excluded.owner_sealed else known.owner_sealed end,
      owner_hash = case when ${takes} then excluded.owner_hash else known.owner_hash end,
      owner_masked = case when ${takes} then excluded.owner_masked else known.owner_masked end,
      owner_cnpj = case when ${takes} or known.owner_hash = excluded.owner_hash
        then excluded.owner_cnpj else known.owner_cnpj end,
      state = case when ${again} then 'planned' else known.state end,
      refusal = case when ${again} then null else known.refusal end,
      service_id = ${unlessRemoved('service_id')},
      remote_plate = ${unlessRemoved('remote_plate')}, remote_uf = ${unlessRemoved('remote_uf')},
      remote_nickname = ${unlessRemoved('remote_nickname')},
      in_fleet = true, removal_asked_at = null, last_import_id = excluded.last_import_id,
      last_import_line = excluded.last_import_line,
      updated_at = case when (known.plate, known.uf, known.nickname, known.cost_centre,
          known.extras, known.in_fleet)
        is distinct from (excluded.plate, excluded.uf, excluded.nickname, excluded.cost_centre,
          excluded.extras, true)
        then excluded.updated_at else known.updated_at end
    returning (xmax = 0) as added
    )
    select count(*) filter (where added)::integer as added from stored
  `.execute(db)
  return rows[0]?.added ?? 0
}

/** Vehicles that the file leaves out leave the fleet; those never sent are not registered. */
async function leaveOut(
  db: LedgerDb,
  id: string,
  { at, keptIds }: { at: Date; keptIds: readonly string[] },
): Promise<NamedVehicles> {
  const { rows } = await sql<NamedVehicles>`
    with gone as (
      update frota.vehicle vehicle set in_fleet = false, updated_at = ${at}
      from frota.import import
      where import.id = ${id} and vehicle.fleet_id = import.fleet_id and vehicle.in_fleet
        and vehicle.last_import_id is distinct from import.id
        and vehicle.id <> all (${keptIds}::uuid[])
      returning vehicle.id, vehicle.seq, vehicle.plate
    ), told as (
      insert into frota.vehicle_change (vehicle_id, field, before, after, import_id, changed_at)
      select id, 'in_fleet', 'true', 'false', ${id}, ${at} from gone order by seq
    ), unsent as (
      update frota.effect effect set active = false, updated_at = ${at}
      from gone where effect.vehicle_id = gone.id and effect.kind = 'register' and effect.active
        and effect.state = 'planned' and effect.sends = 0
    )
    select count(*)::integer as count, ${firstOf(sql`plate order by seq`)} as examples from gone
  `.execute(db)
  return rows[0] ?? { count: 0, examples: [] }
}

/** Asks to remove the fleet's vehicles that the service has and the file does not name. */
async function askRemovals(db: LedgerDb, id: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update frota.vehicle vehicle set removal_asked_at = ${at}
    from frota.import import
    where import.id = ${id} and vehicle.fleet_id = import.fleet_id and not vehicle.in_fleet
      and vehicle.state = 'registered' and vehicle.removal_asked_at is null
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

async function planRegistrations(db: LedgerDb, id: string, at: Date): Promise<void> {
  await sql`
    update frota.effect effect set active = false
    from frota.vehicle vehicle
    where vehicle.id = effect.vehicle_id and vehicle.last_import_id = ${id}
      and vehicle.state = 'planned' and effect.kind = 'register'
      and effect.state in ('rejected', 'done', 'adopted') and effect.active
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
