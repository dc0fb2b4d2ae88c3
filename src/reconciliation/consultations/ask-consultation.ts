/**
 * The effect stage of a consultation: what is looked at before the one POST, how a lost answer is
 * found again, and what the ledger keeps. A consultation that is pending at the service is joined
 * and a fresh answer is taken, so that neither costs a slot.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import type { Consultation } from '../../contract/consultation.ts'
import type { Vehicle } from '../../contract/vehicle.ts'
import type { EffectStage, Found, Match, Preparation } from '../../effects/stage.ts'
import { Failure } from '../../failure.ts'
import type { CampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import type { ConsultationStore } from '../../ledger/consultations/consultations-sql.ts'
import type { Effect, Json } from '../../ledger/effects/effects.ts'
import type { ConsultationOrigin } from '../../ledger/schema/tables.ts'
import type { Tx } from '../../ledger/schema/tx.ts'
import type { AskedVehicle, VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import type { Random } from '../../random.ts'
import { readAsked, type AskedTools } from './read-asked.ts'
import { refuse } from './member-reasons.ts'
import { freshnessMs, type PlanPolicy } from './plan-policy.ts'
import { freshnessKind } from './rank-vehicles.ts'
import { CONSULTATION_DEADLINE_MS, nextReadMs, type ReadPace } from './read-backoff.ts'
import { toldVehicle, type TellingTools } from './told-vehicle.ts'

export interface AskingTools {
  readonly client: Client
  readonly campaigns: Pick<CampaignStore, 'endMember'>
  readonly consultations: Pick<ConsultationStore, 'record'>
  readonly vehicles: TellingTools['vehicles'] & AskedTools['vehicles']
  readonly secret: TellingTools['secret']
  readonly clock: Clock
  readonly random: Random
  /** Quota buckets of the credentials that may ask; the first with a free slot is used. */
  readonly bucket: string | readonly string[]
  /** Sends with the credential of a bucket. */
  readonly clientOf: (bucket: string) => Pick<Client, 'call'>
  /** Credential recorded for a consultation that was joined or taken without a POST. */
  readonly credential: string
  readonly planPolicy: PlanPolicy
  readonly pace: ReadPace
}

/** A consultation at the service that answers the effect. */
interface FoundConsultation {
  readonly origin: Exclude<ConsultationOrigin, 'asked'>
  readonly stage: string
  readonly askedAtMs: number
}

/** Its `ready` is the id of the vehicle at the service. */
export type ConsultStage = EffectStage<string, Consultation, FoundConsultation>

/** A request without a body has nothing to hash. */
const NO_BODY_HASH = 'no-body'
/** Delay of an effect whose vehicle is not registered yet. */
const UNREGISTERED_SNOOZE_MS = 60_000
/** Delay of an effect whose vehicle changed, when the service could not be told of the change. */
const UNTOLD_SNOOZE_MS = 10_000
/** The service's clock may be ahead of the ledger's by this much, in milliseconds. */
const SKEW_MS = 300_000

export function consultStage(tools: AskingTools): ConsultStage {
  const asked = readAsked(tools)
  return {
    kind: 'consult',
    budget: { bucket: tools.bucket },
    expect: asked.expect,
    prepare: async (effect) => prepare(tools, await asked.of(effect.id)),
    send: (serviceId, leave) => {
      const params = { vehicle_id: serviceId }
      return tools.clientOf(leave.bucket).call('createConsultation', { params }, leave)
    },
    fits: (reply, serviceId) =>
      reply.vehicle_id.toLowerCase() === serviceId.toLowerCase()
        ? { fits: true, remoteId: reply.id }
        : { fits: false, why: 'The answer is a consultation of another vehicle.' },
    lookUp: (effect) => lookUp(tools, effect),
    record: (tx, effect, found) => record(tools, tx, effect, found),
  }
}

async function prepare(
  tools: AskingTools,
  known: AskedVehicle | undefined,
): Promise<Preparation<string, FoundConsultation>> {
  if (known === undefined) return refuse('not-a-member')
  if (known.state === 'refused') return refuse('refused')
  if (!known.inFleet || known.memberState !== 'open') return refuse('not-a-member')
  if (known.serviceId === null) {
    return { snoozeMs: UNREGISTERED_SNOOZE_MS, why: 'The vehicle is not registered yet.' }
  }
  const told = await toldVehicle(tools, known, known.serviceId)
  if ('refuse' in told) return told
  if ('later' in told) return { snoozeMs: UNTOLD_SNOOZE_MS, why: told.later }
  const freshMs = freshnessMs(tools.planPolicy, freshnessKind(known.rankReasons ?? []))
  const { vehicle, since } = told
  const when = { nowMs: tools.clock.now(), freshMs, since, answered: known.answeredBy }
  return adopted(when, vehicle) ?? toSend(known.serviceId, vehicle)
}

function toSend(serviceId: string, vehicle: Vehicle): Preparation<string, FoundConsultation> {
  return {
    ready: serviceId,
    baseline: { id: vehicle.latest_consultation_id, at: vehicle.latest_consultation_at },
    bodyHash: NO_BODY_HASH,
  }
}

/**
 * The latest consultation, if it makes the POST unnecessary: pending, or ready and fresh. One that
 * was asked before `since`, when the service was told of a new plate or state, does not count, nor
 * does `answered`, which the vehicle had when somebody asked again.
 */
function adopted(
  when: { nowMs: number; freshMs: number; since: Date | null; answered: string | null },
  vehicle: Vehicle,
): Preparation<string, FoundConsultation> | null {
  const { nowMs, freshMs, since, answered } = when
  const id = vehicle.latest_consultation_id
  if (id === null || id.toLowerCase() === answered) return null
  const stated = Date.parse(vehicle.latest_consultation_at ?? '')
  if (since !== null && !(stated > since.getTime() + SKEW_MS)) return null
  const askedAtMs = Number.isNaN(stated) ? nowMs : Math.min(stated, nowMs)
  const match = (origin: FoundConsultation['origin'], stage: string): Match<FoundConsultation> => ({
    remoteId: id,
    thing: { origin, stage, askedAtMs },
  })
  if (vehicle.latest_consultation_status === 'pending') {
    return { adopt: match('joined', 'pending'), why: 'A consultation is pending already.' }
  }
  const isFresh = !Number.isNaN(stated) && nowMs - stated <= freshMs
  if (vehicle.latest_consultation_status === 'ready' && isFresh) {
    return { adopt: match('fresh', 'ready'), why: 'The last answer is still fresh.' }
  }
  return null
}

/**
 * The vehicle's latest consultation, unless it is the one from before the POST. The vehicle's own
 * summary may lag behind, so when it shows the old one the latest consultation itself is read too.
 */
async function lookUp(tools: AskingTools, effect: Effect): Promise<Match<FoundConsultation>[]> {
  const known = await tools.vehicles.byId(effect.vehicleId)
  const serviceId = serviceIdOf(known)
  const before = baselineId(effect.baseline)
  const askedAtMs = effect.intentAtMs ?? tools.clock.now()
  const params = { vehicle_id: serviceId }
  const vehicle = await tools.client.read('getVehicle', { params })
  if (vehicle === null) {
    throw new Failure('service-refused', {
      pt: 'O serviço não conhece mais o veículo.',
      en: 'The service does not know the vehicle any more.',
    })
  }
  const fromVehicle = vehicle.latest_consultation_id
  if (fromVehicle !== null && fromVehicle !== before) {
    const thing = { origin: 'adopted', stage: 'found', askedAtMs } as const
    return [{ remoteId: fromVehicle, thing }]
  }
  const latest = await tools.client.read('latestConsultation', { params })
  if (latest === null || latest.id === before) return []
  const thing = { origin: 'adopted', stage: latest.stage, askedAtMs } as const
  return [{ remoteId: latest.id, thing }]
}

async function record(
  tools: AskingTools,
  tx: Tx,
  effect: Effect,
  found: Found<Consultation, FoundConsultation>,
): Promise<void> {
  const nowMs = tools.clock.now()
  if (found.how === 'done') {
    const thing = { origin: 'asked', stage: found.reply.stage, askedAtMs: nowMs } as const
    return recordAsked(tools, tx, effect, { id: found.reply.id, ...thing })
  }
  if (found.how === 'adopted') {
    return recordAsked(tools, tx, effect, { id: found.match.remoteId, ...found.match.thing })
  }
  await tools.campaigns.endMember(
    {
      campaignId: campaignOf(effect),
      vehicleId: effect.vehicleId,
      state: 'failed',
      reason: found.reason,
      at: new Date(nowMs),
    },
    tx,
  )
}

async function recordAsked(
  tools: AskingTools,
  tx: Tx,
  effect: Effect,
  asked: { id: string; origin: ConsultationOrigin; stage: string; askedAtMs: number },
): Promise<void> {
  const nowMs = tools.clock.now()
  const readInMs = asked.origin === 'fresh' ? 0 : nextReadMs(0, tools.random.next(), tools.pace)
  await tools.consultations.record(
    {
      id: asked.id,
      vehicleId: effect.vehicleId,
      campaignId: campaignOf(effect),
      effectId: effect.id,
      credential: tools.credential,
      origin: asked.origin,
      stage: asked.stage,
      askedAt: new Date(asked.askedAtMs),
      nextReadAt: new Date(nowMs + readInMs),
      deadlineAt: new Date(nowMs + CONSULTATION_DEADLINE_MS * tools.pace.scale),
    },
    tx,
  )
}

function campaignOf({ campaignId }: Effect): string {
  if (campaignId === null) throw new Error('A consultation belongs to a campaign.')
  return campaignId
}

function serviceIdOf(known: VehicleFacts | null): string {
  if (known !== null && known.serviceId !== null) return known.serviceId
  throw new Error('A consultation left for a vehicle that the service does not have.')
}

function baselineId(baseline: Json): string | null {
  if (typeof baseline !== 'object' || baseline === null || Array.isArray(baseline)) return null
  const id = Object.entries(baseline).find(([name]) => name === 'id')?.[1]
  return typeof id === 'string' ? id : null
}
