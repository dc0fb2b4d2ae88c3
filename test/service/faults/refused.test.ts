/** Requests that are refused or lost before they are processed leave nothing behind. */
import { expect, test } from 'vitest'
import { onStage, openTheatre, rawAnswer, scenario, scenarioFile } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

const theatre = await forFile(openTheatre())
const bench = theatre.bench
const byFile = await theatre.under(scenarioFile('refused.json'))

async function registeredCount(renavam: string): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM service.vehicle WHERE renavam = $1'
  const { rows } = await bench.pool.query<{ count: number }>(sql, [renavam])
  return rows[0]?.count ?? -1
}

async function slotsUsed(): Promise<number> {
  const { rows } = await bench.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM service.quota_use',
  )
  return rows[0]?.count ?? -1
}

test.each([
  { prefix: 'ZZA', status: 429, retryAfter: '1' },
  { prefix: 'ZZB', status: 429, retryAfter: null },
  { prefix: 'ZZC', status: 500, retryAfter: null },
  { prefix: 'ZZD', status: 503, retryAfter: null },
])('$prefix is refused with $status and registers nothing, and then goes well', async (each) => {
  const stage = theatre.plain
  const body = stage.vehicle(each.prefix)
  const refused = await stage.send('POST', '/api/v1/vehicles', body)
  expect(refused.status).toBe(each.status)
  expect(refused.headers.get('retry-after')).toBe(each.retryAfter)
  expect(Object.keys(refused.body)).toEqual(['detail'])
  expect(await registeredCount(body.renavam)).toBe(0)
  const again = await stage.send('POST', '/api/v1/vehicles', body)
  expect(again.status).toBe(201)
  expect(await registeredCount(body.renavam)).toBe(1)
})

test('500 then fine counts for each vehicle by itself', async () => {
  const [one, other] = [byFile.vehicle('QAC'), byFile.vehicle('QAC')]
  const statuses: number[] = []
  for (const body of [one, other, one, one, other, other]) {
    statuses.push((await byFile.send('POST', '/api/v1/vehicles', body)).status)
  }
  expect(statuses).toEqual([500, 500, 500, 201, 500, 201])
})

test.each([
  { prefix: 'QAE', used: 1 },
  { prefix: 'QAF', used: 0 },
])('a 503 before processing uses $used slots where the rule $prefix says so', async (each) => {
  const { id } = await byFile.registered(each.prefix)
  const before = await slotsUsed()
  const refused = await byFile.send('POST', `/api/v1/vehicles/${id}/consultations`)
  expect(refused.status).toBe(503)
  expect((await slotsUsed()) - before).toBe(each.used)
  const history = await byFile.send('GET', `/api/v1/vehicles/${id}/consultations`)
  expect(history.body['count']).toBe(0)
})

test('a rule may go by account and method, and the first whose turn it is acts', async () => {
  const other = await bench.tenant('another')
  const rules = [
    [{ account: other.accountId }, { fault: 'refused', status: 503 }],
    [
      { method: 'GET', times: 1 },
      { fault: 'refused', status: 500 },
    ],
    [
      { method: 'GET', times: 2 },
      { fault: 'refused', status: 502 },
    ],
  ] as const
  const ours = await theatre.under(scenario(...rules))
  const theirs = onStage(bench, ours.url, other)
  const statuses: number[] = []
  for (const stage of [ours, theirs, ours, ours]) {
    statuses.push((await stage.send('GET', '/api/v1/vehicles')).status)
  }
  expect(statuses).toEqual([500, 503, 502, 200])
})

test('a request that is lost gets no byte and does nothing', async () => {
  const rules = [[{ operation: 'createVehicle' }, { fault: 'request-lost' }]] as const
  const stage = await theatre.under(scenario(...rules))
  const body = stage.vehicle('FAB')
  expect(await rawAnswer(bench, stage, 'POST', '/api/v1/vehicles', body)).toBe('')
  expect(await registeredCount(body.renavam)).toBe(0)
})
