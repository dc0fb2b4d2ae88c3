/** What becomes of debts once they are paid: settled, still shown, back again, or refunded. */
import { describe, expect, test } from 'vitest'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { Order, OrderItem } from '../../../src/contract/order.ts'
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import { owedTotals } from '../../../src/reconciliation/debts/owed-totals.ts'
import { freeRefunded } from '../../../src/reconciliation/orders/following/free-refunded.ts'
import type { Freed } from '../../../src/reconciliation/orders/following/free-refunded.ts'
import { changedItems, changingAnswers, saying } from '../changed-client.ts'
import { exceptionsOf, readNow } from './order-facts.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { forFile } from '../../support/for-file.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const world = await forFile(
  openOrderWorld({
    providerDelay: { minMs: 0, maxMs: 0 },
    settlementDelay: { minMs: HOUR_MS, maxMs: HOUR_MS },
  }),
)
const { step } = world

const itemIds = (one: Approved): string[] => one.plan.items.map(({ itemId }) => itemId)
const debtIds = (one: Approved): string[] => one.plan.items.map(({ debtId }) => debtId)
const orderId = async (one: Approved): Promise<string> => (await world.listed(one)).id

async function paid(): Promise<Approved> {
  const one = await world.placed()
  await world.pay(one)
  step(15 * MINUTE_MS)
  await world.follow(one)
  return one
}

async function settled(): Promise<Approved> {
  const one = await paid()
  step(3 * HOUR_MS)
  await world.follow(one)
  expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
  return one
}

const exceptions = (one: Approved, code: ExceptionCode): Promise<string[]> =>
  exceptionsOf(world, one, code)

/** The next answer shows the debts of the order as before, each dearer by a late fee. */
const stillShowing = (shown: Consultation['items'], fee: number) =>
  changingAnswers(world.client, (answer) => {
    const left = answer.items.filter(
      (item) => !shown.some((old) => old.description === item.description),
    )
    const back = shown.map((item, at) => ({
      ...item,
      id: crypto.randomUUID(),
      amount: (Number(item.amount) + fee * (at + 1)).toFixed(2),
      depends_on: null,
    }))
    const items = [...left, ...back]
    const total = items.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0)
    return { ...answer, items, total_amount: (total / 100).toFixed(2) }
  })

async function answeredItems(one: Approved): Promise<Consultation['items']> {
  const path = `/api/v1/vehicles/${one.serviceId}/consultations/latest`
  const { body } = await world.bench.send('GET', path)
  const all = (body as unknown as Consultation).items
  return all.filter(({ id }) => itemIds(one).includes(id))
}

test('a paid debt that the next answer still shows, dearer, awaits settlement and is no new one', async () => {
  const one = await paid()
  const before = await world.placing.debts.shown([one.vehicleId])
  await world.consult(one, stillShowing(await answeredItems(one), 3.21))
  const known = await world.ledger.debts.ofVehicle(one.vehicleId)
  expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  const dearer = known.filter(({ id, shown, previousAmountCents: was, amountCents: now }) => {
    return debtIds(one).includes(id) && shown && was !== null && was < now
  })
  expect(dearer).toHaveLength(one.plan.items.length)
  expect(known.filter(({ shown }) => shown)).toHaveLength(before.length)
  const { debts } = owedTotals(known, { today: '2026-11-21', prefer: 'single' })
  const awaiting = debts.filter(({ standing }) => standing === 'awaiting-settlement')
  expect(new Set(awaiting.map(({ debt }) => debt.id))).toEqual(new Set(debtIds(one)))
  await world.propose(one)
  const { id, items } = await world.planOf(one)
  const again = items.filter(({ debtId }) => debtIds(one).includes(debtId))
  expect(id === one.plan.id || again.length === 0).toBe(true)
})

describe('a settled debt', () => {
  test('that an answer shows again is no new one, and an exception of its own', async () => {
    const one = await paid()
    const items = await answeredItems(one)
    step(3 * HOUR_MS)
    await world.follow(one)
    await world.consult(one)
    expect(await exceptions(one, 'debt-settled-again')).toEqual([])
    step(24 * HOUR_MS)
    await world.consult(one, stillShowing(items, 0))
    expect(await world.debtsAre(one)).toEqual(new Set(['settled']))
    expect(new Set(await exceptions(one, 'debt-settled-again'))).toEqual(new Set(debtIds(one)))
    expect(await world.locks(one)).toBe(one.plan.items.length)
  })

  test('of an order whose payment does not settle is told when it is late', async () => {
    const one = await paid()
    expect(await exceptions(one, 'settlement-late')).toEqual([])
    step(16 * 24 * HOUR_MS)
    expect(await exceptions(one, 'settlement-late')).toEqual([await orderId(one)])
  })
})

describe('the debts of a refund', () => {
  const refuse = (status: string, refunded_amount: string, ids: readonly (string | undefined)[]) =>
    saying(world.client, (order) => ({
      status,
      refunded_amount,
      ...changedItems(order, ({ debt_item_id }) => {
        const taken = status === 'settled' ? 'settled' : 'pending'
        return { settlement_status: ids.includes(debt_item_id) ? 'failed' : taken }
      }),
    }))
  const free = async (one: Approved, id?: string): Promise<Freed> =>
    freeRefunded(world.tools(one), {
      orderId: id ?? (await orderId(one)),
      person: 'Ana Lima',
      reason: 'the plate was wrong',
    })
  const { locks } = world

  test('are an exception, and free for another order once a person said so', async () => {
    const one = await paid()
    expect(await free(one)).toEqual({ freed: false, why: 'not-refunded' })
    step(HOUR_MS)
    const refunded = { status: 'refunded', refunded_amount: '1.00' }
    await world.follow(one, saying(world.client, refunded))
    expect(await exceptions(one, 'order-refunded')).toEqual([await orderId(one)])
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await locks(one)).toBe(one.plan.items.length)
    expect(await free(one)).toEqual({ freed: true, debts: one.plan.items.length })
    expect([await world.debtsAre(one), await locks(one)]).toEqual([new Set(['open']), 0])
    expect(await exceptions(one, 'order-refunded')).toEqual([])
    const { state, decidedBy } = await world.planOf(one)
    expect([state, decidedBy]).toEqual(['void', 'Ana Lima'])
    expect(await free(one)).toEqual({ freed: false, why: 'freed-before' })
  })

  test('that only one item had are that one, and the others stay settled', async () => {
    const one = await paid()
    const [refused, ...others] = one.plan.items
    step(HOUR_MS)
    await world.follow(one, refuse('settled', '1.00', [refused?.itemId]))
    expect(await exceptions(one, 'debt-not-settled')).toEqual([refused?.debtId])
    expect(await world.states(one, [refused?.debtId ?? ''])).toEqual(new Set(['ordered']))
    expect(await free(one)).toEqual({ freed: true, debts: 1 })
    expect(await world.states(one, [refused?.debtId ?? ''])).toEqual(new Set(['open']))
    const ids = others.map(({ debtId }) => debtId)
    expect(await world.states(one, ids)).toEqual(new Set(['settled']))
    expect(await locks(one)).toBe(others.length)
    expect(await exceptions(one, 'debt-not-settled')).toEqual([])
  })

  test('that one item had are that one at once, while the order still settles', async () => {
    const one = await paid()
    const [first, second] = itemIds(one)
    const id = await orderId(one)
    const [firstDebt = '', secondDebt = ''] = debtIds(one)
    await readNow(world, id, refuse('settling', '0.00', [first]))
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    await readNow(world, id, refuse('settling', '1.00', [first]))
    expect(await world.states(one, [firstDebt])).toEqual(new Set(['ordered']))
    expect(await exceptions(one, 'debt-not-settled')).toEqual([firstDebt])
    expect(await exceptions(one, 'order-refunded')).toEqual([id])
    expect(await exceptions(one, 'refund-unexplained')).toEqual([])
    // The authority takes it after all, and refuses it again.
    await readNow(world, id, refuse('settling', '0.00', []))
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    await readNow(world, id, refuse('settling', '1.00', [first]))
    expect(await free(one)).toEqual({ freed: true, debts: 1 })
    expect(await world.states(one, [firstDebt])).toEqual(new Set(['open']))
    expect(await exceptions(one, 'debt-not-settled')).toEqual([])
    await readNow(world, id, refuse('settled', '2.00', [first, second]))
    expect(await exceptions(one, 'debt-not-settled')).toEqual([secondDebt])
    expect(await free(one)).toEqual({ freed: true, debts: 1 })
    expect(await world.states(one, [firstDebt])).toEqual(new Set(['open']))
    expect(await free(one)).toEqual({ freed: false, why: 'freed-before' })
    expect(await locks(one)).toBe(one.plan.items.length - 2)
  })

  test('of an item that settles after all are paid by its order again, and a person is told', async () => {
    const one = await paid()
    const [id, items] = [await orderId(one), await answeredItems(one)]
    const [first, second] = itemIds(one)
    const [firstDebt = '', secondDebt = ''] = debtIds(one)
    await readNow(world, id, refuse('settling', '2.00', [first, second]))
    step(MINUTE_MS)
    expect(await free(one)).toEqual({ freed: true, debts: 2 })
    await world.consult(one, stillShowing(items, 0))
    await world.propose(one)
    expect(await world.states(one, [firstDebt, secondDebt])).toEqual(new Set(['proposed']))
    step(MINUTE_MS)
    await readNow(world, id, refuse('settled', '1.00', [second]))
    expect(await world.states(one, [firstDebt])).toEqual(new Set(['settled']))
    expect(await exceptions(one, 'freed-debt-paid')).toEqual([firstDebt])
    expect(await locks(one)).toBe(one.plan.items.length - 1)
    // The other one is free as before, and alone in the next proposal.
    await world.propose(one)
    const { id: planId, items: proposed } = await world.planOf(one)
    expect(proposed.map(({ debtId }) => debtId)).toEqual([secondDebt])
    // A later order of the debt does not keep it from the one that pays it.
    await world.query(
      `update frota.debt_lock held set plan_id = $1 from frota.debt debt where debt.id = $2
        and held.vehicle_id = debt.vehicle_id and held.scope = debt.fingerprint || '#' || ordinal`,
      [planId, firstDebt],
    )
    expect(await exceptions(one, 'freed-debt-paid')).toEqual([])
    await readNow(world, id, refuse('settled', '1.00', [second]))
    expect(await exceptions(one, 'freed-debt-paid')).toEqual([firstDebt])
    await readNow(world, id, refuse('settled', '2.00', [first, second]))
    expect(await exceptions(one, 'freed-debt-paid')).toEqual([])
    expect(await exceptions(one, 'debt-not-settled')).toEqual([firstDebt])
  })

  test.each([
    ['settled', '1.00', undefined],
    ['settling', '1.00', 'pending'],
    ['settling', '0.00', 'failed'],
  ])('stay free at %s, %s, item %s: no read calls the freed debt settled', async (...read) => {
    const one = await paid()
    const [id, [first], [debt = '']] = [await orderId(one), itemIds(one), debtIds(one)]
    await readNow(world, id, refuse('settling', '1.00', [first]))
    expect(await free(one)).toEqual({ freed: true, debts: 1 })
    step(MINUTE_MS)
    const [status, refunded_amount, word] = read
    const saidOf = (item: OrderItem): OrderItem[] =>
      word === undefined ? [] : [{ ...item, settlement_status: word }]
    const said = ({ items = [] }: Order) => ({
      status,
      refunded_amount,
      items: items.flatMap(saidOf),
    })
    await readNow(world, id, saying(world.client, said))
    expect(await world.states(one, [debt])).toEqual(new Set(['open']))
    expect(await exceptions(one, 'freed-debt-paid')).toEqual([])
    expect(await locks(one)).toBe(one.plan.items.length - 1)
  })

  test('that was seen after the order settled are owed and locked, too', async () => {
    const one = await settled()
    const id = await orderId(one)
    await readNow(world, id, refuse('refunded', '1.00', []))
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
    expect(await exceptions(one, 'order-refunded')).toEqual([id])
    expect(await free(one)).toEqual({ freed: true, debts: one.plan.items.length })
    expect(await world.debtsAre(one)).not.toContain('ordered')
  })

  test('of one item that a settled order gives back days later are that one', async () => {
    const one = await settled()
    const [refused] = one.plan.items
    await readNow(world, await orderId(one), refuse('settled', '1.00', [refused?.itemId]))
    expect(await exceptions(one, 'debt-not-settled')).toEqual([refused?.debtId])
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered', 'settled']))
  })

  test('of a settled order, or of another fleet’s, are not a person’s to free', async () => {
    const [one, other] = [await settled(), await paid()]
    expect(await free(one)).toEqual({ freed: false, why: 'not-refunded' })
    expect(await free(one, await orderId(other))).toEqual({ freed: false, why: 'unknown' })
  })
})
