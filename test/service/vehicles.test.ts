/** Vehicles over real HTTP: creation, reading, listing, changing, deactivating, totals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consulted, newVehicle, register } from './support/fleet.ts'
import { type Bench, MINUTE_MS, openBench } from './support/open-service.ts'
import { expectContract } from './support/expect-contract.ts'
import { api } from '../../src/contract/api.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

test('a vehicle is normalized, and its document comes back masked only', async () => {
  const body = {
    plate: ' abc-1d23 ',
    renavam: '639884962',
    uf: 'sp',
    owner_document: '529.982.247-25',
  }
  const answer = await bench.send('POST', '/api/v1/vehicles', { body })
  expectContract(api.createVehicle, answer)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    plate: 'ABC1D23',
    renavam: '00639884962',
    uf: 'SP',
    nickname: '',
    owner_document_masked: '***.982.247-**',
    is_active: true,
    latest_consultation_id: null,
    open_debts_amount: '0.00',
  })
  expect(answer.text).not.toContain('52998224725')
  const stored = await bench.pool.query<{ row: string }>(
    'select v::text as row from service.vehicle v',
  )
  const bytes = stored.rows.map(({ row }) => row).join()
  expect(bytes).not.toContain('52998224725')
  expect(bytes).not.toContain(Buffer.from('52998224725').toString('hex'))
})

test.each([
  ['plate', 'AB1234', 422],
  ['plate', 7, 400],
  ['renavam', '12345678', 422],
  ['renavam', '123456789012', 422],
  ['renavam', '12345678a', 422],
  ['uf', 'XX', 422],
  ['owner_document', '52998224726', 422],
  ['owner_document', undefined, 400],
  ['nickname', 'x'.repeat(121), 400],
  ['color', 'blue', 400],
])('a bad %s (%s) is refused with %i and named', async (field, value, status) => {
  const body = { ...newVehicle(900), [field]: value }
  const answer = await bench.send('POST', '/api/v1/vehicles', { body })
  expect(answer.status).toBe(status)
  expect(Object.keys(answer.body)).toEqual(['detail'])
  expect(answer.body['detail']).toContain(`'${field}'`)
})

test('a wrong check digit is accepted: the interface asks for the length only', async () => {
  const body = { ...newVehicle(901), renavam: '00639884961' }
  expect((await bench.send('POST', '/api/v1/vehicles', { body })).status).toBe(201)
})

test('an active Renavam is registered once, a deactivated one again', async () => {
  const first = await register(bench, 10)
  const twice = await bench.send('POST', '/api/v1/vehicles', { body: newVehicle(10) })
  expect(twice.status).toBe(409)
  expect((await bench.send('DELETE', `/api/v1/vehicles/${first}`)).status).toBe(204)
  const again = await register(bench, 10)
  expect(again).not.toBe(first)
})

test('deleting only deactivates: the record answers by id and is not listed', async () => {
  const id = await register(bench, 11)
  const gone = await bench.send('DELETE', `/api/v1/vehicles/${id}`)
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect((await bench.send('DELETE', `/api/v1/vehicles/${id}`)).status).toBe(204)
  const read = await bench.send('GET', `/api/v1/vehicles/${id}`)
  expect(read.body).toMatchObject({ id, is_active: false })
  const { renavam } = newVehicle(11)
  expect((await bench.send('GET', `/api/v1/vehicles?q=${renavam}`)).body['count']).toBe(0)
  const asked = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`)
  expect(asked.status).toBe(409)
  const changed = await bench.send('PATCH', `/api/v1/vehicles/${id}`, { body: { nickname: 'x' } })
  expect(changed.status).toBe(409)
})

test('a change touches what it names, answers the vehicle, and keeps Renavams apart', async () => {
  const id = await register(bench, 12)
  await register(bench, 13)
  const body = { nickname: 'Caminhão azul', plate: 'KLM-1234', owner_document: '12ABC34501DE35' }
  const answer = await bench.send('PATCH', `/api/v1/vehicles/${id}`, { body })
  expectContract(api.updateVehicle, answer)
  const { renavam, uf } = newVehicle(12)
  expect(answer.body).toMatchObject({
    id,
    renavam,
    uf,
    plate: 'KLM1234',
    nickname: 'Caminhão azul',
    owner_document_masked: '12.***.***/****-35',
  })
  const clash = { renavam: newVehicle(13).renavam }
  expect((await bench.send('PATCH', `/api/v1/vehicles/${id}`, { body: clash })).status).toBe(409)
  const bad = await bench.send('PATCH', `/api/v1/vehicles/${id}`, { body: { uf: 'ZZ' } })
  expect(bad.status).toBe(422)
  const found = await bench.send('GET', `/api/v1/vehicles?q=${encodeURIComponent('caminhão AZ')}`)
  expect(found.body['count']).toBe(1)
})

test('q finds fragments of plate, Renavam and nickname; its wildcards are text', async () => {
  const account = await bench.tenant('searching')
  const as = { as: account }
  const create = (number: number, nickname: string) =>
    bench.send('POST', '/api/v1/vehicles', { ...as, body: { ...newVehicle(number), nickname } })
  await create(1, '100% frota_a')
  await create(2, 'Van do João')
  const count = async (q: string) =>
    (await bench.send('GET', `/api/v1/vehicles?q=${encodeURIComponent(q)}`, as)).body['count']
  expect(await count(newVehicle(1).plate)).toBe(1)
  const { plate } = newVehicle(2)
  expect(await count(`${plate.slice(0, 3)}-${plate.slice(3)}`)).toBe(1)
  expect(await count(newVehicle(2).renavam.slice(4))).toBe(1)
  expect(await count('JOÃO')).toBe(1)
  expect(await count('%')).toBe(1)
  expect(await count('a_a')).toBe(1)
  expect(await count('0%_f')).toBe(0)
  expect(await count('an')).toBe(1)
  expect(await count('')).toBe(2)
})

test('a list is paged with addresses that lead on and back, each vehicle once', async () => {
  const as = await bench.tenant('paging')
  for (let number = 1; number <= 5; number++) await register(bench, number, as)
  const seen: unknown[] = []
  let path: string | null = '/api/v1/vehicles?page_size=2'
  const pages: number[] = []
  while (path !== null) {
    const answer = await bench.send('GET', path, { as })
    expectContract(api.listVehicles, answer)
    const results = answer.body['results'] as { id: string }[]
    pages.push(results.length)
    seen.push(...results.map(({ id }) => id))
    const next = answer.body['next'] as string | null
    expect(next === null || next.startsWith(`${bench.url}/api/v1/vehicles?`)).toBe(true)
    path = next === null ? null : next.slice(bench.url.length)
  }
  expect(pages).toEqual([2, 2, 1])
  expect(new Set(seen).size).toBe(5)
  const last = await bench.send('GET', '/api/v1/vehicles?page=9&page_size=2', { as })
  expect(last.body).toMatchObject({ count: 5, next: null, results: [] })
  expect(last.body['previous']).toContain('page=3')
})

test.each([
  'page=0',
  'page=10001',
  'page_size=101',
  'page=x',
  'status=paid',
  'colour=blue',
  `q=${'x'.repeat(65)}`,
  'page=1&page=2',
])('the query %s is refused', async (query) => {
  const answer = await bench.send('GET', `/api/v1/vehicles?${query}`)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body)).toEqual(['detail'])
})

test('summary and list agree on every standing, and the standings add up', async () => {
  const as = await bench.tenant('summary')
  const ids: string[] = []
  for (let number = 1; number <= 40; number++) ids.push(await register(bench, number, as))
  for (const id of ids.slice(0, 36)) {
    await bench.send('POST', `/api/v1/vehicles/${id}/consultations`, { as })
  }
  bench.clock.step(MINUTE_MS)
  await bench.send('POST', `/api/v1/vehicles/${ids[36]}/consultations`, { as })
  const answer = await bench.send('GET', '/api/v1/vehicles/summary', { as })
  expectContract(api.vehicleSummary, answer)
  const summary = answer.body as Record<string, number>
  const standings = ['with_debts', 'clear', 'never_consulted', 'pending', 'failed'] as const
  for (const status of standings) {
    const list = await bench.send('GET', `/api/v1/vehicles?status=${status}&page_size=1`, { as })
    expect([status, list.body['count']]).toEqual([status, summary[status]])
  }
  const sum = standings.reduce((total, status) => total + (summary[status] ?? 0), 0)
  expect(sum).toBe(40)
  expect(summary).toMatchObject({ total: 40, never_consulted: 3, pending: 1 })
  expect(summary['failed']).toBeGreaterThan(0)
  expect(summary['clear']).toBeGreaterThan(0)
  const byUf = answer.body['by_uf'] as { uf: string; total: number }[]
  expect(byUf.reduce((total, each) => total + each.total, 0)).toBe(40)
  const [first] = byUf
  const inState = await bench.send('GET', `/api/v1/vehicles?uf=${first?.uf.toLowerCase()}`, { as })
  expect(inState.body['count']).toBe(first?.total)
})

test('what a vehicle shows of its debts is what its latest answer says', async () => {
  const as = await bench.tenant('open debts')
  const { vehicleId, consultation } = await consulted(bench, (items) => items.length > 2, as)
  const vehicle = await bench.send('GET', `/api/v1/vehicles/${vehicleId}`, { as })
  expect(vehicle.body).toMatchObject({
    latest_consultation_id: consultation.id,
    latest_consultation_status: 'ready',
    open_debts_count: consultation.items.length,
    open_debts_amount: consultation.total_amount,
    consultations_count: 1,
  })
})
