/** Requests whose answer does not tell whether they were processed; each of them was, or will be. */
import { expect, test } from 'vitest'
import { openTheatre, rawAnswer, scenario, scenarioFile } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

const theatre = await forFile(openTheatre())
const bench = theatre.bench
const byFile = await theatre.under(scenarioFile('in-doubt.json'))

async function rowsOf(table: string, column: string, value: string): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM service.${table} WHERE ${column} = $1`
  const { rows } = await bench.pool.query<{ count: number }>(sql, [value])
  return rows[0]?.count ?? -1
}

/** What the caller gets to see: of the bytes, the status line and how much of the body. */
const endings = {
  error: /^HTTP\/1\.1 500 .*\{"detail":"[^"]+"\}$/s,
  lost: /^$/,
  cut: /^HTTP\/1\.1 201 .*\{"id":"[^}]+$/s,
  garbage: /^HTTP\/1\.1 201 .*application\/json.*\r\n\r\n\{"id": "5f0f$/s,
} as const

test.each([
  { prefix: 'ZZE', ending: endings.error },
  { prefix: 'ZZF', ending: endings.lost },
  { prefix: 'ZZG', ending: endings.cut },
  { prefix: 'ZZI', ending: endings.garbage },
])('each creation under $prefix is made, whatever its answer, and meets it once', async (each) => {
  const stage = theatre.plain
  const body = stage.vehicle(each.prefix)
  const bytes = await rawAnswer(bench, stage, 'POST', '/api/v1/vehicles', body)
  expect(bytes).toMatch(each.ending)
  const found = await stage.send('GET', `/api/v1/vehicles?q=${body.renavam}`)
  const [{ id = '' } = {}, ...others] = found.body['results'] as { id?: string }[]
  expect([id, others]).toEqual([expect.stringMatching(/-/), []])
  const path = `/api/v1/vehicles/${id}/consultations`
  const first = await rawAnswer(bench, stage, 'POST', path)
  expect(first).toMatch(each.ending)
  expect(await rowsOf('consultation', 'vehicle_id', id)).toBe(1)
  expect((await stage.send('POST', path)).status).toBe(201)
  expect(await rowsOf('consultation', 'vehicle_id', id)).toBe(2)
})

test('an answer that is cut promises more than it sends', async () => {
  const stage = theatre.plain
  const body = stage.vehicle('ZZG')
  const bytes = await rawAnswer(bench, stage, 'POST', '/api/v1/vehicles', body)
  const [head = '', sent = ''] = bytes.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 201 /)
  const promised = Number(/content-length: (\d+)/i.exec(head)?.[1])
  expect(sent.length).toBeGreaterThan(0)
  expect(promised).toBeGreaterThan(Buffer.byteLength(sent))
  expect(() => JSON.parse(sent) as unknown).toThrow(SyntaxError)
  expect(await rowsOf('vehicle', 'renavam', body.renavam)).toBe(1)
})

test('an answer that is late waits on the service’s clock', async () => {
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const clock = { ...bench.clock, sleep }
  await using service = await bench.again({ clock })
  const body = theatre.plain.vehicle('ZZH')
  const sent = await bench.send('POST', '/api/v1/vehicles', { body, url: service.url })
  expect(sent.status).toBe(201)
  expect(waits).toEqual([2_000])
})

test('a service that closes lets go of the answers that it holds', async () => {
  const holding = Promise.withResolvers<void>()
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true })
      holding.resolve()
    })
  const service = await bench.again({ clock: { ...bench.clock, sleep } })
  const stage = { ...theatre.plain, url: service.url }
  const body = stage.vehicle('ZZH')
  const answered = rawAnswer(bench, stage, 'POST', '/api/v1/vehicles', body)
  await holding.promise
  await service[Symbol.asyncDispose]()
  expect(await answered).toMatch(/^HTTP\/1\.1 201 /)
  expect(await rowsOf('vehicle', 'renavam', body.renavam)).toBe(1)
})

test('a request processed late appears after every look', async () => {
  const stage = theatre.plain
  const body = stage.vehicle('ZZJ')
  const bytes = await rawAnswer(bench, stage, 'POST', '/api/v1/vehicles', body)
  expect(bytes).toBe('')
  const look = (): Promise<unknown> =>
    stage.send('GET', `/api/v1/vehicles?q=${body.renavam}`).then((read) => read.body['count'])
  expect(await look()).toBe(0)
  bench.clock.step(59_999)
  expect(await look()).toBe(0)
  bench.clock.step(1)
  expect(await look()).toBe(1)
  expect(await look()).toBe(1)
})

test('what is processed late is refused late, and nobody hears of it', async () => {
  const rules = [
    [
      { plate: 'FAC', times: 1 },
      { fault: 'processed-late', ms: 1_000 },
    ],
  ] as const
  const stage = await theatre.under(scenario(...rules))
  const body = stage.vehicle('FAC')
  await rawAnswer(bench, stage, 'POST', '/api/v1/vehicles', body)
  expect((await stage.send('POST', '/api/v1/vehicles', body)).status).toBe(201)
  bench.clock.step(1_000)
  expect((await stage.send('GET', '/api/v1/vehicles')).status).toBe(200)
  expect(await rowsOf('vehicle', 'renavam', body.renavam)).toBe(1)
})

test('an error after the commit gives the slot back where a rule says so', async () => {
  const { id } = await byFile.registered('QBG')
  const used = 'SELECT count(*)::int AS count FROM service.quota_use'
  const before = await bench.pool.query(used)
  const answer = await byFile.send('POST', `/api/v1/vehicles/${id}/consultations`)
  expect(answer.status).toBe(500)
  expect((await bench.pool.query(used)).rows).toEqual(before.rows)
  expect(await rowsOf('consultation', 'vehicle_id', id)).toBe(1)
})
