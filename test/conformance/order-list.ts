/** Part 4 of the interface, the list of orders and its summary: filters, days, totals. */
import { expect } from 'vitest'
import { plainDay } from '../../src/clock.ts'
import { cents, expectRefused, idsOf, listIn, rowsOf, sumOf } from './support/answer.ts'
import { each, type Statements } from './support/statement.ts'
import { ORDERS, type Target } from './support/target.ts'
import { boletoOrder, cardOrder, pixOrder } from './orders.ts'

const DAY_MS = 86_400_000
const NO_ID = '00000000-0000-4000-8000-000000000000'

/** Whether a query finds the Pix order; a word that a filter does not know may be refused. */
async function finds(t: Target, query: string): Promise<boolean> {
  const answer = await t.send('GET', `${ORDERS}?${query}`)
  expect([200, 400]).toContain(answer.status)
  return idsOf(answer).includes((await pixOrder(t)).id)
}

const queries = ['vehicle_id', 'status', 'method', 'q', 'created_after', 'created_before'] as const

/** One value that finds the Pix order, and one that does not. */
async function valuesOf(t: Target): Promise<Record<(typeof queries)[number], [string, string]>> {
  const { made } = await pixOrder(t)
  const { vehicle_id, status, plate } = made.body
  const [past, future] = [-2, 2].map((days) => plainDay(t.now() + days * DAY_MS, 'UTC'))
  return {
    vehicle_id: [String(vehicle_id), NO_ID],
    status: [String(status), 'awaiting'],
    method: ['pix', 'boleto'],
    q: [String(plate).slice(1, 6), 'ZZZ9Z99ZZ'],
    created_after: [`${past}`, `${future}`],
    created_before: [`${future}`, `${past}`],
  }
}

const filters: Statements = {
  ...each(
    queries,
    (name) => `4.orders.list.${name}: ${name} filters the list of orders`,
    async (t, name) => {
      const { answer } = await pixOrder(t)
      const values = (await valuesOf(t))[name]
      const also = name === 'vehicle_id' ? '' : `&vehicle_id=${answer.vehicle.id}`
      const found = [await finds(t, `${name}=${values[0]}${also}`)]
      expect([...found, await finds(t, `${name}=${values[1]}${also}`)]).toEqual([true, false])
    },
  ),
  '4.orders.list: GET orders answers a page of orders': async (t) => {
    const [pix, boleto] = [await pixOrder(t), await boletoOrder(t)]
    const list = await t.send('GET', `${ORDERS}?vehicle_id=${pix.answer.vehicle.id}`)
    expect(idsOf(list)).toEqual(expect.arrayContaining([pix.id, boleto.id]))
  },
  '4.orders.list.days: the first and the last day are included': async (t) => {
    const { made, answer } = await pixOrder(t)
    const createdMs = Date.parse(String(made.body['created_at']))
    const found = []
    // The zone is not shown, and fleets are in Brazil.
    for (const zone of ['UTC', 'America/Sao_Paulo']) {
      const day = plainDay(Number.isNaN(createdMs) ? t.now() : createdMs, zone)
      const days = `created_after=${day}&created_before=${day}`
      found.push(await finds(t, `vehicle_id=${answer.vehicle.id}&${days}`))
    }
    expect(found).toContain(true)
  },
  '4.orders.list.days.form: what is no day is refused': async (t) => {
    for (const name of ['created_after', 'created_before']) {
      for (const day of ['21%2F11%2F2026', '2026-02-30']) {
        expectRefused(t, await t.send('GET', `${ORDERS}?${name}=${day}`), 400, `'${name}'`)
      }
    }
  },
  'ours.4.orders.list: the list has the envelope of vehicles, newest first': async (t) => {
    const whole = await t.send('GET', `${ORDERS}?page_size=100`)
    const made = rowsOf(whole).map((row) => String(row['created_at']))
    expect(made).toEqual(made.toSorted().toReversed())
    const page = await t.send('GET', `${ORDERS}?page_size=1&page=2`)
    const { count, next } = whole.body
    expect(next !== null || count === made.length).toBe(true)
    expect(page.body).toMatchObject({ count, previous: expect.any(String) })
    expect(idsOf(page)).toEqual(idsOf(whole).slice(1, 2))
  },
  'ours.4.orders.status: a word that no filter knows is 400': async (t) => {
    for (const query of ['status=sold', 'method=cash', 'vehicle_id=1', 'colour=blue']) {
      expect((await t.send('GET', `${ORDERS}?${query}`)).status).toBe(400)
    }
  },
}

const summary: Statements = {
  '4.orders.summary: GET orders/summary tells of statuses and methods': async (t) => {
    await pixOrder(t)
    const { status, text } = await t.send('GET', `${ORDERS}/summary`)
    expect(status).toBe(200)
    for (const word of ['awaiting_payment', 'pix']) expect(text).toContain(word)
  },
  'ours.4.orders.summary: by_status and by_method add up to the totals': async (t) => {
    for (const order of [pixOrder, boletoOrder, cardOrder]) await order(t)
    const { body } = await t.send('GET', `${ORDERS}/summary`)
    for (const group of ['by_status', 'by_method']) {
      const rows = listIn(body[group])
      const count = rows.reduce((sum, row) => sum + Number(row['count']), 0)
      expect([group, count]).toEqual([group, body['count']])
      for (const name of ['debts_amount', 'service_fee', 'total_amount', 'refunded_amount']) {
        expect([name, sumOf(rows, name)]).toEqual([name, cents(body[name])])
      }
    }
    for (const { method, count } of listIn(body['by_method'])) {
      const list = await t.send('GET', `${ORDERS}?method=${String(method)}`)
      expect(list.body['count']).toBe(count)
    }
  },
}

export const orderList: Statements = { ...filters, ...summary }
