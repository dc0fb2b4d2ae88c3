/** A fleet registered at the real service over HTTP, the real engine and gate, and a moved clock. */
import { openClient } from '../../../src/client/open-client.ts'
import type { Client } from '../../../src/client/client.ts'
import { performEffect } from '../../support/perform-effect.ts'
import type { EffectTools } from '../../../src/effects/tools.ts'
import { openEffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { agreeOnTime } from '../../../src/ledger/runs/shifted-time.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import type { Outcome } from '../../../src/queue/outcome.ts'
import { consultationBucket } from '../../../src/quota/bucket-settings.ts'
import { openGate } from '../../../src/quota/open-gate.ts'
import { seededRandom } from '../../../src/random.ts'
import { consultStage } from '../../../src/reconciliation/consultations/ask-consultation.ts'
import type { AskingTools } from '../../../src/reconciliation/consultations/ask-consultation.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { staleCriteria } from '../../../src/reconciliation/consultations/stale-criteria.ts'
import { collectDebts, type CollectTools } from '../../../src/reconciliation/debts/collect-debts.ts'
import { plainDay } from '../../../src/clock.ts'
import { answerVehicle } from '../../../src/service/simulation/answer-vehicle.ts'
import type { ServiceOptions } from '../../../src/service/start-service.ts'
import { openCampaignWorld } from '../../ledger/consultations/campaign-world.ts'
import { openBench } from '../../service/support/open-service.ts'
import { newVehicle } from '../../service/support/fleet.ts'
import { memberOf } from '../../support/ledger/member-of.ts'

const SEED = 1
const VEHICLES_TRIED_MAX = 2_000

export interface Registered {
  readonly vehicleId: string
  readonly serviceId: string
  readonly plate: string
  readonly uf: string
}

export async function openAskingWorld(options: Partial<ServiceOptions> = {}) {
  const bench = await openBench({ seed: SEED, ...options })
  const ledger = await openCampaignWorld()
  const random = seededRandom(7)
  const { clock } = bench
  // Both sides live at the bench's time: an order is looked for since the day of its intent.
  const nowMs = clock.now()
  const time = { nowMs, offsetMs: nowMs - Date.now(), throughOwner: false }
  await agreeOnTime(ledger.database.pool, time)
  const client = openClient({
    baseUrl: bench.url,
    apiKey: () => bench.own.apiKey,
    accountId: bench.own.accountId,
    clock,
    random,
  })
  const bucket = consultationBucket({ credential: 'principal', perHour: 200, simulated: true })
  const gate = await openGate({
    ledger: openQuotaLedger(ledger.database.pool),
    clock,
    random,
    holder: 'test',
    alarm: () => undefined,
    buckets: [bucket],
  })
  const vehicles = openVehicleStore(ledger.db)
  const effects = openEffectStore(ledger.db)
  const pace = { scale: 1 }
  const asking: AskingTools = {
    client,
    clientOf: () => client,
    campaigns: ledger.campaigns,
    consultations: ledger.consultations,
    vehicles,
    secret: { open: () => '52998224725' },
    clock,
    random,
    credential: 'principal',
    bucket: bucket.name,
    planPolicy: defaultPlanPolicy(),
    pace,
  }
  const engine: EffectTools = {
    store: effects,
    gate,
    journal: null,
    clock,
    holder: 'test',
    delays: { delaysMs: [0, 0, 0], heldMs: 0, retryMs: 0 },
  }
  const collecting = (fleetId: string, other: Client = client): CollectTools => ({
    fleetId,
    client: other,
    consultations: ledger.consultations,
    debts: ledger.debts,
    clock,
    random,
    pace,
  })
  let number = 0
  const next = (answer: 'ready' | 'failed'): ReturnType<typeof newVehicle> => {
    for (let tried = 0; tried < VEHICLES_TRIED_MAX; tried += 1) {
      number += 1
      const made = newVehicle(number)
      const world = answerVehicle(SEED, made, plainDay(clock.now(), 'America/Sao_Paulo'))
      if (world.outcome === 'failed' && answer === 'failed') return made
      if (world.outcome === 'ready' && world.debts.length > 2 && answer === 'ready') return made
    }
    throw new Error(`No simulated vehicle answers ${answer}.`)
  }
  return {
    ledger,
    bench,
    client,
    effects,
    gate,
    asking,
    engine,
    /** In both places; its answer will be of this kind. */
    vehicle: async (fleetId: string, answer: 'ready' | 'failed'): Promise<Registered> => {
      const body = next(answer)
      const { body: made, status } = await bench.send('POST', '/api/v1/vehicles', { body })
      if (status !== 201) throw new Error(`registering answered ${status}`)
      const serviceId = String(made['id'])
      const { plate, renavam, uf } = body
      const vehicleId = await ledger.vehicle(fleetId, { serviceId, plate, renavam, uf })
      return { vehicleId, serviceId, plate, uf }
    },
    /** Opens a campaign over the fleet and plans it. */
    plan: async (fleetId: string): Promise<string> => {
      const at = new Date(clock.now())
      const { id } = await ledger.campaigns.open(fleetId, at)
      const when = staleCriteria(asking.planPolicy, at.getTime(), 'America/Sao_Paulo')
      await ledger.campaigns.join(id, { ...when, failedBefore: at, at })
      await ledger.campaigns.plan(id, at)
      return id
    },
    effectOf: async (campaignId: string, vehicleId: string): Promise<string> => {
      const member = await memberOf(ledger.campaigns, campaignId, vehicleId)
      const key = `${vehicleId}:${campaignId}:${member?.ordinal}`
      const effect = await effects.findByKey('consult', key)
      if (effect === null) throw new Error('The consultation was not planned.')
      return effect.id
    },
    /** Takes the effect as far as it goes, with other tools if given. */
    ask: (
      effectId: string,
      other: { asking?: AskingTools; engine?: EffectTools } = {},
    ): Promise<Outcome> => {
      const tools = other.asking ?? asking
      const stage = consultStage({ ...tools, clientOf: () => tools.client })
      return performEffect(other.engine ?? engine, stage, effectId)
    },
    collecting,
    /** Reads whatever is due now. */
    collect: async (fleetId: string, other?: Client): Promise<void> => {
      const { chunks } = await ledger.consultations.due(fleetId, new Date(clock.now()))
      for (const { chunk } of chunks) await collectDebts(collecting(fleetId, other), chunk)
    },
    slotsUsed: async (): Promise<number> => (await gate.facts(bucket.name)).used,
    consultationsAt: async (serviceId: string): Promise<number> => {
      const { body } = await bench.send('GET', `/api/v1/vehicles/${serviceId}/consultations`)
      return Number(body['count'])
    },
    [Symbol.asyncDispose]: async () => {
      await gate.close()
      await client.close()
      await ledger[Symbol.asyncDispose]()
      await bench[Symbol.asyncDispose]()
    },
  }
}
