/** An address that keeps sending wrong keys waits; who has a right one does not wait with it. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { detail } from '../../src/contract/problem.ts'
import { createApiKey } from '../../src/service/keys/create-api-key.ts'
import { serviceLimits } from '../../src/service/quota/service-limits.ts'
import { addressGroup } from '../../src/service/tenants/address-group.ts'
import { openFailureTable } from '../../src/service/tenants/failure-table.ts'
import { expectContract } from './support/expect-contract.ts'
import { type Answer, type Bench, MINUTE_MS, openBench } from './support/open-service.ts'
import { recordStatements } from './tenants-recorder.ts'

const COVERAGE = api.coverage.path
const FAILURES_MAX = serviceLimits.failedKeysPerMinute

describe('a service', () => {
  let bench: Bench
  beforeEach(async () => {
    bench = await openBench()
  })
  afterEach(() => bench[Symbol.asyncDispose]())

  const withKey = (apiKey: string | undefined, url = bench.url): Promise<Answer> =>
    bench.send('GET', COVERAGE, { url, headers: { 'x-api-key': apiKey } })
  const failing = async (times: number, url = bench.url): Promise<void> => {
    for (let each = 0; each < times; each++) {
      expect((await withKey('svc_live_wrong', url)).status).toBe(401)
    }
  }

  test('answers 429 with the seconds to wait after too many wrong keys, unasked', async () => {
    const recorder = recordStatements(bench.pool)
    await using watched = await bench.again({ pool: recorder.pool })
    await failing(FAILURES_MAX, watched.url)
    recorder.take()
    bench.clock.step(MINUTE_MS / 4 + 1)
    const oneVehicle = `/api/v1/vehicles/${bench.random.uuid()}`
    for (const apiKey of ['svc_live_wrong', undefined, createApiKey(bench.random)]) {
      for (const path of [COVERAGE, oneVehicle]) {
        const headers = { 'x-api-key': apiKey }
        const answer = await bench.send('GET', path, { url: watched.url, headers })
        expectContract(api.coverage, answer)
        expect([answer.status, answer.body]).toEqual([429, { detail: detail.keyThrottled }])
        expect(answer.headers.get('retry-after')).toBe('45')
      }
    }
    expect(recorder.take()).toEqual([])
    expect((await bench.send('GET', '/health', { url: watched.url })).status).toBe(200)
  })

  test('lets a key pass that it accepted before, and every key when the minute is over', async () => {
    const late = await bench.tenant('late')
    expect((await withKey(bench.own.apiKey)).status).toBe(200)
    await failing(FAILURES_MAX)
    expect((await withKey(bench.own.apiKey)).status).toBe(200)
    expect((await withKey(late.apiKey)).status).toBe(429)
    bench.clock.step(MINUTE_MS)
    expect((await withKey(late.apiKey)).status).toBe(200)
    await failing(FAILURES_MAX)
    expect((await withKey('svc_live_wrong')).status).toBe(429)
  })

  test('forgets that it accepted a key that was revoked since', async () => {
    expect((await withKey(bench.own.apiKey)).status).toBe(200)
    await failing(FAILURES_MAX)
    await bench.pool.query('update service.api_key set revoked_at = now()')
    expect((await withKey(bench.own.apiKey)).status).toBe(401)
    expect((await withKey(bench.own.apiKey)).status).toBe(429)
  })

  test('does not count an account that is wrong, nor a request that is', async () => {
    for (let each = 0; each <= FAILURES_MAX; each++) {
      const headers = { 'x-account-id': bench.random.uuid() }
      expect((await bench.send('GET', '/api/v1/vehicles', { headers })).status).toBe(403)
    }
    expect((await withKey('svc_live_wrong')).status).toBe(401)
    expect((await withKey((await bench.tenant('new')).apiKey)).status).toBe(200)
  })
})

test('a window never lets more failures through than it may, and always ends', () => {
  const step = fc.record({ address: fc.constantFrom('a', 'b'), ms: fc.nat({ max: 400 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const table = openFailureTable({ failuresMax: 3, windowMs: 1_000, addressesMax: 5 })
      const noted: { address: string; atMs: number }[] = []
      let nowMs = 0
      for (const { address, ms } of steps) {
        nowMs += ms
        const waitMs = table.waitMs(address, nowMs)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThanOrEqual(1_000)
        expect(table.waitMs(address, nowMs + waitMs)).toBe(0)
        if (waitMs > 0) continue
        table.note(address, nowMs)
        noted.push({ address, atMs: nowMs })
      }
      // Windows begin with a failure, so any four of one address touch two of them.
      for (const first of noted) {
        const own = noted.filter(({ address }) => address === first.address)
        const near = own.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + 1_000)
        expect(near.length).toBeLessThanOrEqual(2 * 3)
      }
    }),
  )
})

test('only so many addresses are remembered, the newest', () => {
  const table = openFailureTable({ failuresMax: 1, windowMs: 1_000, addressesMax: 3 })
  for (const address of ['a', 'b', 'c', 'd']) table.note(address, 0)
  expect(['a', 'b', 'c', 'd'].map((address) => table.waitMs(address, 1) > 0)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'nonsense'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})
