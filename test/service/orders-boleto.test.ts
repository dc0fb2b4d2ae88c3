/** Orders by boleto over real HTTP: the slip itself, its payment, its clearing, its end. */
import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { plainDay } from '../../src/clock.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { latest, orderOf, readOrder } from './support/ordering.ts'
import { simulatedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

const DAY_MS = 1_440 * MINUTE_MS
const ZONE = 'America/Sao_Paulo'

/** Whether somebody pays, for every vehicle. */
let paid: boolean
const bench = await forFile(
  openBench({
    payments: simulatedPayments({ boletoPaid: () => paid }),
  }),
)

test('a boleto says that it is simulated, of no bank, and due after today', async () => {
  paid = false
  const { message, boleto_line, boleto_due_date } = latest((await orderOf(bench, 'boleto')).order)
  expect(message).toContain('SIMULADO')
  expect(boleto_line).toMatch(/^000[0-9]{44}$/)
  expect(boleto_due_date && boleto_due_date > plainDay(bench.clock.now(), ZONE)).toBe(true)
})

test('two boletos of the same debts are not the same slip', async () => {
  const { order, items } = await orderOf(bench, 'boleto')
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'boleto' }
  const again = await bench.send('POST', '/api/v1/orders', { body })
  const other = again.body['latest_attempt'] as { boleto_line: string }
  expect(other.boleto_line).not.toBe(latest(order).boleto_line)
})

test('a paid boleto is processed, then paid, then settles, and keeps its line', async () => {
  paid = true
  const { order } = await orderOf(bench, 'boleto')
  const statuses = [order.status]
  for (let minute = 0; minute < 30; minute++) {
    bench.clock.step(MINUTE_MS)
    const { status } = await readOrder(bench, order.id)
    if (status !== statuses.at(-1)) statuses.push(status)
  }
  expect(statuses).toEqual(['awaiting_payment', 'processing', 'paid', 'settling', 'settled'])
  const settled = await readOrder(bench, order.id)
  expect(latest(settled)).toMatchObject({ status: 'paid', boleto_line: latest(order).boleto_line })
  const after = Date.parse(settled.paid_at ?? '') - Date.parse(order.created_at ?? '')
  expect(after).toBe(20 * MINUTE_MS)
})

test('a read that comes late tells the same story as many that came in time', async () => {
  paid = true
  const { order } = await orderOf(bench, 'boleto')
  bench.clock.step(30 * DAY_MS)
  const settled = await readOrder(bench, order.id)
  const since = (at: string | null | undefined) =>
    (Date.parse(at ?? '') - Date.parse(order.created_at ?? '')) / MINUTE_MS
  expect(settled.status).toBe('settled')
  expect([since(settled.paid_at), since(settled.settled_at)]).toEqual([20, 22])
})

test('an unpaid boleto lives through its due date and the clearing after it, then expires', async () => {
  paid = false
  const { order } = await orderOf(bench, 'boleto')
  const due = latest(order).boleto_due_date ?? ''
  const lastMs = Date.parse(order.expires_at ?? '')
  const after = Temporal.PlainDate.from(due).add({ days: 3 }).toString()
  expect(plainDay(lastMs, ZONE)).toBe(after)
  expect(plainDay(lastMs - 1, ZONE)).not.toBe(after)
  bench.clock.step(lastMs - bench.clock.now() - 1)
  expect((await readOrder(bench, order.id)).status).toBe('awaiting_payment')
  bench.clock.step(1)
  expect(await readOrder(bench, order.id)).toMatchObject({
    status: 'expired',
    latest_attempt: { status: 'expired' },
    paid_at: null,
  })
})
