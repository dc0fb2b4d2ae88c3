/**
 * Registering a vehicle as an effect: look for its RENAVAM, adopt what is there, otherwise POST it
 * once. The owner's document is opened for that one body and erased when the service has it.
 */
import { hash } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import type { NewVehicle, Vehicle } from '../../contract/vehicle.ts'
import type { EffectStage, Found, Match, Preparation } from '../../effects/stage.ts'
import type { Effect } from '../../ledger/effects/effects.ts'
import type {
  RegisterWork,
  RemoteVehicle,
  VehicleFacts,
  VehicleStore,
} from '../../ledger/vehicles/vehicles.ts'
import { isSameVehicle } from '../../fleet/vehicle-identity.ts'
import { ownerContext, type Secret } from '../../secret.ts'
import { findRegistered } from './find-registered.ts'
import { isOtherOwner } from '../../fleet/other-owner.ts'

export interface RegisterTools {
  readonly client: Pick<Client, 'call' | 'pages'>
  readonly vehicles: VehicleStore
  readonly secret: Pick<Secret, 'open'>
  /** Read with their chunk; others are read one by one. */
  readonly chunk?: readonly RegisterWork[]
}

/**
 * `otherOwner`: the mask of an owner who surely is not the file's; `otherIdentity`: the service has
 * another plate or state than the file.
 */
type SeenVehicle = Vehicle & { readonly otherOwner?: string; readonly otherIdentity?: boolean }

export type RegisterStage = EffectStage<NewVehicle, Vehicle, SeenVehicle>

export function registerStage(tools: RegisterTools): RegisterStage {
  const inChunk = new Map(tools.chunk?.map((work) => [work.effectId, work]))
  /** A person may give another owner meanwhile, whose document must not be erased with it. */
  const sent = new Map<string, Uint8Array>()
  return {
    kind: 'register',
    budget: null,
    prepare: async (effect) => {
      const read = inChunk.get(effect.id)
      // Only for the first request: later ones may have been planned long after the chunk was read.
      inChunk.delete(effect.id)
      const vehicle = read?.vehicle ?? (await vehicleOf(tools, effect))
      const sealed = read === undefined ? await tools.vehicles.ownerSealed(vehicle.id) : read.sealed
      if (sealed !== null) sent.set(effect.id, sealed)
      return prepare(tools, vehicle, sealed)
    },
    send: (body, leave) => tools.client.call('createVehicle', { body }, leave),
    fits: (reply, body) =>
      reply.renavam === body.renavam
        ? { fits: true, remoteId: reply.id }
        : { fits: false, why: 'the vehicle that was answered has another RENAVAM' },
    lookUp: (effect) => lookUp(tools, effect),
    record: (tx, effect, found) => record(tools, tx, effect, found, sent.get(effect.id)),
  }
}

async function prepare(
  tools: RegisterTools,
  vehicle: VehicleFacts,
  sealed: Uint8Array | null,
): Promise<Preparation<NewVehicle, SeenVehicle>> {
  const registered = await findRegistered(tools.client, vehicle.renavam)
  if (registered !== undefined)
    return { adopt: matchOf(registered, vehicle), why: 'registered before' }
  if (sealed === null) {
    return { refuse: 'The owner’s document is not kept any more: import the file again.' }
  }
  const { plate, renavam, uf, nickname, accountId } = vehicle
  const body: NewVehicle = {
    plate,
    renavam,
    uf,
    owner_document: tools.secret.open(sealed, ownerContext(accountId, renavam)),
    ...(nickname === '' ? {} : { nickname }),
  }
  // No vehicle had this RENAVAM, so any that a look-up finds was registered later.
  return { ready: body, baseline: [], bodyHash: hashOf(vehicle) }
}

async function lookUp(tools: RegisterTools, effect: Effect): Promise<Match<SeenVehicle>[]> {
  const vehicle = await vehicleOf(tools, effect)
  const registered = await findRegistered(tools.client, vehicle.renavam)
  return registered === undefined ? [] : [matchOf(registered, vehicle)]
}

async function record(
  { vehicles }: RegisterTools,
  tx: Parameters<RegisterStage['record']>[0],
  effect: Effect,
  found: Found<Vehicle, SeenVehicle>,
  sent: Uint8Array | undefined,
): Promise<void> {
  switch (found.how) {
    case 'done':
      return vehicles.markRegistered(tx, effect.vehicleId, remoteOf(found.reply), sent)
    case 'adopted': {
      const { thing } = found.match
      const { otherOwner, otherIdentity = false } = thing
      const owner = otherOwner === undefined ? {} : { otherOwner }
      const remote = { ...remoteOf(thing), ...owner, otherIdentity }
      return vehicles.markRegistered(tx, effect.vehicleId, remote)
    }
    case 'rejected':
      return vehicles.markRefused(tx, effect.vehicleId, found.reason)
    case 'quarantined':
    case 'needs-person':
      return undefined
  }
}

async function vehicleOf({ vehicles }: RegisterTools, effect: Effect): Promise<VehicleFacts> {
  const vehicle = await vehicles.byId(effect.vehicleId)
  if (vehicle === null) throw new Error('The vehicle of an effect is not in the ledger.')
  return vehicle
}

/** Compared with the file here, because recording may not read the ledger again. */
function matchOf(vehicle: Vehicle, ours: VehicleFacts): Match<SeenVehicle> {
  const { owner_document_masked: theirs } = vehicle
  const owner = isOtherOwner(ours.ownerMasked, theirs) ? { otherOwner: theirs } : {}
  const otherIdentity = !isSameVehicle(vehicle, ours)
  return { remoteId: vehicle.id, thing: { ...vehicle, ...owner, otherIdentity } }
}

function remoteOf({ id, plate, uf, nickname }: Vehicle): RemoteVehicle {
  return { serviceId: id, plate, uf, nickname }
}

/** The hash covers the document only masked, because a hash of a CPF can be searched for. */
function hashOf({ plate, renavam, uf, nickname, ownerMasked }: VehicleFacts): string {
  const text = JSON.stringify([plate, renavam, uf, nickname, ownerMasked])
  return hash('sha256', text)
}
