/** Answered vehicles at the real service over HTTP, and the verbs that order their debts. */
import type { Client } from '../../../src/client/client.ts'
import type { Order, OrderMethod } from '../../../src/contract/order.ts'
import { performEffect } from '../../support/perform-effect.ts'
import type { EffectTools } from '../../../src/effects/tools.ts'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import type { OrderListing } from '../../../src/ledger/orders/orders.ts'
import { openOrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import type { Plan } from '../../../src/ledger/orders/plans.ts'
import { openPlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
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
import { openAskingWorld, type Registered } from '../consultations/asking-world.ts'

const REAIS_MANY_CENTS = 1_000_000_00n
const FLEETS_TRIED_MAX = 50

export interface Answered extends Registered {
  readonly fleetId: string
}

export interface Approved extends Answered {
  readonly plan: Plan
  readonly effectId: string
}

export type OrderWorld = Awaited<ReturnType<typeof openOrderWorld>>

type Fits = (chosen: readonly ShownDebt[]) => boolean

const debtIds = ({ plan }: Approved): string[] => plan.items.map(({ debtId }) => debtId)

export async function openOrderWorld(options: Partial<ServiceOptions> = {}) {
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
  const vehicles = openVehicleStore(ledger.db)
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
  const now = (): Date => new Date(clock.now())
  const query = async <Row extends Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]> => (await ledger.database.pool.query<Row>(text, values && [...values])).rows

  /** What decides about the fleet's proposals, by this policy. */
  const tools = (
    { fleetId }: Answered,
    policy: Partial<OrderPolicy> = {},
    other: Client = client,
  ): Omit<OrderTools, 'foreign'> => ({
    ...placing,
    client: other,
    fleetId,
    policy: { ...placing.policy, ...policy },
  })

  /** Asks again, whatever is known already; another client may change what is read. */
  const consult = async (one: Answered, other?: Client): Promise<void> => {
    const at = now()
    const { id } = await ledger.campaigns.open(one.fleetId, at)
    const always = new Date(at.getTime() + 1)
    await ledger.campaigns.join(id, { staleBefore: always, failedBefore: always, at })
    await ledger.campaigns.plan(id, at)
    const effectId = await asking.effectOf(id, one.vehicleId)
    const planPolicy = defaultPlanPolicy(0)
    await asking.ask(effectId, { asking: { ...asking.asking, planPolicy } })
    clock.step(MINUTE_MS)
    await asking.collect(one.fleetId, other)
    if (!(await ledger.campaigns.close(id, now()))) throw new Error('not answered')
  }

  /** A vehicle in a fleet of its own, whose answer has something to order. */
  const answered = async (fits: Fits = (chosen) => chosen.length > 1): Promise<Answered> => {
    for (let tried = 0; tried < FLEETS_TRIED_MAX; tried += 1) {
      const fleetId = await ledger.fleet()
      const one = { ...(await asking.vehicle(fleetId, 'ready')), fleetId }
      await consult(one)
      const shown = await debts.shown([one.vehicleId])
      if (fits(shown.filter((debt) => debt.isPayable && debt.group !== 'ipva'))) return one
    }
    throw new Error('No simulated vehicle is as the test wants it.')
  }

  /** With its preview, by this policy. */
  const propose = async (
    one: Answered,
    other?: Client,
    policy: Partial<OrderPolicy> = { approveUpToCents: 0n },
  ): Promise<void> => {
    const given = tools(one, policy, other)
    await proposeOrders(given)
    await previewProposals(given)
  }

  const proposed = async (fits?: Fits): Promise<Answered> => {
    const one = await answered(fits)
    await propose(one)
    return one
  }

  /** The newest one. */
  const planOf = async ({ fleetId }: Answered): Promise<Plan> => {
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      'select id from frota.order_plan where fleet_id = $1 order by created_at desc limit 1',
      [fleetId],
    )
    const plan = await plans.find(id)
    if (plan === undefined) throw new Error('nothing was proposed')
    return plan
  }

  const effect = async (effectId: string): Promise<Effect> => {
    const found = await effects.find(effectId)
    if (found === null) throw new Error('no such effect')
    return found
  }

  /** Of the newest plan. */
  const effectOf = async (one: Answered): Promise<Effect> => {
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      'select id from frota.effect where plan_id = $1 order by active desc',
      [(await planOf(one)).id],
    )
    return effect(id)
  }

  /** How many the policy approved. */
  const approve = async (one: Answered, approveUpToCents = REAIS_MANY_CENTS): Promise<number> =>
    (await approveProposals(tools(one, { approveUpToCents }))).approved

  const approved = async (fits?: Fits): Promise<Approved> => {
    const one = await proposed(fits)
    if ((await approve(one)) !== 1) throw new Error('nothing was approved')
    const plan = await planOf(one)
    const { id: effectId } = await effectOf(one)
    return { ...one, plan, effectId }
  }

  const place = (
    effectId: string,
    other: { client?: Client; engine?: EffectTools; policy?: Partial<OrderPolicy> } = {},
  ): Promise<Outcome> => {
    const policy = { ...placing.policy, ...other.policy }
    const own = { ...placing, client: other.client ?? client, policy }
    return performEffect(other.engine ?? engine, orderStage(own), effectId)
  }

  const placed = async (fits?: Fits): Promise<Approved> => {
    const one = await approved(fits)
    await place(one.effectId)
    return one
  }

  const follow = async (one: Answered, other?: Client): Promise<void> => {
    const { chunks } = await orders.due(one.fleetId, now())
    for (const { chunk } of chunks) await followOrders(tools(one, {}, other), chunk)
  }

  /** The one order of its fleet. */
  const listed = async ({ fleetId }: Answered, at?: Date): Promise<OrderListing> => {
    const [order, other] = await orders.list(fleetId, 2, at)
    if (order === undefined || other !== undefined) throw new Error('not exactly one order')
    return order
  }

  const states = async ({ vehicleId }: Answered, ids: readonly string[]): Promise<Set<string>> => {
    const all = await debts.ofVehicle(vehicleId)
    return new Set(all.filter(({ id }) => ids.includes(id)).map(({ state }) => state))
  }

  /** The debts of its plan as the newest answer shows them. */
  const chosen = async (one: Approved): Promise<ShownDebt[]> =>
    (await debts.shown([one.vehicleId])).filter(({ id }) => debtIds(one).includes(id))

  /** What the service itself says. */
  const ordersAt = async ({ serviceId }: Answered): Promise<Order[]> => {
    const { body } = await bench.send('GET', `/api/v1/orders?vehicle_id=${serviceId}&page_size=100`)
    return body['results'] as Order[]
  }

  /** Somebody else orders these debts at the service. */
  const orderAt = async (
    one: Answered,
    items: readonly ShownDebt[],
    method: OrderMethod = 'pix',
  ): Promise<Order> => {
    const body = { debt_item_ids: items.map((item) => item.itemId), method }
    const { status, body: made } = await bench.send('POST', '/api/v1/orders', { body })
    if (status !== 201) throw new Error(`ordering answered ${status}: ${JSON.stringify(made)}`)
    const order = (await ordersAt(one)).find(({ id }) => id === made['id'])
    if (order === undefined) throw new Error('the order is not listed')
    return order
  }

  /** Somebody else orders one debt of its plan, which needs no other, at the service. */
  const orderOneAt = async (one: Approved): Promise<Order & { readonly debt: ShownDebt }> => {
    const debt = (await chosen(one)).find(({ dependsOn }) => dependsOn === null)
    if (debt === undefined) throw new Error('each debt needs another one')
    return { ...(await orderAt(one, [debt])), debt }
  }

  return {
    asking,
    client,
    bench,
    ledger,
    plans,
    orders,
    placing,
    engine,
    now,
    query,
    step: (ms: number): void => clock.step(ms),
    tools,
    consult,
    answered,
    propose,
    proposed,
    planOf,
    effect,
    effectOf,
    stateOf: async ({ effectId }: Pick<Approved, 'effectId'>) => (await effect(effectId)).state,
    approve,
    approved,
    place,
    placed,
    follow,
    listed,
    states,
    /** The states of the debts of its plan. */
    debtsAre: (one: Approved) => states(one, debtIds(one)),
    chosen,
    ordersAt,
    orderAt,
    orderOneAt,
    /** Its order, at the simulated bank. */
    pay: async ({ fleetId }: Answered): Promise<void> => {
      const [order] = await orders.list(fleetId, 1)
      const { status } = await bench.send('POST', `/api/v1/orders/${order?.id}/simulate-pix`)
      if (status !== 200) throw new Error(`paying answered ${status}`)
    },
    locks: async ({ vehicleId }: Answered): Promise<number> =>
      (await query('select from frota.debt_lock where vehicle_id = $1', [vehicleId])).length,
    [Symbol.asyncDispose]: async () => {
      await gate.close()
      await asking[Symbol.asyncDispose]()
    },
  }
}
