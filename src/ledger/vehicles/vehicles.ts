/**
 * The vehicles' rows after an import wrote them: what is to be registered, what the service knows
 * of each, and the owner's document, which leaves the ledger as soon as the service has it.
 */
import { sql } from 'kysely'
import { dueRows, type DueChunk } from '../schema/due-chunk.ts'
import type { MemberState, VehicleState } from '../schema/tables.ts'
import { within, type LedgerDb, type Tx } from '../schema/tx.ts'
import { changesOf } from './vehicle-changes.ts'
import { detailsOf } from './vehicle-details.ts'
import { findNamed } from '../schema/vehicle-lookups.ts'
import { askMembersAnew } from './forget-answers.ts'
import { editVehicle, type VehicleEdit } from './vehicle-edits.ts'
import { askRemoval, openRemovals } from './vehicle-removals.ts'

/** Vehicles of one registering job; a chunk's name is the vehicle's number divided by this. */
export const CHUNK_VEHICLES = 50
/** More than any fleet has; a larger one gets suggestions from a part of it. */
const FLEET_PLATES_MAX = 200_000

/** What a person knows a vehicle by. */
export interface NamedVehicle {
  /** 11 digits. */
  readonly renavam: string
  readonly plate: string
  readonly uf: string
  readonly nickname: string
  readonly costCentre: string
}

export interface VehicleFacts extends NamedVehicle {
  readonly id: string
  readonly seq: bigint
  readonly fleetId: string
  readonly accountId: string
  readonly ownerMasked: string
  /**
   * False once the vehicle is registered: the document was erased. True for a registered one whose
   * new owner the service is still to be told.
   */
  readonly ownerKept: boolean
  readonly inFleet: boolean
  readonly state: VehicleState
  /** Why the service refused a registered vehicle's last change or removal. */
  readonly refusal: string | null
  /** The service's id; null until registered. */
  readonly serviceId: string | null
  /** Plate and state as the service last showed them; null until registered. */
  readonly remotePlate: string | null
  readonly remoteUf: string | null
  readonly remoteNickname: string | null
  /** False while the service does not know of a change of its plate or state. */
  readonly identityTold: boolean
  /** When the service was told of the last change; null when there was none. */
  readonly identitySince: Date | null
}

/** What the service knows of a vehicle. */
export interface RemoteVehicle {
  readonly serviceId: string
  readonly plate: string
  readonly uf: string
  readonly nickname: string
}

/** What the service knew differently before us: another owner, plate or state. */
interface OtherFacts {
  readonly otherOwner?: string
  readonly otherIdentity?: boolean
}

export interface RegisterWork {
  readonly effectId: string
  readonly vehicle: VehicleFacts
  /** As `ownerSealed` answers. */
  readonly sealed: Uint8Array | null
}

/** The vehicle of a consultation's effect, and its part in the campaign. */
export interface AskedVehicle extends VehicleFacts {
  readonly effectId: string
  /** Null when the campaign does not have the vehicle. */
  readonly memberState: MemberState | null
  readonly rankReasons: readonly unknown[] | null
  /** The answer that it had before it was asked again; a pending one may still be taken. */
  readonly answeredBy: string | null
}

export type VehicleStore = ReturnType<typeof openVehicleStore>

export function openVehicleStore(db: LedgerDb) {
  const one = async (where: ReturnType<typeof sql>): Promise<VehicleFacts | null> =>
    (await select(db, where))[0] ?? null
  const byId = (id: string) => one(sql`where id = ${id}`)
  const some = (where: ReturnType<typeof sql>) => select(db, where)
  return {
    ...openRemovals(db),
    byId,
    /** Of effects that consult, in no order. */
    asked: async (effectIds: readonly string[]) => {
      const { rows } = await sql<AskedVehicle>`
        select effect.id as "effectId", member.state as "memberState",
          member.rank_reasons as "rankReasons", answer.id as "answeredBy", ${columns}
        from frota.effect effect join frota.vehicle vehicle on vehicle.id = effect.vehicle_id
        left join frota.campaign_member member
          on member.campaign_id = effect.campaign_id and member.vehicle_id = vehicle.id
        left join frota.consultation answer
          on answer.id = member.consultation_id and answer.status = 'ready'
        where effect.id = any(${effectIds}::uuid[])
      `.execute(db)
      return rows
    },
    /**
     * Finds vehicles by plate in either form, by a former plate, or by RENAVAM. Those in the fleet
     * come first, then the newest.
     */
    named: (fleetId: string, text: string) => findNamed(some, fleetId, text),
    /** Plates of the fleet as it is now, at most `FLEET_PLATES_MAX`, in no order. */
    plates: async (fleetId: string) => {
      const { rows } = await sql<{ plate: string }>`
        select distinct plate from frota.vehicle where fleet_id = ${fleetId} and in_fleet
        limit ${FLEET_PLATES_MAX}
      `.execute(db)
      return rows.map(({ plate }) => plate)
    },
    /** The sealed document of the owner, context `ownerContext` of src/secret.ts; null once erased. */
    ownerSealed: async (id: string) => {
      const { rows } = await sql<{ sealed: Uint8Array | null }>`
        select owner_sealed as sealed from frota.vehicle where id = ${id}
      `.execute(db)
      return rows[0]?.sealed ?? null
    },
    /** Chunks of a fleet with register effects to send or to look up now, in order. */
    registerChunks: async (fleetId: string) => {
      const { rows } = await sql<DueChunk>`
        select (vehicle.seq / ${CHUNK_VEHICLES}::bigint)::text as chunk,
          ${dueRows(sql`effect.seq`, sql`effect.sends + effect.lookups`)} as rows
        from frota.effect effect
        join frota.vehicle vehicle on vehicle.id = effect.vehicle_id
        where effect.fleet_id = ${fleetId} and ${isDue}
        group by 1 order by min(vehicle.seq)
      `.execute(db)
      return rows
    },
    /** The register effects of one chunk to send or to look up now, by rank and number. */
    registerChunk: async (fleetId: string, chunk: number) => {
      const { rows } = await sql<VehicleFacts & Omit<RegisterWork, 'vehicle'>>`
        select effect.id as "effectId", owner_sealed as sealed, ${columns}
        from frota.vehicle vehicle
        join frota.effect effect on effect.vehicle_id = vehicle.id
        where effect.fleet_id = ${fleetId} and ${isDue}
          and vehicle.seq >= ${chunk}::bigint * ${CHUNK_VEHICLES}::bigint
          and vehicle.seq < (${chunk}::bigint + 1) * ${CHUNK_VEHICLES}::bigint
        order by effect.rank, effect.seq
      `.execute(db)
      return rows.map(({ effectId, sealed, ...vehicle }) => ({ effectId, sealed, vehicle }))
    },
    /**
     * In the effect's transaction: marks the vehicle as registered, stores what the service knows,
     * and erases the owner's document, unless it is another one than `sent`. `otherOwner`: mask of
     * another owner whom the service had; `otherIdentity`: it had another plate or state, and must
     * be told ours before a consultation.
     */
    markRegistered: (tx: Tx, id: string, remote: RemoteVehicle & OtherFacts, sent?: Uint8Array) =>
      markRegistered(within(db, tx), id, remote, sent),
    /** The owner's document stays until the retention takes it: `retry` may register the vehicle yet. */
    markRefused: async (tx: Tx, id: string, reason: string) => {
      await expectOne(
        sql`update frota.vehicle set state = 'refused', refusal = ${reason},
          updated_at = frota.ledger_now() where id = ${id}`.execute(within(db, tx)),
      )
    },
    /**
     * After a PATCH, or a read that showed another plate or state (`otherIdentity`). `told` is the
     * sealed document that the service has now: it is erased unless another one took its place
     * meanwhile.
     */
    markRemote: (id: string, remote: RemoteVehicle & OtherFacts, told?: Uint8Array) =>
      markRemote(db, id, remote, told),
    /** Registered vehicles beyond `afterSeq` that the service knows otherwise, or by another owner. */
    toUpdate: (fleetId: string, afterSeq: bigint, limit: number) =>
      some(
        sql`where fleet_id = ${fleetId} and seq > ${afterSeq} and in_fleet
          and state = 'registered' and ((plate, uf, nickname)
            is distinct from (remote_plate, remote_uf, remote_nickname)
            or not identity_told or owner_sealed is not null)
          order by seq limit ${limit}`,
      ),
    askRemoval: (id: string, person: string) => askRemoval(db, id, person),
    /** Applies a person's correction; returns the vehicle as it is then, and what changed. */
    edit: async (id: string, edit: VehicleEdit) => {
      const edited = await editVehicle(db, id, edit)
      const vehicle = await byId(id)
      if (vehicle === null) throw new Error('The vehicle that was edited is not in the ledger.')
      return { ...edited, vehicle }
    },
    /** Newest first, at most `CHANGES_SHOWN_MAX`. */
    changes: (id: string) => changesOf(db, id),
    details: (id: string) => detailsOf(db, id),
  }
}

const columns = sql`
  vehicle.id, vehicle.seq, vehicle.fleet_id as "fleetId", account_id as "accountId", renavam, plate,
  uf, nickname, cost_centre as "costCentre", owner_masked as "ownerMasked",
  owner_sealed is not null as "ownerKept", in_fleet as "inFleet", vehicle.state, refusal,
  service_id as "serviceId", remote_plate as "remotePlate", remote_uf as "remoteUf",
  remote_nickname as "remoteNickname", identity_told as "identityTold",
  identity_since as "identitySince"`

async function select(db: LedgerDb, where: ReturnType<typeof sql>): Promise<VehicleFacts[]> {
  const { rows } = await sql<VehicleFacts>`
    select ${columns} from frota.vehicle vehicle ${where}
  `.execute(db)
  return rows
}

/** Register effects that may be claimed now, to be sent or to be looked up. */
const isDue = sql`effect.kind = 'register' and effect.active
  and effect.state in ('planned', 'in-doubt', 'held')
  and (effect.not_before is null or effect.not_before <= frota.ledger_now())`

/** If the service has another owner, the hash is deleted, so that any file's owner differs. */
async function markRegistered(
  db: LedgerDb,
  id: string,
  remote: RemoteVehicle & OtherFacts,
  sent: Uint8Array | undefined,
): Promise<void> {
  const { otherOwner = null, otherIdentity = false } = remote
  await expectOne(
    sql`update frota.vehicle set state = 'registered', refusal = null,
      owner_sealed = case when owner_sealed <> ${sent ?? null}::bytea then owner_sealed end,
      service_id = ${remote.serviceId}, remote_plate = ${remote.plate}, remote_uf = ${remote.uf},
      remote_nickname = ${remote.nickname}, identity_told = ${!otherIdentity},
      updated_at = frota.ledger_now(),
      owner_hash = case when ${otherOwner}::text is null then owner_hash else '' end,
      owner_masked = coalesce(${otherOwner}, owner_masked),
      owner_cnpj = case when ${otherOwner}::text is null then owner_cnpj else '' end
      where id = ${id}`.execute(db),
  )
}

async function markRemote(
  db: LedgerDb,
  id: string,
  remote: RemoteVehicle & OtherFacts,
  told: Uint8Array | undefined,
): Promise<void> {
  const { otherIdentity = false } = remote
  // Another owner may be what its last question lacked. First, since who dies here tells it again.
  if (told !== undefined) await askMembersAnew(db, [id], sql`member.state = 'failed'`)
  // A vehicle that changed again meanwhile must be told again.
  const isToldNow = sql`(not identity_told and not ${otherIdentity}::boolean
    and (plate, uf) = (${remote.plate}, ${remote.uf}))`
  await expectOne(
    sql`update frota.vehicle set service_id = ${remote.serviceId}, remote_plate = ${remote.plate},
      remote_uf = ${remote.uf}, remote_nickname = ${remote.nickname},
      refusal = case when state = 'registered' then null else refusal end,
      identity_since = case when ${isToldNow} then frota.ledger_now() else identity_since end,
      identity_told = (identity_told or ${isToldNow}) and not ${otherIdentity}::boolean,
      owner_sealed = case when state = 'registered' and owner_sealed = ${told ?? null}::bytea
        then null else owner_sealed end,
      updated_at = frota.ledger_now() where id = ${id}`.execute(db),
  )
}

async function expectOne(update: Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  const { numAffectedRows } = await update
  if (numAffectedRows !== 1n) throw new Error('The vehicle of this effect is not in the ledger.')
}
