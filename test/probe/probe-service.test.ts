/** The probe as our own conformance suite, what it refuses to touch, and that it cleans up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capabilities } from '../../src/probe/learned.ts'
import { countsOf, reportObject } from '../../src/probe/report-object.ts'
import type { ProbeReport } from '../../src/probe/probe-service.ts'
import { TEST_CARDS } from '../../src/service/providers/mock-payments-card.ts'
import { ourTestCards } from '../../src/probe/cards.ts'
import { type Bench, openBench } from '../service/support/open-service.ts'
import { breakingProxy } from './breaking-proxy.ts'
import { differing, probe, unjudged } from './probing.ts'

let bench: Bench
let report: ProbeReport

beforeAll(async () => {
  bench = await openBench({ limits: { consultationsPerHour: 20 } })
  const other = await bench.tenant('probed twice', { brandName: 'own' })
  report = await probe(bench, { other })
}, 120_000)

afterAll(() => bench[Symbol.asyncDispose]())

test('our service holds every statement of its interface', () => {
  expect(differing(report)).toEqual([])
  expect(countsOf(report).holds).toBeGreaterThan(150)
})

test('what could not be judged says why, and is little', () => {
  expect(unjudged(report).filter((line) => line.includes('not to be judged'))).toEqual([])
  expect(unjudged(report).length).toBeLessThan(20)
})

test('a probe leaves the credential its hour and the account no active vehicle', async () => {
  expect(report.used.consultations).toBeLessThanOrEqual(8)
  expect(report.used.orders).toBeLessThanOrEqual(8)
  expect(report.cleanUp.left).toEqual([])
  const listed = await bench.send('GET', '/api/v1/vehicles')
  expect(listed.body['count']).toBe(0)
})

test('it learns what the interface leaves open', () => {
  const learned = new Map(report.lessons.map(({ name, value }) => [name, value]))
  expect([...learned.keys()].sort()).toEqual(Object.keys(capabilities).sort())
  expect(learned.get('order_items_debt_item_id')).toBe(true)
  expect(learned.get('same_debts_twice')).toBe(true)
  expect(learned.get('account_unknown_status')).toBe(403)
  expect(learned.get('health_prefix')).toBe('vdi')
})

test('the report for programs holds neither the key nor a document', () => {
  const text = JSON.stringify(reportObject(report, 'en'))
  expect(text).not.toContain(bench.own.apiKey)
  expect(text).not.toMatch(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/)
})

test('the test cards are those that the service documents', () => {
  const known = JSON.stringify(TEST_CARDS)
  expect(known).toContain(ourTestCards.approved)
  expect(known).toContain(ourTestCards.declined)
})

test('a service that is neither simulated nor a sandbox is not touched', async () => {
  const asked: string[] = []
  await using live = await breakingProxy(bench.url, ({ method, path }) => {
    asked.push(`${method} ${path}`)
    return { json: { vdi_lookup: { mode: 'live' }, payments: { mode: 'live', sandbox: false } } }
  })
  await expect(probe(bench, { url: live.url })).rejects.toMatchObject({ code: 'wrong-service' })
  expect(asked).toEqual(['GET /health'])
})

test('a wrong key and a wrong account are said, and not judged', async () => {
  const { random, own } = bench
  const key = { ...own, apiKey: `svc_live_${'0'.repeat(40)}` }
  await expect(probe(bench, { as: key })).rejects.toMatchObject({ code: 'wrong-key', exitCode: 2 })
  const account = { ...own, accountId: random.uuid() }
  await expect(probe(bench, { as: account })).rejects.toMatchObject({ code: 'wrong-account' })
})

test('a stopped probe cleans up all the same', async () => {
  const stopping = new AbortController()
  let registered = 0
  await using watched = await breakingProxy(bench.url, ({ method, path, status }) => {
    if (method === 'POST' && path === '/api/v1/vehicles' && status === 201) registered += 1
    if (registered > 0) stopping.abort()
    return null
  })
  const stopped = await probe(bench, { url: watched.url, seed: 11, stop: stopping.signal })
  expect(stopped.stopped).toBe(true)
  expect(stopped.cleanUp.left).toEqual([])
  const listed = await bench.send('GET', '/api/v1/vehicles')
  expect(listed.body['count']).toBe(0)
})
