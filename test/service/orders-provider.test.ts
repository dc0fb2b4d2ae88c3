/** Orders and the provider behind them: interrupted, far away, asked by many, or saying no. */
import { beforeEach, expect, test } from 'vitest'
import { PROVIDER_CALL_MS_MAX, type ChargeNews } from '../../src/service/providers/payments.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { asOrder, latest, orderOf, owing, readOrder } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'
import { forFile } from '../support/for-file.ts'

const payments = scriptedPayments('live')
const plain = scriptedPayments()
const bugs: unknown[] = []

const bench = await forFile(
  openBench({
    payments,
    onBug: (error) => bugs.push(error),
  }),
)
beforeEach(() => {
  payments.script = {}
  bugs.length = 0
})

const itemFor = async (as = bench.own): Promise<string> => (await owing(bench, as)).item.id

test('an order whose opening was interrupted is opened by the next read after the call', async () => {
  const as = await bench.tenant('interrupted')
  const body = { debt_item_ids: [await itemFor(as)], method: 'pix' }
  payments.script = { open: async () => Promise.reject(new Error('gone in the middle')) }
  expect((await bench.send('POST', '/api/v1/orders', { as, body })).status).toBe(500)
  expect(bugs).toHaveLength(1)
  payments.script = {}
  const list = await bench.send('GET', '/api/v1/orders', { as })
  const [made] = list.body['results'] as { id: string }[]
  const id = made?.id ?? ''
  expect(latest(await readOrder(bench, id, as)).pix_copy_paste).toBe('')
  const renewal = await bench.send('POST', `/api/v1/orders/${id}/pix`, { as })
  expect(renewal.status).toBe(409)
  bench.clock.step(PROVIDER_CALL_MS_MAX)
  const healed = await readOrder(bench, id, as)
  expect(healed.status).toBe('awaiting_payment')
  expect(latest(healed).pix_copy_paste).toContain('br.gov.bcb.pix')
})

test('what a provider would not take is refused before anything is recorded', async () => {
  const as = await bench.tenant('refused')
  const body = { debt_item_ids: [await itemFor(as)], method: 'pix' }
  for (const status of [409, 422, 429, 503] as const) {
    const detail = 'Pagamento não oferecido neste estado.'
    payments.script = {
      refuses: async () => ({ outcome: 'refused', status, detail, retryAfterMs: 30_000 }),
    }
    const answer = await bench.send('POST', '/api/v1/orders', { as, body })
    expect([answer.status, answer.body['detail']]).toEqual([status, detail])
    expect(answer.headers.get('retry-after')).toBe('30')
    const preview = await bench.send('POST', '/api/v1/checkout/preview', { as, body })
    expect(preview.status).toBe(status === 429 ? 503 : status)
  }
  expect((await bench.send('GET', '/api/v1/orders', { as })).body['count']).toBe(0)
})

test('a charge that the provider could not open is an order that failed', async () => {
  const body = { debt_item_ids: [await itemFor()], method: 'pix' }
  payments.script = {
    open: async (_charge, nowMs) => ({
      outcome: 'news',
      status: 'failed',
      atMs: nowMs,
      attempt: { status: 'failed', message: 'Recusado pelo provedor.' },
      lookAtMs: null,
    }),
  }
  const answer = await bench.send('POST', '/api/v1/orders', { body })
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { status: 'failed', latest_attempt: { status: 'failed', message: 'Recusado pelo provedor.' } },
  ])
})

test('twenty readers at once ask a live provider once', async () => {
  const { order } = await orderOf(bench, 'pix')
  bench.clock.step(8 * 1_440 * MINUTE_MS)
  const asking = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<undefined>()
  payments.script = {
    follow: async (charge, nowMs, note) => {
      asking.resolve(undefined)
      await answered.promise
      return await plain.follow(charge, nowMs, note)
    },
  }
  const { follow } = payments.asked
  const first = readOrder(bench, order.id)
  await asking.promise
  const reads = Array.from({ length: 19 }, () => readOrder(bench, order.id))
  for (const read of await Promise.all(reads)) expect(read.status).toBe('awaiting_payment')
  answered.resolve(undefined)
  expect((await first).status).toBe('expired')
  expect(payments.asked.follow).toBe(follow + 1)
})

test('a list does not wait for a provider that hangs, whose pause begins when it ended', async () => {
  const as = await bench.tenant('hanging')
  const body = { debt_item_ids: [await itemFor(as)], method: 'pix' }
  const made = await bench.send('POST', '/api/v1/orders', { as, body })
  const id = String(made.body['id'])
  bench.clock.step(8 * 1_440 * MINUTE_MS)
  const hanging = Promise.withResolvers<undefined>()
  const { follow } = payments.asked
  payments.script = {
    follow: async (charge, nowMs) => {
      await hanging.promise
      const { status, attempt } = charge
      const news = { ...paidNews(nowMs), status, lookAtMs: nowMs + 2_000, isUnanswered: true }
      return { ...news, attempt: { status: attempt.status } }
    },
  }
  const list = async (url: string): Promise<unknown> =>
    (await bench.send('GET', '/api/v1/orders', { as, url })).body['count']
  {
    await using quick = await bench.again({ payments, listMsMax: 1 })
    expect(await list(quick.url)).toBe(1)
    bench.clock.step(20_000)
    hanging.resolve(undefined)
  }
  expect(await readOrder(bench, id, as)).toMatchObject({ status: 'awaiting_payment' })
  expect(payments.asked.follow).toBe(follow + 1)
  bench.clock.step(2_000)
  await readOrder(bench, id, as)
  expect(payments.asked.follow).toBe(follow + 2)
})

test('one read asks a live provider after so many orders, and the next read goes on', async () => {
  const as = await bench.tenant('many')
  const body = { debt_item_ids: [await itemFor(as)], method: 'pix' }
  for (let made = 0; made < 20; made++) await bench.send('POST', '/api/v1/orders', { as, body })
  bench.clock.step(8 * 1_440 * MINUTE_MS)
  const before = payments.asked.follow
  const expired = async (): Promise<number> => {
    const list = await bench.send('GET', '/api/v1/orders?status=expired', { as })
    return Number(list.body['count'])
  }
  expect(await expired()).toBe(16)
  expect(payments.asked.follow).toBe(before + 16)
  expect(await expired()).toBe(20)
})

test('an order that was paid in the last minute does not expire', async () => {
  const { order } = await orderOf(bench, 'pix')
  const paidAtMs = Date.parse(order.expires_at ?? '') - 1
  bench.clock.step(8 * 1_440 * MINUTE_MS)
  payments.script = { follow: async () => paidNews(paidAtMs) }
  const read = await readOrder(bench, order.id)
  expect(read).toMatchObject({ status: 'paid', paid_at: new Date(paidAtMs).toISOString() })
})

test('a payment that a reader learns first is not undone by an older answer', async () => {
  const { order } = await orderOf(bench, 'pix')
  bench.clock.step(MINUTE_MS)
  const simulated = Promise.withResolvers<undefined>()
  payments.script = {
    simulatePix: async (charge, nowMs) => {
      simulated.resolve(undefined)
      await held.promise
      return await plain.simulatePix(charge, nowMs)
    },
    follow: async (_charge, nowMs) => paidNews(nowMs),
  }
  const held = Promise.withResolvers<undefined>()
  const slow = bench.send('POST', `/api/v1/orders/${order.id}/simulate-pix`)
  await simulated.promise
  // The call takes longer than any may, so that a reader asks in the meantime.
  bench.clock.step(PROVIDER_CALL_MS_MAX)
  expect((await readOrder(bench, order.id)).status).toBe('paid')
  held.resolve(undefined)
  const answer = await slow
  expect([answer.status, answer.body['status']]).toEqual([200, 'paid'])
})

test('a card charge that comes back after its time is reported, never swallowed', async () => {
  const { order } = await orderOf(bench, 'credit_card')
  const held = Promise.withResolvers<undefined>()
  const charging = Promise.withResolvers<undefined>()
  payments.script = {
    payCard: async (_charge, _card, nowMs) => {
      charging.resolve(undefined)
      await held.promise
      return paidNews(nowMs)
    },
  }
  const card = { holder_name: 'A', number: '4111111111111111', expiry: '12/30', cvc: '123' }
  const slow = bench.send('POST', `/api/v1/orders/${order.id}/pay-card`, { body: card })
  await charging.promise
  bench.clock.step(PROVIDER_CALL_MS_MAX)
  const read = await readOrder(bench, order.id)
  expect([read.status, latest(read).status]).toEqual(['awaiting_payment', 'declined'])
  held.resolve(undefined)
  expect((await slow).status).toBe(500)
  expect(String(bugs[0])).toContain('after its time')
})

test('two new codes asked for at once are one new code', async () => {
  const { order } = await orderOf(bench, 'pix')
  bench.clock.step(60 * MINUTE_MS)
  const { renewPix } = payments.asked
  const path = `/api/v1/orders/${order.id}/pix`
  const answers = await Promise.all(Array.from({ length: 8 }, () => bench.send('POST', path)))
  const codes = answers.filter(({ status }) => status === 200)
  expect([codes.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 7])
  expect(payments.asked.renewPix).toBe(renewPix + 1)
  const { rows } = await bench.pool.query(
    'select status from service.attempt where order_id = $1 order by ordinal',
    [order.id],
  )
  expect(rows).toEqual([{ status: 'expired' }, { status: 'pending' }])
  const shown = codes.map((answer) => latest(asOrder(answer)).pix_copy_paste)
  expect(shown[0]).toContain('br.gov.bcb.pix')
})

test('a refused renewal leaves the order to the next one, and a refused payment as it was', async () => {
  const { order } = await orderOf(bench, 'pix')
  const path = `/api/v1/orders/${order.id}`
  bench.clock.step(60 * MINUTE_MS)
  const no = {
    outcome: 'refused',
    status: 429,
    detail: 'Pagamento recusado pelo provedor.',
    retryAfterMs: 1,
  } as const
  payments.script = { renewPix: async () => no, simulatePix: async () => ({ ...no, status: 422 }) }
  const renewal = await bench.send('POST', `${path}/pix`)
  expect([renewal.status, renewal.headers.get('retry-after')]).toEqual([503, '1'])
  expect(latest(await readOrder(bench, order.id)).status).toBe('failed')
  payments.script = { simulatePix: async () => ({ ...no, status: 422 }) }
  const code = latest(asOrder(await bench.send('POST', `${path}/pix`))).pix_copy_paste
  expect(code).not.toBe('')
  const simulated = await bench.send('POST', `${path}/simulate-pix`)
  expect(simulated.status).toBe(409)
  expect(await readOrder(bench, order.id)).toMatchObject({
    status: 'awaiting_payment',
    latest_attempt: { status: 'pending', pix_copy_paste: code },
  })
})

test('the health tells the modes of the providers, and live payments are not simulated', async () => {
  const health = await bench.send('GET', '/health')
  expect(health.body['payments']).toEqual({ mode: 'live', sandbox: true })
  await using strict = await bench.again({ payments: { ...payments, sandbox: false } })
  const told = await bench.send('GET', '/health', { url: strict.url })
  expect(told.body['payments']).toEqual({ mode: 'live', sandbox: false })
  const { order } = await orderOf(bench, 'pix')
  bench.clock.step(MINUTE_MS)
  const path = `/api/v1/orders/${order.id}/simulate-pix`
  expect((await bench.send('POST', path, { url: strict.url })).status).toBe(409)
  expect((await bench.send('POST', path)).status).toBe(200)
})

function paidNews(atMs: number): ChargeNews {
  const attempt = { status: 'paid' } as const
  return { outcome: 'news', status: 'paid', atMs, attempt, lookAtMs: null }
}
