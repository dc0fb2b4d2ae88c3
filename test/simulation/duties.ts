/**
 * What a process does in one round: the ledger says what is due, and the program's own verbs do it,
 * several at once and some of them twice, since a queue delivers at least once.
 */
import { takeTurns } from '../../jobs/take-turns.ts'
import type { Client } from '../../src/client/client.ts'
import { claimEffects } from '../../src/effects/perform-effect.ts'
import type { EffectStage } from '../../src/effects/stage.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import type { Random } from '../../src/random.ts'
import type { PlanPolicy } from '../../src/reconciliation/consultations/plan-policy.ts'
import type { ReadPace } from '../../src/reconciliation/consultations/read-backoff.ts'
import { collectDebts } from '../../src/reconciliation/debts/collect-debts.ts'
import { approveProposals } from '../../src/reconciliation/orders/deciding/approve-proposals.ts'
import { followOrders } from '../../src/reconciliation/orders/following/follow-orders.ts'
import type { OrderPolicy } from '../../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderStatuses } from '../../src/reconciliation/orders/order-statuses.ts'
import { previewProposals } from '../../src/reconciliation/orders/proposing/preview-proposals.ts'
import { proposeOrders } from '../../src/reconciliation/orders/proposing/propose-orders.ts'
import type { Secret } from '../../src/secret.ts'
import type { SimulatedStores } from './ledger/ledger.ts'
import type { Process } from './process.ts'

/** A stage of which only the engine knows what it passes between its parts. */
export type AnyStage = EffectStage<unknown, unknown, unknown>

export interface DutyTools {
  readonly process: Process
  readonly stores: SimulatedStores
  readonly client: Client
  readonly effects: EffectTools
  readonly secret: Secret
  readonly clock: Process['clock']
  readonly random: Random
  readonly fleetId: string
  readonly accountId: string
  readonly credential: string
  readonly buckets: { readonly consultations: string; readonly orders: string }
  readonly policy: OrderPolicy
  readonly statuses: OrderStatuses
  readonly planPolicy: PlanPolicy
  readonly pace: ReadPace
  readonly zone: string
  readonly campaignId: () => string | undefined
}

/** Work of one kind that is due now, and in how many milliseconds there is more. */
export interface Due {
  readonly work: readonly (() => Promise<unknown>)[]
  readonly nextInMs: number | null
}

const EFFECTS_AT_ONCE = 20
/** Effects of one job, or fewer. */
const EFFECTS_TOGETHER = 3

const context = { signal: new AbortController().signal, settled: () => {} }

export async function dueEffects(tools: DutyTools, stage: AnyStage): Promise<Due> {
  const { kind } = stage
  const { planned, lookUps, nextInMs } = await tools.stores.effects.due(
    tools.fleetId,
    kind,
    EFFECTS_AT_ONCE,
  )
  const ids = [...planned, ...lookUps].map(({ id }) => id)
  const work: Due['work'][number][] = []
  for (let at = 0; at < ids.length; at += EFFECTS_TOGETHER) {
    const some = ids.slice(at, at + EFFECTS_TOGETHER)
    work.push(async () => {
      const claimed = await claimEffects(tools.effects, stage, some)
      return takeTurns({ ...tools, onFailure: () => {} }, claimed, some, context)
    })
  }
  return { work, nextInMs }
}

/** Decisions of one process: a later one may already depend on an earlier one. */
export async function decide(tools: DutyTools): Promise<void> {
  const campaign = tools.campaignId()
  const { stores, clock } = tools
  if (campaign !== undefined) await stores.campaigns.plan(campaign, new Date(clock.now()))
  const all = { ...tools, ...stores }
  await proposeOrders(all)
  await previewProposals(all)
  await approveProposals(all)
}

export async function dueReading(tools: DutyTools): Promise<Due> {
  const now = new Date(tools.clock.now())
  const { chunks, nextReadAt } = await tools.stores.consultations.due(tools.fleetId, now)
  const all = { ...tools, ...tools.stores }
  const work = chunks.map(
    ({ chunk }) =>
      () =>
        collectDebts(all, chunk),
  )
  return { work, nextInMs: inMs(nextReadAt, now) }
}

export async function dueFollowing(tools: DutyTools): Promise<Due> {
  const now = new Date(tools.clock.now())
  const { chunks, nextReadAt } = await tools.stores.orders.due(tools.fleetId, now)
  const all = { ...tools, ...tools.stores }
  const work = chunks.map(
    ({ chunk }) =>
      () =>
        followOrders(all, chunk),
  )
  return { work, nextInMs: inMs(nextReadAt, now) }
}

function inMs(at: Date | null, now: Date): number | null {
  return at === null ? null : at.getTime() - now.getTime()
}
