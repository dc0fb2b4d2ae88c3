/** Consultations in depth: their stages, many readers, a restart, what is payable, what is new. */
import { expect, test } from 'vitest'
import { foundNewDebts } from '../../src/service/consultations/new-debts.ts'
import { consulted, register } from './support/fleet.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench({ providerDelay: { minMs: 1_000, maxMs: 1_000 } }))

test('an answer is awaited through its stages, and reading it changes nothing', async () => {
  const id = await register(bench, 1)
  const opened = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`)
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
  expect(['ready', 'failed']).toContain(first.body['status'])
  expect(first.body['stage']).toBe(first.body['status'])
  bench.clock.step(MINUTE_MS)
  expect((await bench.send('GET', path)).body).toEqual(first.body)
})

test('eight readers at the due instant bring one answer', async () => {
  const { vehicleId } = await consulted(bench, (items) => items.length > 2)
  const opened = await bench.send('POST', `/api/v1/vehicles/${vehicleId}/consultations`)
  bench.clock.step(MINUTE_MS)
  const path = `/api/v1/consultations/${String(opened.body['id'])}`
  const reads = await Promise.all(Array.from({ length: 8 }, () => bench.send('GET', path)))
  expect(new Set(reads.map(({ text }) => text)).size).toBe(1)
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

test('new debts are counted as a multiset', () => {
  expect(foundNewDebts([], [])).toBe(false)
  expect(foundNewDebts([], ['a'])).toBe(true)
  expect(foundNewDebts(['a'], ['a'])).toBe(false)
  expect(foundNewDebts(['a'], ['a', 'a'])).toBe(true)
  expect(foundNewDebts(['a', 'a', 'b'], ['a', 'b'])).toBe(false)
})
