/**
 * The two hourly budgets over real HTTP, exact when many requests come at once; two hundred, over two
 * processes: test/end-to-end/service-instances.test.ts.
 */
import { expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { CALL_HELD_MS_MAX } from '../../src/service/receipt.ts'
import { register } from './support/fleet.ts'
import { orderOf } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'
import { type Account, type Answer, MINUTE_MS, openBench } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench({ limits: {} }))

const NO_ORDER = { debt_item_ids: ['00000000-0000-4000-8000-000000000001'], method: 'pix' }

const admitted = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status !== 429).length

async function ask(
  vehicle: string,
  as: Account,
  count: number,
  url = bench.url,
): Promise<Answer[]> {
  const path = `/api/v1/vehicles/${vehicle}/consultations`
  return await Promise.all(
    Array.from({ length: count }, () => bench.send('POST', path, { as, url })),
  )
}

test('of 40 consultations at once 20 pass, and the rest hear when to come again', async () => {
  const as = await bench.tenant('burst')
  const vehicle = await register(bench, 1, as)
  const answers = await ask(vehicle, as, 40)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  for (const answer of refused) {
    expect(answer.body['detail']).toBe(detail.quotaConsultations)
    expect(answer.headers.get('retry-after')).toBe('3600')
  }
})

test('of 60 orders at once behind a round robin of two services 30 pass', async () => {
  await using other = await bench.again({ limits: {} })
  const as = await bench.tenant('round robin')
  const { items } = await orderOf(bench, 'pix', { as })
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const urls = [bench.url, other.url]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      bench.send('POST', '/api/v1/orders', { as, body, url: urls[at % 2] ?? bench.url }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(29)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body['detail']).toBe(detail.quotaOrders)
  for (const url of urls) {
    const list = await bench.send('GET', '/api/v1/orders', { as, url })
    expect(list.body['count']).toBe(30)
    const limits = await bench.send('GET', '/api/v1/limits', { as, url })
    expect(limits.body['budgets']).toMatchObject([{}, { used: 30, free: 0 }])
  }
})

test('the window rolls: room comes back when the oldest request leaves it', async () => {
  const as = await bench.tenant('rolling')
  const vehicle = await register(bench, 3, as)
  expect(admitted(await ask(vehicle, as, 5))).toBe(5)
  bench.clock.step(30 * MINUTE_MS)
  expect(admitted(await ask(vehicle, as, 20))).toBe(15)
  const [full] = await ask(vehicle, as, 1)
  expect(full?.headers.get('retry-after')).toBe('1800')
  bench.clock.step(30 * MINUTE_MS - 1)
  expect(admitted(await ask(vehicle, as, 1))).toBe(0)
  bench.clock.step(1)
  expect(admitted(await ask(vehicle, as, 20))).toBe(5)
})

test('each credential has its own budget', async () => {
  const one = await bench.tenant('credential one', { brandName: 'shared brand' })
  const two = { ...(await bench.tenant('credential two', { brandName: 'shared brand' })) }
  const vehicle = await register(bench, 4, one)
  expect(admitted(await ask(vehicle, one, 25))).toBe(20)
  expect(admitted(await ask(vehicle, { ...two, accountId: one.accountId }, 25))).toBe(20)
})

test('a refused request counts unless the operator says no, a malformed one never', async () => {
  const as = await bench.tenant('refused')
  const path = `/api/v1/vehicles/${bench.random.uuid()}/consultations`
  for (let times = 0; times < 5; times++) {
    expect((await bench.send('POST', path, { as })).status).toBe(404)
    expect((await bench.send('POST', '/api/v1/vehicles/x/consultations', { as })).status).toBe(400)
  }
  const vehicle = await register(bench, 5, as)
  expect(admitted(await ask(vehicle, as, 20))).toBe(15)
  await using lenient = await bench.again({ limits: { countRefused: false } })
  const other = await bench.tenant('lenient')
  for (let times = 0; times < 5; times++)
    await bench.send('POST', path, { as: other, url: lenient.url })
  const theirs = await register(bench, 5, other)
  expect(admitted(await ask(theirs, other, 30, lenient.url))).toBe(20)
})

test.each(['rolling', 'fixed', 'bucket'] as const)(
  'a slot that is given back is one of its own credential and budget only: %s',
  async (windowKind) => {
    const limits = { windowKind, consultationsPerHour: 2, ordersPerHour: 2 }
    await using service = await bench.again({ limits: { ...limits, countRefused: false } })
    await using strict = await bench.again({ limits })
    const mine = await bench.tenant(`mine ${windowKind}`)
    const other = await bench.tenant(`other ${windowKind}`)
    const [vehicle, theirs] = [await register(bench, 8, mine), await register(bench, 8, other)]
    const order = (): Promise<Answer> =>
      bench.send('POST', '/api/v1/orders', { as: mine, url: strict.url, body: NO_ORDER })

    expect(admitted(await ask(theirs, other, 3, service.url))).toBe(2)
    for (let times = 0; times < 2; times++) expect((await order()).status).toBe(422)
    for (let times = 0; times < 5; times++) {
      const [unknown] = await ask(bench.random.uuid(), mine, 1, service.url)
      expect(unknown?.status).toBe(404)
    }

    expect(admitted(await ask(theirs, other, 1, service.url))).toBe(0)
    expect((await order()).status).toBe(429)
    expect(admitted(await ask(vehicle, mine, 3, service.url))).toBe(2)
  },
)

test.each([
  ['rolling', '5400'],
  ['bucket', '3600'],
] as const)('a clock that steps back gives and takes no slot: %s', async (windowKind, wait) => {
  await using service = await bench.again({ limits: { windowKind, consultationsPerHour: 2 } })
  const as = await bench.tenant(`back ${windowKind}`)
  const vehicle = await register(bench, 9, as)
  expect(admitted(await ask(vehicle, as, 1, service.url))).toBe(1)
  bench.clock.step(-30 * MINUTE_MS)
  expect(admitted(await ask(vehicle, as, 1, service.url))).toBe(1)
  const [refused] = await ask(vehicle, as, 1, service.url)
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, wait])
  bench.clock.step(Number(wait) * 1_000)
  expect(admitted(await ask(vehicle, as, 1, service.url))).toBe(1)
})

test('the fixed hour and the token bucket are exact as well', async () => {
  for (const windowKind of ['fixed', 'bucket'] as const) {
    await using service = await bench.again({ limits: { windowKind } })
    const as = await bench.tenant(windowKind)
    const vehicle = await register(bench, 6, as)
    expect(admitted(await ask(vehicle, as, 25, service.url))).toBe(20)
    bench.clock.step(60 * MINUTE_MS)
    expect(admitted(await ask(vehicle, as, 25, service.url))).toBe(20)
    bench.clock.step(3 * MINUTE_MS)
    const [next] = await ask(vehicle, as, 1, service.url)
    expect([windowKind, next?.status]).toEqual([windowKind, windowKind === 'bucket' ? 201 : 429])
  }
})

test('a slot comes back when the process that took it died before it made anything', async () => {
  const payments = scriptedPayments()
  await using dying = await bench.again({ limits: {}, payments })
  const as = await bench.tenant('dying')
  const { items } = await orderOf(bench, 'pix', { as })
  const body = { debt_item_ids: items.map(({ id }) => id), method: 'pix' }
  const order = (url: string) => bench.send('POST', '/api/v1/orders', { as, body, url })
  const never = Promise.withResolvers<null>()
  payments.script = { refuses: () => never.promise }
  const dead = Array.from({ length: 29 }, () => order(dying.url))
  await expect.poll(async () => (await order(bench.url)).status).toBe(429)
  bench.clock.step(CALL_HELD_MS_MAX - 1)
  expect((await order(bench.url)).status).toBe(429)
  bench.clock.step(1)
  const answers = await Promise.all(Array.from({ length: 40 }, () => order(bench.url)))
  const made = (await bench.send('GET', '/api/v1/orders', { as })).body['count']
  expect(made).toBe(30)
  expect(admitted(answers)).toBeGreaterThan(0)
  never.resolve(null)
  await Promise.all(dead)
})
