/** What becomes of orders, by plate: codes, cards, boletos and settlements. */
import { expect, test } from 'vitest'
import { openTheatre, scenarioFile, type Stage } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

type Body = Record<string, unknown>

const DAY_MS = 86_400_000
const CARD = { holder_name: 'ANA SOUZA', expiry: '12/30', cvc: '123', installments: 1 }
const APPROVED = '4111111111111111'
const POOR = '4000000000009995'

const theatre = await forFile(openTheatre())
const byFile = await theatre.under(scenarioFile('payments.json'))

async function ordered(stage: Stage, prefix: string, method = 'pix'): Promise<string> {
  const { payable } = await stage.consulted(prefix)
  const order = { debt_item_ids: payable.slice(0, 1), method }
  const made = await stage.send('POST', '/api/v1/orders', order)
  expect(made.status).toBe(201)
  return String(made.body['id'])
}

const read = async (stage: Stage, id: string): Promise<Body> =>
  (await stage.send('GET', `/api/v1/orders/${id}`)).body

const attemptOf = async (stage: Stage, id: string): Promise<Body> =>
  (await read(stage, id))['latest_attempt'] as Body

test('a Pix code that is never made, also when asked for another', async () => {
  const stage = theatre.plain
  const id = await ordered(stage, 'ZZW')
  theatre.bench.clock.step(DAY_MS)
  expect((await attemptOf(stage, id))['pix_copy_paste']).toBe('')
  expect((await stage.send('POST', `/api/v1/orders/${id}/pix`)).status).toBe(200)
  theatre.bench.clock.step(DAY_MS)
  expect((await attemptOf(stage, id))['pix_copy_paste']).toBe('')
})

test('a Pix code that is expired at its birth', async () => {
  const stage = theatre.plain
  const id = await ordered(stage, 'ZZV')
  theatre.bench.clock.step(5_000)
  const attempt = await attemptOf(stage, id)
  expect(attempt['status']).toBe('expired')
  expect(Date.parse(String(attempt['pix_expires_at']))).toBeLessThanOrEqual(
    theatre.bench.clock.now(),
  )
  expect((await stage.send('POST', `/api/v1/orders/${id}/simulate-pix`)).status).toBe(409)
})

test('a Pix code that takes its time', async () => {
  const id = await ordered(byFile, 'QIB')
  theatre.bench.clock.step(599_999)
  expect((await attemptOf(byFile, id))['pix_copy_paste']).toBe('')
  theatre.bench.clock.step(1)
  expect((await attemptOf(byFile, id))['pix_copy_paste']).not.toBe('')
})

test('a boleto that nobody pays expires with its order', async () => {
  const id = await ordered(byFile, 'QID', 'boleto')
  for (let week = 0; week < 6; week++) {
    theatre.bench.clock.step(7 * DAY_MS)
    expect((await read(byFile, id))['paid_at']).toBe(null)
  }
  expect((await read(byFile, id))['status']).toBe('expired')
})

test.each([
  { prefix: 'QIE', number: APPROVED, attempt: 'declined' },
  { prefix: 'QIF', number: POOR, attempt: 'paid' },
  { prefix: 'QIG', number: POOR, attempt: 'processing' },
])('the plate $prefix decides a card over its number', async ({ prefix, number, attempt }) => {
  const id = await ordered(byFile, prefix, 'credit_card')
  const paid = await byFile.send('POST', `/api/v1/orders/${id}/pay-card`, { ...CARD, number })
  expect(paid.status).toBe(200)
  expect(paid.body['latest_attempt']).toMatchObject({ status: attempt })
})

async function settling(stage: Stage, prefix: string): Promise<string> {
  const id = await ordered(stage, prefix)
  theatre.bench.clock.step(5_000)
  expect((await stage.send('POST', `/api/v1/orders/${id}/simulate-pix`)).status).toBe(200)
  return id
}

test('an order that is paid and never settled', async () => {
  const id = await settling(theatre.plain, 'ZZY')
  theatre.bench.clock.step(300 * DAY_MS)
  const order = await read(theatre.plain, id)
  expect(order['settled_at']).toBe(null)
  expect(['paid', 'settling']).toContain(order['status'])
})

test('an order that the authority refuses is refunded', async () => {
  const id = await settling(theatre.plain, 'ZZX')
  theatre.bench.clock.step(DAY_MS)
  const order = await read(theatre.plain, id)
  expect(order['status']).toBe('refunded')
  expect(Number(order['refunded_amount'])).toBeGreaterThan(0)
  expect((order['items'] as Body[])[0]).toMatchObject({ settlement_status: 'failed' })
})

test('a settlement that takes a day for each step', async () => {
  const id = await settling(byFile, 'QIJ')
  theatre.bench.clock.step(DAY_MS - 1)
  expect((await read(byFile, id))['status']).toBe('paid')
  theatre.bench.clock.step(2 * DAY_MS)
  expect((await read(byFile, id))['status']).toBe('settled')
})

test('a charge that the provider refuses is not recorded', async () => {
  const { vehicleId, payable } = await byFile.consulted('QIK')
  const order = { debt_item_ids: payable.slice(0, 1), method: 'pix' }
  expect((await byFile.send('POST', '/api/v1/orders', order)).status).toBe(422)
  const listed = await byFile.send('GET', `/api/v1/orders?vehicle_id=${vehicleId}`)
  expect(listed.body['count']).toBe(0)
})

test('a state without payment takes no order', async () => {
  const stage = await theatre.under(scenarioFile('careful-branches.json'))
  const { body } = await stage.send('POST', '/api/v1/vehicles', {
    ...stage.vehicle('QJB'),
    uf: 'RR',
  })
  theatre.bench.clock.step(60_000)
  const path = `/api/v1/vehicles/${String(body['id'])}/consultations`
  await stage.send('POST', path)
  theatre.bench.clock.step(60_000)
  const { items } = (await stage.send('GET', `${path}/latest`)).body as { items: Body[] }
  const item = items.find((each) => each['is_payable'] === true && each['depends_on'] === null)
  const ids = [item?.['id']]
  const made = await stage.send('POST', '/api/v1/orders', { debt_item_ids: ids, method: 'pix' })
  expect(made.status).toBe(422)
  expect(made.body['detail']).toMatch(/estado/)
})
