/** Answered vehicles at the real service over HTTP, and the verbs that order their debts. */
import type { Client } from '../../../src/client/client.ts'
import type { Order, OrderMethod } from '../../../src/contract/order.ts'
import { performEffect } from '../../support/perform-effect.ts'
import type { EffectTools } from '../../../src/effects/tools.ts'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import type { OrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import { openOrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import type { Plan } from '../../../src/ledger/orders/plans.ts'
import type { PlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import { openPlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import type { Outcome } from '../../../src/queue/outcome.ts'
import { orderBucket } from '../../../src/quota/bucket-settings.ts'
import { openGate } from '../../../src/quota/open-gate.ts'
import { seededRandom } from '../../../src/random.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { approveProposals } from '../../../src/reconciliation/orders/deciding/approve-proposals.ts'
import { followOrders } from '../../../src/reconciliation/orders/following/follow-orders.ts'
import { orderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { orderStage } from '../../../src/reconciliation/orders/placing/place-order.ts'
import { defaultOrderStatuses } from '../../../src/reconciliation/orders/order-statuses.ts'
import type { OrderTools, PlacingTools } from '../../../src/reconciliation/orders/order-tools.ts'
import { previewProposals } from '../../../src/reconciliation/orders/proposing/preview-proposals.ts'
import { proposeOrders } from '../../../src/reconciliation/orders/proposing/propose-orders.ts'
import type { ServiceOptions } from '../../../src/service/start-service.ts'
import { MINUTE_MS } from '../../service/support/open-service.ts'
import { openAskingWorld } from '../consultations/asking-world.ts'
import type { AskingWorld, Registered } from '../consultations/asking-world.ts'

const REAIS_MANY_CENTS = 1_000_000_00n
const FLEETS_TRIED_MAX = 50

export interface Answered extends Registered {
  readonly fleetId: string
}

export interface Approved extends Answered {
  readonly plan: Plan
  readonly effectId: string
}

export interface OrderWorld extends AsyncDisposable {
  readonly asking: AskingWorld
  readonly plans: PlanStore
  readonly orders: OrderStore
  readonly placing: PlacingTools
  readonly engine: EffectTools
  /** What decides about the fleet's proposals, by this policy. */
  readonly tools: (
    one: Answered,
    policy?: Partial<OrderPolicy>,
    client?: Client,
  ) => Omit<OrderTools, 'foreign'>
  readonly step: (ms: number) => void
  /** A vehicle in a fleet of its own, whose answer has something to order. */
  answered(fits?: (chosen: readonly ShownDebt[]) => boolean): Promise<Answered>
  /** Asks again, whatever is known already; `client` may change what is read. */
  consult(one: Answered, client?: Client): Promise<void>
  /** With its preview, through `client`. */
  propose(one: Answered, client?: Client): Promise<void>
  approve(one: Answered, upToCents?: bigint): Promise<number>
  approved(fits?: (chosen: readonly ShownDebt[]) => boolean): Promise<Approved>
  place(effectId: string, other?: { client?: Client; engine?: EffectTools }): Promise<Outcome>
  effect(effectId: string): Promise<Effect>
  /** Of the newest plan. */
  effectOf(one: Answered): Promise<Effect>
  follow(one: Answered, client?: Client): Promise<void>
  planOf(one: Answered): Promise<Plan>
  stateOf(one: Approved): Promise<Effect['state']>
  /** The debts of its plan as the newest answer shows them. */
  chosen(one: Approved): Promise<ShownDebt[]>
  /** The states of the debts of its plan. */
  debtsAre(one: Approved): Promise<Set<string>>
  states(one: Answered, debtIds: readonly string[]): Promise<Set<string>>
  /** What the service itself says. */
  ordersAt(serviceId: string): Promise<Order[]>
  orderAt(serviceId: string, items: readonly ShownDebt[], method?: OrderMethod): Promise<Order>
  /** Its order, at the simulated bank. */
  pay(one: Answered): Promise<void>
  locks(one: Answered): Promise<number>
}

const debtIds = ({ plan }: Approved): string[] => plan.items.map(({ debtId }) => debtId)

export async function openOrderWorld(options: Partial<ServiceOptions> = {}): Promise<OrderWorld> {
  const limits = { ordersPerHour: 10_000, consultationsPerHour: 10_000 }
  const asking = await openAskingWorld({ limits, ...options })
  const { ledger, bench, client, effects } = asking
  const { clock } = bench
  const plans = openPlanStore(ledger.db)
  const orders = openOrderStore(ledger.db)
  const bucket = orderBucket({ service: 'test', perHour: 1_000, simulated: true })
  const gate = await openGate({
    ledger: openQuotaLedger(ledger.database.pool),
    clock,
    random: seededRandom(11),
    holder: 'test',
    alarm: () => undefined,
    buckets: [bucket],
  })
  const engine = { ...asking.engine, gate }
  const { vehicles } = asking.asking
  const { debts } = ledger
  const zone = 'America/Sao_Paulo'
  const placing = {
    client,
    policy: orderPolicy('pix', REAIS_MANY_CENTS),
    planPolicy: defaultPlanPolicy(),
    accountId: bench.own.accountId,
    plans,
    orders,
    debts,
    effects,
    vehicles,
    statuses: defaultOrderStatuses,
    clock,
    zone,
    bucket: bucket.name,
  } satisfies PlacingTools
  const tools: OrderWorld['tools'] = ({ fleetId }, policy = {}, other = client) => ({
    ...placing,
    client: other,
    fleetId,
    policy: { ...placing.policy, ...policy },
  })

  const consult: OrderWorld['consult'] = async (one, other) => {
    const at = new Date(clock.now())
    const { id } = await ledger.campaigns.open(one.fleetId, at)
    const always = new Date(at.getTime() + 1)
    await ledger.campaigns.join(id, { staleBefore: always, failedBefore: always, at })
    await ledger.campaigns.plan(id, at)
    const effectId = await asking.effectOf(id, one.vehicleId)
    const planPolicy = defaultPlanPolicy(0)
    await asking.ask(effectId, { asking: { ...asking.asking, planPolicy } })
    clock.step(MINUTE_MS)
    await asking.collect(one.fleetId, other)
    if (!(await ledger.campaigns.close(id, new Date(clock.now())))) throw new Error('not answered')
  }
  const propose: OrderWorld['propose'] = async (one, other) => {
    const given = tools(one, { approveUpToCents: 0n }, other)
    await proposeOrders(given)
    await previewProposals(given)
  }
  const planOf: OrderWorld['planOf'] = async ({ fleetId }) => {
    const { id } = await ledger.db
      .selectFrom('frota.order_plan')
      .select('id')
      .where('fleet_id', '=', fleetId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const plan = await plans.find(id)
    if (plan === undefined) throw new Error('unreachable')
    return plan
  }
  const effect: OrderWorld['effect'] = async (effectId) => {
    const found = await effects.find(effectId)
    if (found === null) throw new Error('no such effect')
    return found
  }
  const effectOf: OrderWorld['effectOf'] = async (one) => {
    const plan = await planOf(one)
    const { id } = await ledger.db
      .selectFrom('frota.effect')
      .select('id')
      .where('plan_id', '=', plan.id)
      .executeTakeFirstOrThrow()
    return effect(id)
  }
  const answered: OrderWorld['answered'] = async (fits = (chosen) => chosen.length > 1) => {
    for (let tried = 0; tried < FLEETS_TRIED_MAX; tried += 1) {
      const fleetId = await ledger.fleet()
      const one = { ...(await asking.vehicle(fleetId, 'ready')), fleetId }
      await consult(one)
      const shown = await debts.shown([one.vehicleId])
      if (fits(shown.filter((debt) => debt.isPayable && debt.group !== 'ipva'))) return one
    }
    throw new Error('No simulated vehicle is as the test wants it.')
  }
  const approve: OrderWorld['approve'] = async (one, approveUpToCents = REAIS_MANY_CENTS) =>
    (await approveProposals(tools(one, { approveUpToCents }))).approved
  const ordersAt: OrderWorld['ordersAt'] = async (serviceId) => {
    const { body } = await bench.send('GET', `/api/v1/orders?vehicle_id=${serviceId}&page_size=100`)
    return body['results'] as Order[]
  }
  const states: OrderWorld['states'] = async ({ vehicleId }, ids) => {
    const all = await debts.ofVehicle(vehicleId)
    return new Set(all.filter(({ id }) => ids.includes(id)).map(({ state }) => state))
  }
  return {
    asking,
    plans,
    orders,
    placing,
    engine,
    tools,
    step: (ms) => clock.step(ms),
    answered,
    consult,
    propose,
    approve,
    approved: async (fits) => {
      const one = await answered(fits)
      await propose(one)
      if ((await approve(one)) !== 1) throw new Error('nothing was approved')
      const plan = await planOf(one)
      const { id: effectId } = await effectOf(one)
      return { ...one, plan, effectId }
    },
    place: (effectId, other = {}) => {
      const own = other.client === undefined ? placing : { ...placing, client: other.client }
      return performEffect(other.engine ?? engine, orderStage(own), effectId)
    },
    effect,
    effectOf,
    follow: async (one, other) => {
      const { chunks } = await orders.due(one.fleetId, new Date(clock.now()))
      for (const { chunk } of chunks) await followOrders(tools(one, {}, other), chunk)
    },
    planOf,
    stateOf: async ({ effectId }) => (await effect(effectId)).state,
    chosen: async (one) =>
      (await debts.shown([one.vehicleId])).filter(({ id }) => debtIds(one).includes(id)),
    debtsAre: (one) => states(one, debtIds(one)),
    states,
    ordersAt,
    orderAt: async (serviceId, items, method = 'pix') => {
      const body = { debt_item_ids: items.map((item) => item.itemId), method }
      const { status, body: made } = await bench.send('POST', '/api/v1/orders', { body })
      if (status !== 201) throw new Error(`ordering answered ${status}: ${JSON.stringify(made)}`)
      const order = (await ordersAt(serviceId)).find(({ id }) => id === made['id'])
      if (order === undefined) throw new Error('the order is not listed')
      return order
    },
    pay: async ({ fleetId }) => {
      const [order] = await orders.list(fleetId, 1)
      const { status } = await bench.send('POST', `/api/v1/orders/${order?.id}/simulate-pix`)
      if (status !== 200) throw new Error(`paying answered ${status}`)
    },
    locks: async ({ vehicleId }) => {
      const { rows } = await ledger.database.pool.query(
        'select from frota.debt_lock where vehicle_id = $1',
        [vehicleId],
      )
      return rows.length
    },
    [Symbol.asyncDispose]: async () => {
      await gate.close()
      await asking[Symbol.asyncDispose]()
    },
  }
}
