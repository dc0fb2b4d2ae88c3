/** What an earlier version left of cards, and orders that are paid by card elsewhere. */
import { expect, test } from 'vitest'
import type { Order } from '../../../src/contract/order.ts'
import { openRunStore } from '../../../src/ledger/runs/runs.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { decidePlan } from '../../../src/reconciliation/orders/deciding/decide-plan.ts'
import { withdrawApproval } from '../../../src/reconciliation/orders/deciding/withdraw-approval.ts'
import { paymentBaseline } from '../../../src/reconciliation/orders/paying/payment-outcome.ts'
import { readAllOrders } from '../../../src/reconciliation/orders/placing/read-all-orders.ts'
import { planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'
import { exceptionGroups } from '../../../src/reconciliation/reports/exception-groups.ts'
import { LEDGER_CODES, PERSON_CODES } from '../../../src/reconciliation/reports/exception-kinds.ts'
import { messagesOf } from '../../../src/reconciliation/reports/words/reports.ts'
import { MINUTE_MS } from '../../service/support/open-service.ts'
import { openOrderWorld, type Answered, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'
import { forFile } from '../../support/for-file.ts'

interface ByCard extends Answered {
  readonly order: Order
}

const world = await forFile(openOrderWorld({ providerDelay: { minMs: 0, maxMs: 0 } }))
const person = openResolveWorld(world)

/** Made by card at the service, found there, and taken over by a person. */
async function orderedByCard(): Promise<ByCard> {
  const one = await world.answered((debts) =>
    debts.some(({ group, dependsOn }) => group === 'ticket' && dependsOn === null),
  )
  const shown = await world.ledger.debts.shown([one.vehicleId])
  const ticket = shown.filter(
    ({ group, isPayable, dependsOn }) => group === 'ticket' && isPayable && dependsOn === null,
  )
  const order = await world.orderAt(one, ticket.slice(0, 1), 'credit_card')
  const accountId = (await world.placing.vehicles.byId(one.vehicleId))?.accountId ?? ''
  await readAllOrders({ ...person.tools, accountId }, { onPage: async () => undefined })
  const adopt = { choice: 'adopt', orderId: order.id, accept: 'found-at-service' } as const
  expect(await person.resolve(order.id, adopt)).toBe('done')
  return { ...one, order }
}

/** As a version that paid by card left it when no answer came. */
async function paymentInDoubt({ fleetId, vehicleId, order }: ByCard): Promise<string> {
  const [row] = await world.query<{ id: string }>(
    `insert into frota.effect (kind, key, fleet_id, vehicle_id, state, sends, doubts, baseline,
       intent_at, not_before, reason, created_at, updated_at)
     values ('pay', $1, $2, $3, 'in-doubt', 1, 1, $4, now(), now(), 'cut', now(), now())
     returning id`,
    [order.id, fleetId, vehicleId, JSON.stringify(paymentBaseline(order))],
  )
  return row?.id ?? ''
}

const payByCard = ({ order }: ByCard) =>
  world.bench.send('POST', `/api/v1/orders/${order.id}/pay-card`, {
    body: {
      number: '4111111111111111',
      holder_name: 'MARIA DE TESTE',
      expiry: '12/30',
      cvc: '123',
      installments: 3,
    },
  })

/** An order by card is read every quarter of an hour. */
const followLater = (one: Answered): Promise<void> => {
  world.step(16 * MINUTE_MS)
  return world.follow(one)
}

/** Every exception of the fleet, with what it is about. */
async function told({ fleetId }: Answered): Promise<string[]> {
  const source = openReportSource(world.ledger.db, false)
  const context = { texts: messagesOf('en'), locale: 'en', zone: 'UTC', shown: 9 } as const
  const endedAt = world.now().toISOString()
  const scope = { fleetId, import: null }
  const groups = await exceptionGroups(source, scope, LEDGER_CODES, { ...context, endedAt })
  return groups.flatMap(({ code, shown }) => shown.map(({ reference }) => `${code} ${reference}`))
}

/** An approval by a version that ordered by card. */
async function approvedByCard(): Promise<Approved> {
  const one = await world.approved()
  const { accountId } = world.placing
  const hash = planHash({ ...one.plan, method: 'credit_card', accountId })
  await world.query(`update frota.order_plan set method = 'credit_card', hash = $2 where id = $1`, [
    one.plan.id,
    hash,
  ])
  return { ...one, plan: await world.planOf(one) }
}

test('an order that was paid by card elsewhere is followed, with what the card was charged', async () => {
  const one = await orderedByCard()
  expect(await world.listed(one)).toMatchObject({ method: 'credit_card', standing: 'open' })
  expect(await told(one)).toContain(`card-unpaid ${one.order.id}`)
  expect((await payByCard(one)).status).toBe(200)
  await followLater(one)
  const facts = await world.listed(one)
  expect(facts).toMatchObject({ standing: 'settled', installments: 3, attemptStatus: 'paid' })
  expect(facts.chargedCents).toBeGreaterThan(facts.totalCents)
  expect(await told(one)).not.toContain(`card-unpaid ${one.order.id}`)
})

test('a card payment in doubt waits for a person, and nothing looks it up or sends it', async () => {
  const one = await orderedByCard()
  const id = await paymentInDoubt(one)
  await followLater(one)
  expect(await world.listed(one)).toMatchObject({ gate: 'shut', gateReason: 'payment-in-doubt' })
  expect(await told(one)).toEqual([`payment-needs-person ${id}`])
  expect(PERSON_CODES).toContain('payment-needs-person')
  expect(await person.resolve(id, { choice: 'none' })).toBe('choice-not-offered')
  expect(await person.resolve(id, { choice: 'paid' })).toMatch(/^payment-not-seen: /)
  expect(await person.resolve(id, { choice: 'not-paid' })).toBe('done')
  expect(await world.effect(id)).toMatchObject({ state: 'rejected', active: false })
  expect(await world.listed(one)).toMatchObject({ gate: 'open' })
  expect((await person.told()).at(-1)).toBe('payment-resolved Ana')
  expect(await person.resolve(id, { choice: 'paid' })).toBe('not-waiting')
})

test('a card that was charged is not "not paid", and the order follows the service', async () => {
  const one = await orderedByCard()
  const id = await paymentInDoubt(one)
  await payByCard(one)
  expect(await person.resolve(id, { choice: 'not-paid' })).toMatch(/^payment-seen: /)
  expect(await person.resolve(id, { choice: 'paid' })).toBe('done')
  expect(await world.effect(id)).toMatchObject({ state: 'adopted' })
  expect(await world.listed(one)).toMatchObject({ standing: 'paid', gate: 'shut' })
})

test('an approved card proposal is sent by nobody, and blocks nothing until it is withdrawn', async () => {
  const one = await approvedByCard()
  const { effects } = world.asking
  const due = await effects.due(one.fleetId, 'order', 10)
  expect(due).toEqual({ planned: [], lookUps: [], nextInMs: null })
  expect((await effects.counts(one.fleetId)).order.planned).toBeUndefined()
  const left = { fleetId: one.fleetId, campaignId: null, at: world.now() }
  expect(await openRunStore(world.ledger.db).vehiclesLeft(left)).toBe(0)
  expect(await told(one)).toEqual([`card-approved ${one.plan.id}`])
  const tools = world.tools(one)
  const by = { planId: one.plan.id, person: { name: 'Ana', named: true } }
  const journaled = new Map<string, number>()
  expect(await withdrawApproval({ ...tools, journaled }, by)).toMatchObject({
    outcome: 'withdrawn',
  })
  expect(await told(one)).toEqual([])
  expect(await world.approve(one)).toBe(0)
  expect(await decidePlan(tools, { ...by, verdict: 'approve' })).toEqual({
    outcome: 'bounced',
    why: 'card-not-offered',
  })
  expect(await decidePlan(tools, { ...by, verdict: 'reject' })).toEqual({ outcome: 'rejected' })
})

test('a card proposal that is sent all the same is refused before the service hears of it', async () => {
  const one = await approvedByCard()
  await world.place(one.effectId)
  expect(await world.effect(one.effectId)).toMatchObject({
    state: 'rejected',
    reason: 'card-not-offered',
  })
  expect(await world.ordersAt(one)).toEqual([])
})
