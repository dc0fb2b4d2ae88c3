/** In front of a service that is not ours: what the interface does not show has another form there. */
import { expect, test } from 'vitest'
import { inOurWords } from '../../../src/app/service/their-words.ts'
import type { Order } from '../../../src/contract/order.ts'
import { parseBoleto } from '../../../src/fleet/boleto.ts'
import { readOrderStatuses } from '../../../src/reconciliation/orders/order-statuses.ts'
import { forFile } from '../../support/for-file.ts'
import { MINUTE_MS } from '../support/open-service.ts'
import { asOrder, latest, orderOf, readOrder } from '../support/ordering.ts'
import { openChain, rowsBehind } from './open-chain.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const ONE = /^GET .*orders\/[0-9a-f-]{36}$/
const LIST = /^GET .*orders\?/
const MANY = 1_000

const chain = await forFile(openChain())
const { front, wire } = chain

const without =
  (...fields: string[]) =>
  (theirs: object) =>
    Object.fromEntries(Object.entries(theirs).filter(([name]) => !fields.includes(name)))

const rows = (bend: (row: object) => object) => (theirs: object) => {
  const { results = [] } = theirs as { results?: object[] }
  return { ...theirs, results: results.map(bend) }
}

test('an order of a status that nobody knows does not run out, and is heard when it is known', async () => {
  const { order } = await orderOf(front, 'pix')
  wire.next(ONE, { fate: 'bend', body: { status: 'confirmed' } }, 2)
  front.clock.step(8 * DAY_MS)
  expect(await readOrder(front, order.id)).toMatchObject({ status: 'awaiting_payment' })
  front.clock.step(MINUTE_MS)
  expect(await readOrder(front, order.id)).toMatchObject({ status: 'awaiting_payment' })
  wire.next(ONE, { fate: 'bend', body: { status: 'paid' } })
  front.clock.step(MINUTE_MS)
  expect(await readOrder(front, order.id)).toMatchObject({ status: 'paid' })
})

test('a boleto is shown whatever they call its fields', async () => {
  const renamed = (theirs: object) => {
    const { latest_attempt: attempt } = theirs as Order
    const { boleto_line: linha, boleto_barcode: barras, boleto_due_date: vence } = attempt ?? {}
    const bare = { method: 'boleto', status: 'pending' }
    return { ...theirs, latest_attempt: { ...bare, linha, barras, vencimento: vence } }
  }
  wire.next(/^POST .*orders$/, { fate: 'bend', body: renamed })
  const { order } = await orderOf(front, 'boleto')
  const shown = latest(order)
  expect(parseBoleto(shown.boleto_line ?? '')).toMatchObject({ ok: true })
  expect(shown.boleto_due_date).toMatch(/^2026-/)
})

test('a boleto whose due date is no day is shown without one', async () => {
  const undue = (theirs: object) => {
    const { latest_attempt: attempt } = theirs as Order
    return { ...theirs, latest_attempt: { ...attempt, boleto_due_date: '2027-02-30' } }
  }
  wire.next(/^POST .*orders$/, { fate: 'bend', body: undue })
  const { order } = await orderOf(front, 'boleto')
  expect(latest(order).boleto_line).not.toBe('')
  expect(latest(order).boleto_due_date).toBeNull()
})

test('what they gave back of an order that is only paid is told', async () => {
  const { order } = await orderOf(front, 'pix')
  wire.next(ONE, { fate: 'bend', body: { status: 'paid', refunded_amount: '1.50' } })
  front.clock.step(MINUTE_MS)
  const read = await readOrder(front, order.id)
  expect(read).toMatchObject({ status: 'paid', refunded_amount: '1.50' })
})

test('a new Pix code is shown although the answer to asking for it says nothing', async () => {
  const { order } = await orderOf(front, 'pix')
  front.clock.step(2 * DAY_MS)
  const { pix_copy_paste: ranOut } = latest(await readOrder(front, order.id))
  wire.next(/^POST .*orders\/.*\/pix$/, { fate: 'bend', body: () => ({}) })
  const renewed = await front.send('POST', `/api/v1/orders/${order.id}/pix`)
  expect([renewed.status, renewed.text]).toEqual([200, renewed.text])
  front.clock.step(MINUTE_MS)
  const { pix_copy_paste: code } = latest(await readOrder(front, order.id))
  expect(code).not.toBe('')
  expect(code).not.toBe(ranOut)
})

test('words of a file are taken for ours, and all others stay as they are', () => {
  const statuses = readOrderStatuses(
    `{"order":{"pago":"paid","settling":"settled"},"attempt":{"negada":"dead"},"item":{"baixado":"settled"}}`,
  )
  const order = (status: string, attempt: string, item: string) =>
    ({
      status,
      latest_attempt: { status: attempt },
      items: [{ settlement_status: item }, {}],
    }) as Order
  expect(inOurWords(statuses)(order('pago', 'negada', 'baixado'))).toEqual(
    order('paid', 'failed', 'settled'),
  )
  expect(inOurWords(statuses)(order('settling', 'declined', 'x'))).toEqual(
    order('settled', 'declined', 'x'),
  )
  expect(inOurWords(statuses)(order('expired', 'y', 'failed'))).toEqual(
    order('expired', 'y', 'failed'),
  )
})

test('an order that is over is not adopted once its reading tells that it is older', async () => {
  const { order: older, items } = await orderOf(front, 'pix')
  await chain.back.pool.query(`update service.payment_order set status = 'failed', move_at = null`)
  front.clock.step(20 * MINUTE_MS)
  expect(await readOrder(front, older.id)).toMatchObject({ status: 'failed' })
  await front.pool.query('truncate service.payment_order cascade')
  await using anew = await chain.restart()
  wire.next(/^POST .*orders$/, { fate: 'lose' })
  wire.next(LIST, { fate: 'bend', body: rows(without('items', 'created_at')) })
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const again = asOrder(await anew.send('POST', '/api/v1/orders', { body }))
  front.clock.step(MINUTE_MS)
  expect(await readOrder(anew, again.id)).toMatchObject({ status: 'awaiting_payment' })
  expect(wire.heard.at(-1)).toMatch(ONE)
})

test('an order whose answer was lost is found although their list shows no debts', async () => {
  wire.next(/^POST .*orders$/, { fate: 'lose' })
  wire.next(LIST, { fate: 'bend', body: rows(without('items')) }, MANY)
  const before = await rowsBehind(chain, 'payment_order')
  const { order } = await orderOf(front, 'pix')
  front.clock.step(MINUTE_MS)
  expect(latest(await readOrder(front, order.id)).pix_copy_paste).not.toBe('')
  expect(await rowsBehind(chain, 'payment_order')).toBe(before + 1)
})

test('while an order there hides its debts, none is given up or sent again', async () => {
  wire.next(/^POST .*orders$/, { fate: 'lose' })
  const { order } = await orderOf(front, 'pix')
  wire.next(ONE, { fate: 'bend', body: without('items') }, MANY)
  front.clock.step(20 * MINUTE_MS)
  expect(await readOrder(front, order.id)).toMatchObject({ status: 'awaiting_payment' })
})
