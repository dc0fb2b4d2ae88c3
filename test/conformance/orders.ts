/** Parts 2 to 4 of the interface, orders: what makes one, what none may hold, what it would cost. */
import { expect } from 'vitest'
import { parseBoleto } from '../../src/fleet/boleto.ts'
import { type Answer, attemptOf, type Body, cents, expectRefused } from './support/answer.ts'
import { idsOf, listIn, needed, sumOf } from './support/answer.ts'
import { each, NotJudged, once, type Statements } from './support/statement.ts'
import { ORDERS, PREVIEW, type Target } from './support/target.ts'
import { again, answered, isDependent, isFree, isPayable } from './consultations.ts'
import { isTaxInTwoWays, owesBothWays } from './consultations.ts'

export const idsIn = (items: readonly Body[]): string[] => items.map(({ id }) => String(id))

export function place(t: Target, items: readonly Body[], method: string): Promise<Answer> {
  return t.send('POST', ORDERS, { body: { debt_item_ids: idsIn(items), method } })
}

/** Debts that may be paid: a pair for Pix and boleto, others for two cards where there are any. */
export const choice = once(async (t) => {
  const [answer, ...rest] = (await answered(t)).toSorted(
    (one, other) => other.items.filter(isFree).length - one.items.filter(isFree).length,
  )
  // The single payment of a tax and its instalments are never ordered together.
  const free = answer?.items.filter(isFree) ?? []
  const apart = free.filter(({ kind }) => !String(kind).startsWith('ipva_'))
  const items = [...apart, ...free.filter((item) => !apart.includes(item)).slice(0, 1)]
  if (answer === undefined || items.length === 0) throw new NotJudged('no payable debt was found')
  const others = [...items.slice(3), ...rest.flatMap((one) => one.items.filter(isFree))]
  const single = [...items.slice(2), ...items].slice(0, 1)
  return { answer, pair: items.slice(0, 2), single, other: others.slice(0, 1) }
})

/** An item of any vehicle that was asked about, and the one that it depends on. */
async function itemThat(t: Target, what: string, fits: (item: Body) => boolean) {
  const items = (await answered(t)).flatMap((one) => one.items)
  const item = items.find(fits)
  if (item === undefined) throw new NotJudged(`no debt ${what}`)
  return { item, partner: items.find(({ id }) => id === item['depends_on']) ?? {} }
}

const unpayable = (t: Target) => itemThat(t, 'has is_payable false', (item) => !isPayable(item))
const dependent = (t: Target) =>
  itemThat(t, 'depends on another', (item) => isPayable(item) && isDependent(item))

function placing(method: string, which: 'pair' | 'single') {
  return once(async (t) => {
    const { answer, [which]: items } = await choice(t)
    const made = await place(t, items, method)
    const id = String(needed(made, `POST orders by ${method}`)['id'])
    return { answer, items, made, id, path: `${ORDERS}/${id}` }
  })
}

export const pixOrder = placing('pix', 'pair')
/** Over the debts of the Pix order. */
export const boletoOrder = placing('boleto', 'pair')
export const cardOrder = placing('credit_card', 'single')

const creation: Statements = {
  ...each(
    Object.entries({ pix: pixOrder, boleto: boletoOrder, credit_card: cardOrder }),
    ([method]) =>
      `4.orders.create.${method}: an order by ${method} sums its debts and awaits payment`,
    async (t, [method, order]) => {
      const { made, items, answer } = await order(t)
      const { id: vehicle_id, sent } = answer.vehicle
      const { plate } = answer.last.body
      const about = { status: 'awaiting_payment', method, vehicle_id, plate, uf: sent.uf }
      expect(made).toMatchObject({ status: 201, body: about })
      expect(attemptOf(made)).toMatchObject({ method, status: 'pending' })
      const { debts_amount, service_fee, total_amount, refunded_amount } = made.body
      expect(cents(debts_amount)).toBe(sumOf(items, 'amount'))
      expect(cents(total_amount)).toBe(cents(debts_amount) + cents(service_fee))
      expect(cents(refunded_amount)).toBe(0n)
    },
  ),
  '4.orders.read: GET orders/{id} is the Order with its items and its attempt': async (t) => {
    const { path, made, items } = await boletoOrder(t)
    const { status, body } = await t.send('GET', path)
    const { id, method, plate, total_amount } = made.body
    expect([status, body]).toMatchObject([200, { id, method, plate, total_amount }])
    expect(body['latest_attempt']).toMatchObject({ method })
    expect(listIn(body['items'])).toHaveLength(items.length)
  },
  'ours.2.order.items: the items of an order are its debts, as ordered': async (t) => {
    const { made, items } = await pixOrder(t)
    const told = items.map(({ id, kind, group, description, amount, year }) => {
      return {
        debt_item_id: id,
        kind,
        group,
        description,
        amount,
        year,
        settlement_status: 'pending',
      }
    })
    expect(listIn(made.body['items'])).toMatchObject(told)
  },
  'ours.2.attempt.boleto: a boleto has its line and its barcode': async (t) => {
    const { made } = await boletoOrder(t)
    const { boleto_line, boleto_barcode, ...rest } = attemptOf(made)
    const amountCents = cents(made.body['total_amount'])
    const line = parseBoleto(String(boleto_line))
    expect(line).toMatchObject({ ok: true, value: { amountCents } })
    expect(line).toEqual(parseBoleto(String(boleto_barcode)))
    expect(boleto_barcode).toMatch(/^[0-9]{44}$/)
    expect(rest).not.toHaveProperty('pix_copy_paste')
  },
}

/** What has no form of an order, by the part of it that is wrong. */
const malformed: Record<string, (ids: string[]) => object> = {
  'debt_item_ids.missing': () => ({ method: 'pix' }),
  'debt_item_ids.empty': () => ({ debt_item_ids: [], method: 'pix' }),
  'debt_item_ids.form': () => ({ debt_item_ids: ['frota'], method: 'pix' }),
  'method.missing': (ids) => ({ debt_item_ids: ids }),
  'method.unknown': (ids) => ({ debt_item_ids: ids, method: 'cash' }),
}

const refusals: Statements = {
  ...each(
    Object.entries(malformed),
    ([wrong]) => `4.orders.create.${wrong}: an order with ${wrong.replace('.', ' ')} is refused`,
    async (t, [wrong, bodyOf]) => {
      const body = bodyOf(idsIn((await choice(t)).pair))
      const answer = await t.send('POST', ORDERS, { body, malformed: true })
      expectRefused(t, answer, 400, `'${wrong.split('.')[0]}`)
    },
  ),
  '4.orders.create.debt_item_ids.unknown: an unknown item is refused': async (t) => {
    const id = t.random.uuid()
    expectRefused(t, await place(t, [{ id }], 'pix'), 422, id)
  },
  '4.orders.create.debt_item_ids.foreign: an item of another account is refused': async (t) => {
    if (t.otherAccountId === undefined) throw new NotJudged('no other account was given')
    const [id = ''] = idsIn((await choice(t)).pair)
    const headers = { 'x-account-id': t.otherAccountId }
    const sent = { body: { debt_item_ids: [id], method: 'pix' }, headers }
    expectRefused(t, await t.send('POST', ORDERS, sent), 422, id)
  },
  '4.rule.4: an item with is_payable false is refused': async (t) => {
    const { item } = await unpayable(t)
    expectRefused(t, await place(t, [item], 'pix'), 422, String(item['id']))
  },
  '2.item.depends_on.alone: an item without the one it depends on is refused': async (t) => {
    const { item, partner } = await dependent(t)
    expectRefused(t, await place(t, [item], 'pix'), 422, String(partner['id']))
    if (t.isOurs) expect((await place(t, [item, partner], 'pix')).status).toBe(201)
  },
  'ours.4.orders.vehicles: items of two vehicles, or one twice, are refused': async (t) => {
    const [one = {}] = (await choice(t)).pair
    const other = (await again(t)).second.items.filter(isFree).slice(0, 1)
    expect((await place(t, [one, ...other], 'pix')).status).toBe(422)
    expect((await place(t, [one, one], 'pix')).status).toBe(400)
    const upper = { ...one, id: String(one['id']).toUpperCase() }
    expectRefused(t, await place(t, [one, upper], 'pix'), 422, String(one['id']))
  },
  'ours.4.orders.vehicles.same: one debt of two answers is refused in one order': async (t) => {
    const { first, second } = await again(t)
    const [one = {}] = first.items.filter(isFree)
    const same = second.items.filter((item) => item['description'] === one['description'])
    expectRefused(t, await place(t, [one, ...same], 'pix'), 422, String(one['id']))
  },
  'ours.4.orders.older: an item of an older answer may be ordered': async (t) => {
    const older = (await again(t)).first.items.filter(isFree)
    expect((await place(t, older.slice(0, 1), 'pix')).status).toBe(201)
  },
  'ours.4.orders.unique: a tax and its instalments may be in one order': async (t) => {
    const owing = (await answered(t)).find(({ items }) => owesBothWays(items))
    if (owing === undefined) throw new NotJudged('no vehicle owes a tax in both ways')
    const both = owing.items.filter((item) => isFree(item) && isTaxInTwoWays(item))
    expect((await place(t, both, 'pix')).status).toBe(201)
  },
}

/** Its body is not shown; the ids under the name that an order has for them are the likeliest. */
const previewed = once(async (t) => {
  const body = { debt_item_ids: idsIn((await choice(t)).pair), method: 'credit_card' }
  // By their ids, since the orders of a used account move by themselves.
  const before = idsOf(await t.send('GET', ORDERS))
  const preview = await t.send('POST', PREVIEW, { body })
  if (!t.isOurs && preview.status !== 200) throw new NotJudged('its body is not shown')
  return { preview, before, after: idsOf(await t.send('GET', ORDERS)) }
})

const previews: Statements = {
  '4.preview: a preview costs what the order of its debts costs, and makes none': async (t) => {
    const { preview, before, after } = await previewed(t)
    const { made } = await pixOrder(t)
    const names = ['debts_amount', 'service_fee', 'total_amount']
    for (const name of names) expect(cents(preview.body[name])).toBe(cents(made.body[name]))
    expect(after).toEqual(before)
  },
  '4.preview.installments: a preview has a grid of 1 to 12 instalments': async (t) => {
    const grid = Object.values((await previewed(t)).preview.body).find(Array.isArray)
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).toContain(grid?.length)
  },
  'ours.4.preview: the grid has twelve rows for a card, and one otherwise': async (t) => {
    const { total_amount, installments } = (await previewed(t)).preview.body
    const grid = listIn(installments)
    for (const [at, { installment_amount, ...row }] of grid.entries()) {
      expect(row['installments']).toBe(at + 1)
      expect(cents(installment_amount) * BigInt(at + 1)).toBe(cents(row['total_amount']))
    }
    expect([grid.length, grid[0]?.['total_amount']]).toEqual([12, total_amount])
    const rows = [
      ['credit_card', 12],
      [undefined, 12],
      ['pix', 1],
      ['boleto', 1],
    ] as const
    for (const [method, count] of rows) {
      const body = { debt_item_ids: idsIn((await choice(t)).pair), method }
      const preview = await t.send('POST', PREVIEW, { body })
      expect([method, listIn(preview.body['installments']).length]).toEqual([method, count])
    }
  },
  'ours.4.preview.refused: a preview refuses what an order would, in its words': async (t) => {
    const bad = [(await unpayable(t)).item, (await dependent(t)).item, { id: t.random.uuid() }]
    for (const id of idsIn(bad)) {
      const body = { debt_item_ids: [id], method: 'pix' }
      const preview = await t.send('POST', PREVIEW, { body })
      const { status, text } = await t.send('POST', ORDERS, { body })
      expect([preview.status, preview.text]).toEqual([422, text])
      expect(status).toBe(422)
    }
  },
}

export const orders: Statements = { ...creation, ...refusals, ...previews }
