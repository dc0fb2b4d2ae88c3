/** Consultations over real HTTP: asking, waiting, answers, failures, history, what is new. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import { foundNewDebts } from '../../src/service/consultations/new-debts.ts'
import { expectContract } from './support/expect-contract.ts'
import { asConsultation, consult, consulted, newVehicle, register } from './support/fleet.ts'
import { type Bench, MINUTE_MS, openBench } from './support/open-service.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ providerDelay: { minMs: 1_000, maxMs: 1_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

test('an answer is awaited through its stages, and reading it changes nothing', async () => {
  const id = await register(bench, 1)
  const opened = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`)
  expectContract(api.createConsultation, opened)
  expect(opened.body).toMatchObject({
    vehicle_id: id,
    status: 'pending',
    stage: 'queued',
    found_new_debts: false,
    error_code: '',
    total_amount: '0.00',
    items: [],
  })
  const path = `/api/v1/consultations/${String(opened.body['id'])}`
  const stages: unknown[] = []
  for (const step of [0, 300, 400, 299]) {
    bench.clock.step(step)
    const read = await bench.send('GET', path)
    stages.push(read.body['stage'])
    expect(read.body['status']).toBe('pending')
  }
  expect(stages).toEqual(['queued', 'searching', 'collecting', 'collecting'])
  bench.clock.step(1)
  const first = await bench.send('GET', path)
  expectContract(api.getConsultation, first)
  expect(['ready', 'failed']).toContain(first.body['status'])
  expect(first.body['stage']).toBe(first.body['status'])
  bench.clock.step(MINUTE_MS)
  expect((await bench.send('GET', path)).body).toEqual(first.body)
})

test('eight readers at the due instant bring one answer', async () => {
  const { vehicleId } = await consulted(bench, (items) => items.length > 2, bench.own, 100)
  const opened = await bench.send('POST', `/api/v1/vehicles/${vehicleId}/consultations`)
  bench.clock.step(MINUTE_MS)
  const path = `/api/v1/consultations/${String(opened.body['id'])}`
  const reads = await Promise.all(Array.from({ length: 8 }, () => bench.send('GET', path)))
  expect(new Set(reads.map(({ text }) => text)).size).toBe(1)
})

test('the total is the sum of the items, whose ids are new in every answer', async () => {
  const { vehicleId, consultation } = await consulted(bench, (items) => items.length > 3)
  const cents = consultation.items.reduce((sum, item) => sum + toCents(item.amount), 0n)
  expect(toCents(consultation.total_amount)).toBe(cents)
  expect(consultation.found_new_debts).toBe(true)
  const again = await consult(bench, vehicleId)
  expect(again.found_new_debts).toBe(false)
  expect(again.items.map(withoutIds)).toEqual(consultation.items.map(withoutIds))
  const ids = [...again.items, ...consultation.items].map((item) => item.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a dependency names another item of the same answer', async () => {
  const { consultation } = await consulted(bench, (items) =>
    items.some((item) => item.depends_on !== null),
  )
  const item = consultation.items.find((each) => each.depends_on !== null)
  const partner = consultation.items.find((each) => each.id === item?.depends_on)
  expect(partner?.description).toBe(item?.depends_on_description)
})

test('a failure fills all four error fields and leaves what was known of the debts', async () => {
  let failed: Record<string, unknown> | undefined
  for (let number = 3_000; number < 3_100 && failed === undefined; number++) {
    const answer = await consult(bench, await register(bench, number))
    if (answer.status === 'failed') failed = { ...answer }
  }
  expect(failed).toMatchObject({ stage: 'failed', items: [], total_amount: '0.00' })
  for (const field of ['error_message', 'error_code', 'error_title', 'error_action']) {
    expect(String(failed?.[field]).length).toBeGreaterThan(5)
  }
  const listed = await bench.send('GET', '/api/v1/vehicles?status=failed')
  expect(JSON.stringify(listed.body['results'])).toContain(String(failed?.['vehicle_id']))
})

test('the latest is the newest asked, the history begins with it, never asked is 404', async () => {
  const id = await register(bench, 20)
  const latest = `/api/v1/vehicles/${id}/consultations/latest`
  const none = await bench.send('GET', latest)
  expectContract(api.latestConsultation, none)
  expect([none.status, none.body['detail']]).toEqual([
    404,
    'Nenhuma consulta encontrada para este veículo.',
  ])
  const first = await consult(bench, id)
  const second = await consult(bench, id)
  const third = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`)
  expect((await bench.send('GET', latest)).body['id']).toBe(third.body['id'])
  const history = await bench.send('GET', `/api/v1/vehicles/${id}/consultations?page_size=2`)
  expectContract(api.listConsultations, history)
  const results = history.body['results'] as { id: string }[]
  expect(results.map((each) => each.id)).toEqual([third.body['id'], second.id])
  const rest = await bench.send('GET', `/api/v1/vehicles/${id}/consultations?page_size=2&page=2`)
  expect(rest.body).toMatchObject({ count: 3, next: null, results: [{ id: first.id }] })
})

test('a restart loses nothing: another service over the same database answers', async () => {
  const id = await register(bench, 21)
  const opened = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`)
  bench.clock.step(MINUTE_MS)
  await using other = await bench.again({ providerDelay: { minMs: 1_000, maxMs: 1_000 } })
  const path = `/api/v1/consultations/${String(opened.body['id'])}`
  const there = await bench.send('GET', path, { url: other.url })
  expect(there.body['status']).not.toBe('pending')
  expect((await bench.send('GET', path)).body).toEqual(there.body)
})

test('nothing of a provisional Renavam is payable', async () => {
  for (let number = 0; number < 60; number++) {
    const body = { ...newVehicle(4_000 + number), renavam: String(90_000_000_000 + number) }
    const created = await bench.send('POST', '/api/v1/vehicles', { body })
    const answer = await consult(bench, String(created.body['id']))
    expect(answer.items.some((item) => item.is_payable)).toBe(false)
    if (answer.items.length > 3) return
  }
  throw new Error('no provisional vehicle with debts was met')
})

test('new debts are counted as a multiset', () => {
  expect(foundNewDebts([], [])).toBe(false)
  expect(foundNewDebts([], ['a'])).toBe(true)
  expect(foundNewDebts(['a'], ['a'])).toBe(false)
  expect(foundNewDebts(['a'], ['a', 'a'])).toBe(true)
  expect(foundNewDebts(['a', 'a', 'b'], ['a', 'b'])).toBe(false)
})

test('an unknown vehicle or consultation is 404, a malformed id is 400', async () => {
  const unknown = bench.random.uuid()
  for (const path of [`/vehicles/${unknown}/consultations`, `/consultations/${unknown}`]) {
    expect((await bench.send('GET', `/api/v1${path}`)).status).toBe(404)
  }
  const posted = await bench.send('POST', `/api/v1/vehicles/${unknown}/consultations`)
  expect(posted.status).toBe(404)
  const malformed = await bench.send('GET', '/api/v1/consultations/12')
  expect(malformed.status).toBe(400)
  expect(malformed.body['detail']).toContain('consultation_id')
})

function toCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function withoutIds(item: DebtItem): Omit<DebtItem, 'id' | 'depends_on'> {
  const { id: _id, depends_on: _partner, ...rest } = item
  return rest
}

test('an answer parses as the contract says, for twenty vehicles', async () => {
  for (let number = 5_000; number < 5_020; number++) {
    const id = await register(bench, number)
    await consult(bench, id)
    const answer = await bench.send('GET', `/api/v1/vehicles/${id}/consultations/latest`)
    expectContract(api.latestConsultation, answer)
    expect(asConsultation(answer.body).plate).toBe(newVehicle(number).plate)
  }
})
