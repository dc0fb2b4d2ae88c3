/** A person's correction of one vehicle: stored with its history, and sent to the service. */
import { sql } from 'kysely'
import { isSameVehicle } from '../../fleet/vehicle-identity.ts'
import { noteChange } from './vehicle-changes.ts'
import { forgetAnswers } from './forget-answers.ts'
import type { VehicleChangeField } from '../schema/tables-intake.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface VehicleEdit {
  readonly person: string
  readonly plate?: string
  readonly uf?: string
  readonly nickname?: string
  readonly costCentre?: string
  readonly owner?: {
    /** For `ownerContext` of src/secret.ts. */
    readonly sealed: Uint8Array
    readonly hash: string
    readonly masked: string
    /** Empty for a person. */
    readonly cnpj: string
  }
}

interface Known {
  readonly plate: string
  readonly uf: string
  readonly nickname: string
  readonly costCentre: string
  readonly ownerHash: string
  readonly ownerMasked: string
  readonly ownerCnpj: string
  readonly state: string
}

type Change = readonly [VehicleChangeField, string, string]

export interface EditedVehicle {
  /** Rows written to the history; values that are the same already write none. */
  readonly changes: number
  /** True if the plate or state changed, so that former answers are void. */
  readonly asksAnew: boolean
}

export async function editVehicle(
  db: LedgerDb,
  id: string,
  edit: VehicleEdit,
): Promise<EditedVehicle> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<Known>`
      select plate, uf, nickname, cost_centre as "costCentre", owner_hash as "ownerHash",
        owner_masked as "ownerMasked", owner_cnpj as "ownerCnpj", state
      from frota.vehicle where id = ${id} for no key update
    `.execute(transaction)
    const [known] = rows
    if (known === undefined) throw new Error('The vehicle to edit is not in the ledger.')
    const changes = changesBy(known, edit)
    if (changes.length === 0) return { changes: 0, asksAnew: false }
    for (const [field, before, after] of changes) {
      await noteChange(transaction, { vehicleId: id, field, before, after, person: edit.person })
    }
    const { plate, uf, nickname, costCentre, owner } = { ...known, ...edit }
    if (owner !== undefined && owner.cnpj !== known.ownerCnpj) {
      const after = owner.cnpj
      const change = { field: 'owner_cnpj', before: known.ownerCnpj, after } as const
      await noteChange(transaction, { vehicleId: id, ...change, person: edit.person })
    }
    await sql`
      update frota.vehicle set plate = ${plate}, uf = ${uf}, nickname = ${nickname},
        cost_centre = ${costCentre},
        owner_sealed = coalesce(${owner?.sealed ?? null}::bytea, owner_sealed),
        owner_hash = coalesce(${owner?.hash ?? null}, owner_hash),
        owner_masked = coalesce(${owner?.masked ?? null}, owner_masked),
        owner_cnpj = coalesce(${owner?.cnpj ?? null}, owner_cnpj),
        updated_at = frota.ledger_now()
      where id = ${id}
    `.execute(transaction)
    const isRefused = known.state === 'refused'
    if (isRefused) await planAgain(transaction, id, edit.person)
    const asksAnew = !isSameVehicle(known, { plate, uf })
    if (asksAnew) await forgetAnswers(transaction, [id], edit.person)
    return { changes: changes.length + (isRefused ? 1 : 0), asksAnew }
  })
}

function changesBy(known: Known, edit: VehicleEdit): Change[] {
  const changes: Change[] = []
  const note = (field: VehicleChangeField, before: string, after: string | undefined): void => {
    if (after !== undefined && after !== before) changes.push([field, before, after])
  }
  note('plate', known.plate, edit.plate)
  note('uf', known.uf, edit.uf)
  note('nickname', known.nickname, edit.nickname)
  note('cost_centre', known.costCentre, edit.costCentre)
  // Two documents may have one mask, so their hashes are compared.
  if (edit.owner !== undefined && edit.owner.hash !== known.ownerHash) {
    changes.push(['owner', known.ownerMasked, edit.owner.masked])
  }
  return changes
}

/** A vehicle that the service refused is registered again with the correction. */
async function planAgain(db: LedgerDb, id: string, person: string): Promise<void> {
  await sql`update frota.vehicle set state = 'planned' where id = ${id}`.execute(db)
  const change = { field: 'state', before: 'refused', after: 'planned' } as const
  await noteChange(db, { vehicleId: id, ...change, person })
  await sql`
    update frota.effect set active = false
    where vehicle_id = ${id} and kind = 'register' and active and state = 'rejected'
  `.execute(db)
  await sql`
    insert into frota.effect (kind, key, fleet_id, vehicle_id, rank, created_at, updated_at)
    select 'register', account_id || ':' || renavam, fleet_id, id, 0, frota.ledger_now(),
      frota.ledger_now()
    from frota.vehicle where id = ${id}
    on conflict (kind, key) where active do nothing
  `.execute(db)
}
