/**
 * Where a vehicle stands in the plan and why, from the ledger alone: its place, the reasons with
 * their points, the last answer, and what holds it; for `frota why PLATE`.
 */
import type { Clock } from '../../clock.ts'
import { similarPlates } from '../../fleet/similar-plates.ts'
import type { CampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import type { Consultation } from '../../ledger/consultations/consultations.ts'
import type { ConsultationStore } from '../../ledger/consultations/consultations-sql.ts'
import type { EffectStore } from '../../ledger/effects/effects-sql.ts'
import type { VehicleFacts, VehicleStore } from '../../ledger/vehicles/vehicles.ts'
import { judgeHold, type Hold } from './judge-hold.ts'
import type { PlanPolicy } from './plan-policy.ts'
import { freshnessKind, rankToday, rankVehicles, type RankReason } from './rank-vehicles.ts'

export interface WhyTools {
  readonly vehicles: Pick<VehicleStore, 'named' | 'plates'>
  readonly campaigns: Pick<CampaignStore, 'current' | 'lastMember' | 'place' | 'factsOf'>
  readonly consultations: Pick<ConsultationStore, 'ofVehicle'>
  readonly effects: Pick<EffectStore, 'findByKey'>
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the due dates. */
  readonly zone: string
  readonly planPolicy: PlanPolicy
}

export interface WhyVehicle {
  readonly vehicle: VehicleFacts
  /** 1 is asked first; null when it does not wait in the plan. */
  readonly place: number | null
  readonly waiting: number
  readonly points: number
  /** Computed as of today, the strongest first. */
  readonly reasons: readonly RankReason[]
  readonly lastAnswer: Consultation | null
  /** The last question, answered or not. */
  readonly lastQuestion: Consultation | null
  readonly hold: Hold
}

export type Why =
  | {
      readonly found: true
      readonly by: 'plate' | 'former-plate' | 'renavam'
      readonly vehicles: readonly WhyVehicle[]
    }
  | { readonly found: false; readonly similar: readonly string[] }

/** Several when a plate moved. `name`: a plate, one of before, or a RENAVAM. */
export async function whyVehicle(
  tools: WhyTools,
  input: { readonly fleetId: string; readonly name: string },
): Promise<Why> {
  const { vehicles } = tools
  const found = await vehicles.named(input.fleetId, input.name)
  if (found.vehicles.length === 0) {
    return {
      found: false,
      similar: similarPlates(input.name, await vehicles.plates(input.fleetId)),
    }
  }
  const explained: WhyVehicle[] = []
  for (const vehicle of found.vehicles) explained.push(await explain(tools, vehicle))
  return { found: true, by: found.by, vehicles: explained }
}

async function explain(tools: WhyTools, vehicle: VehicleFacts): Promise<WhyVehicle> {
  const { campaigns, effects, clock, zone, planPolicy } = tools
  const nowMs = clock.now()
  const current = await campaigns.current(vehicle.fleetId)
  const member = await campaigns.lastMember(vehicle.id)
  const isMember = current !== undefined && member?.campaignId === current.id
  const questions = await tools.consultations.ofVehicle(vehicle.id)
  const key = `${vehicle.id}:${member?.campaignId}:${member?.ordinal}`
  const register = await effects.findByKey('register', `${vehicle.accountId}:${vehicle.renavam}`)
  const today = rankToday(planPolicy, nowMs, zone)
  const facts = await campaigns.factsOf(vehicle.id, today.date)
  const [ranked] = facts === undefined ? [] : rankVehicles([facts], today)
  const reasons = ranked?.reasons ?? []
  const queue = isMember ? await campaigns.place(current.id, vehicle.id) : undefined
  const hold = judgeHold({
    vehicle,
    register,
    consult: isMember ? await effects.findByKey('consult', key) : null,
    member: member ?? null,
    isMember,
    place: queue?.place ?? null,
    lastQuestion: questions[0] ?? null,
    latestAnswerAt: facts?.latestAnswerAt ?? null,
    kind: freshnessKind(reasons),
    policy: planPolicy,
    closeBefore: today.closeBefore,
    nowMs,
  })
  return {
    vehicle,
    place: queue?.place ?? null,
    waiting: queue?.waiting ?? 0,
    points: ranked?.points ?? 0,
    reasons,
    lastAnswer: questions.find(({ status }) => status === 'ready') ?? null,
    lastQuestion: questions[0] ?? null,
    hold,
  }
}
