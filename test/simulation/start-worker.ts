/** Puts one process together, as the command line does, with everything that it may die of. */
import type { JournalRecord } from '../../src/database/journal.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import { recoverSlots } from '../../src/effects/recover-slots.ts'
import { EffectsAtWork } from '../../src/effects/effects-at-work.ts'
import { recoverEffects } from '../../src/effects/recover-effects.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import { consultationBucket, orderBucket } from '../../src/quota/bucket-settings.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import type { Random } from '../../src/random.ts'
import { defaultPlanPolicy } from '../../src/reconciliation/consultations/plan-policy.ts'
import { orderPolicy } from '../../src/reconciliation/orders/policy/order-policy.ts'
import { defaultOrderStatuses } from '../../src/reconciliation/orders/order-statuses.ts'
import type { Secret } from '../../src/secret.ts'
import type { DutyTools } from './duties.ts'
import { ACCOUNT, FLEET, type Ledger, type SimulatedStores } from './ledger/ledger.ts'
import { openClient } from './network.ts'
import type { Parameters } from './parameters.ts'
import type { Process } from './process.ts'
import type { NetworkTools } from './send-request.ts'
import { openStages } from './stages.ts'
import { live, type WorkerTools } from './worker.ts'
import type { ProcessJournal, Wrapping } from './wrapping.ts'

export interface StartTools {
  readonly process: Process
  readonly ledger: Ledger
  readonly durable: JournalRecord[]
  readonly network: Omit<NetworkTools, 'process'>
  readonly parameters: Parameters
  readonly secret: Secret
  readonly random: Random
  readonly wrapping: Wrapping
  readonly campaignId: () => string | undefined
  readonly over: () => boolean
  readonly goneOf: (holders: readonly string[]) => Promise<string[]>
  readonly onBug: (error: unknown) => void
}

const DELIVERED_TWICE = 0.1

export async function startWorker(given: StartTools): Promise<void> {
  const { process, ledger, parameters, wrapping, random } = given
  const { clock } = process
  const stores = lent(given)
  const lentQuota = process.lend(ledger.quota)
  const quota = wrapping.quota?.(lentQuota) ?? lentQuota
  const journal = parameters.embedded ? openJournal(given) : null
  const delays = lookUpDelays()
  const alone = parameters.embedded
  const atWork = new EffectsAtWork()
  const own = { holder: process.name, atWork }
  const presence = alone ? { own } : { goneOf: given.goneOf, own }
  const { embedded } = parameters
  await recoverEffects({ store: stores.effects, journal, delays, ...presence }, embedded)
  const buckets = [
    consultationBucket({
      credential: 'principal',
      perHour: parameters.consultationsPerHour,
      simulated: true,
    }),
    orderBucket({ service: 'principal', perHour: parameters.ordersPerHour, simulated: true }),
  ] as const
  const gate = await openGate({
    ledger: quota,
    clock,
    random,
    holder: process.name,
    machine: 'machine',
    alarm: () => undefined,
    buckets,
  })
  if (journal !== null) {
    await recoverSlots({ journal, quota, nowMs: clock.now(), holder: process.name })
  }
  const tools: EffectTools = {
    store: stores.effects,
    gate,
    journal,
    clock,
    holder: process.name,
    delays,
    atWork,
  }
  const names = { consultations: buckets[0].name, orders: buckets[1].name }
  await live(workerTools(given, { tools, stores, presence, names }))
  await gate.close()
}

function workerTools(
  given: StartTools,
  opened: {
    readonly tools: EffectTools
    readonly stores: SimulatedStores
    readonly presence: Pick<WorkerTools, 'goneOf' | 'own'>
    readonly names: DutyTools['buckets']
  },
): WorkerTools {
  const { process, parameters, wrapping } = given
  const { stores } = opened
  const effects = wrapping.effects?.(opened.tools) ?? opened.tools
  const network = { ...given.network, process }
  const real = openClient(network)
  const client = wrapping.client?.(real, network) ?? real
  const duties: DutyTools = {
    process,
    stores,
    client,
    effects,
    secret: given.secret,
    clock: process.clock,
    random: given.random,
    fleetId: FLEET,
    accountId: ACCOUNT,
    credential: 'principal',
    buckets: opened.names,
    policy: orderPolicy('pix', parameters.approveUpToCents),
    statuses: defaultOrderStatuses,
    planPolicy: defaultPlanPolicy(parameters.freshnessDays),
    pace: { scale: 1 },
    zone: 'America/Sao_Paulo',
    campaignId: given.campaignId,
  }
  const parts = { stores, client, effects }
  return {
    ...duties,
    ...opened.presence,
    stages: openStages(duties).map((stage) => wrapping.stage?.(stage, parts) ?? stage),
    deliveredTwice: DELIVERED_TWICE,
    restMsMax: parameters.restMsMax,
    over: given.over,
    onBug: given.onBug,
  }
}

function lent({ process, ledger, wrapping }: StartTools): SimulatedStores {
  const { effects, vehicles, campaigns, consultations, debts, plans, orders } = ledger.stores
  const stores: SimulatedStores = {
    effects: process.lend(effects),
    vehicles: process.lend(vehicles),
    campaigns: process.lend(campaigns),
    consultations: process.lend(consultations),
    debts: process.lend(debts),
    plans: process.lend(plans),
    orders: process.lend(orders),
  }
  return wrapping.stores?.(stores) ?? stores
}

/** What `append` has resolved for is on the disk, whatever dies afterwards. */
function openJournal({ process, durable, wrapping }: StartTools): ProcessJournal {
  const journal = process.lend<ProcessJournal>({
    append: async (record) => {
      durable.push(record)
    },
    readAll: async () => [...durable],
  })
  return wrapping.journal?.(journal) ?? journal
}
