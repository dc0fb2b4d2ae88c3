/** An address that keeps sending wrong keys waits; who has a right one does not wait with it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { detail } from '../../src/contract/problem.ts'
import { createApiKey } from '../../src/service/keys/create-api-key.ts'
import { serviceLimits } from '../../src/service/quota/service-limits.ts'
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

  test('answers 429 with the seconds to wait after too many wrong keys, without a write', async () => {
    const recorder = recordStatements(bench.pool)
    await using watched = await bench.again({ pool: recorder.pool })
    await failing(FAILURES_MAX, watched.url)
    bench.clock.step(MINUTE_MS / 4 + 1)
    expect((await withKey('svc_live_wrong', watched.url)).status).toBe(429)
    recorder.take()
    const oneVehicle = `/api/v1/vehicles/${bench.random.uuid()}`
    for (const apiKey of ['svc_live_wrong', createApiKey(bench.random)]) {
      for (const path of [COVERAGE, oneVehicle]) {
        const headers = { 'x-api-key': apiKey }
        const answer = await bench.send('GET', path, { url: watched.url, headers })
        expect([answer.status, answer.body]).toEqual([429, { detail: detail.keyThrottled }])
        expect(answer.headers.get('retry-after')).toBe('45')
      }
    }
    // A well-formed key is looked up, because it may be right.
    const looked = recorder.take().filter(({ sql }) => !/^select .*"api_key"/.test(sql))
    expect(looked).toEqual([])
    expect((await bench.send('GET', '/health', { url: watched.url })).status).toBe(200)
  })

  test('lets every right key pass meanwhile, be it the first time', async () => {
    await failing(FAILURES_MAX)
    expect((await withKey('svc_live_wrong')).status).toBe(429)
    const late = await bench.tenant('late')
    for (const { apiKey } of [bench.own, late]) {
      expect((await withKey(apiKey)).status).toBe(200)
      const bearer = { authorization: `Bearer ${apiKey}`, 'x-api-key': undefined }
      expect((await bench.send('GET', COVERAGE, { headers: bearer })).status).toBe(200)
    }
    bench.clock.step(MINUTE_MS)
    expect((await withKey('svc_live_wrong')).status).toBe(401)
  })

  test('counts for all its processes, and across a restart', async () => {
    await using other = await bench.again()
    await failing(FAILURES_MAX - 1)
    await failing(1, other.url)
    expect((await withKey('svc_live_wrong')).status).toBe(429)
    expect((await withKey('svc_live_wrong', other.url)).status).toBe(429)
    await using later = await bench.again()
    expect((await withKey('svc_live_wrong', later.url)).status).toBe(429)
    bench.clock.step(MINUTE_MS)
    await failing(1, later.url)
    const kept = await bench.pool.query('select failures from service.failed_key')
    expect(kept.rows).toEqual([{ failures: 1 }])
  })

  test('believes the address that a proxy names only if it trusts the proxy', async () => {
    await using behind = await bench.again({ trustedProxies: ['127.0.0.0/8'] })
    const from = (address: string, url: string, apiKey = 'svc_live_wrong'): Promise<Answer> => {
      const headers = { 'x-api-key': apiKey, 'x-forwarded-for': address }
      return bench.send('GET', COVERAGE, { url, headers })
    }
    for (let each = 0; each < FAILURES_MAX; each++) await from('198.51.100.7', behind.url)
    expect((await from('198.51.100.7', behind.url)).status).toBe(429)
    // Only the last proxy is known to tell the truth: what a caller claims before it counts nothing.
    expect((await from('203.0.113.9, 198.51.100.7', behind.url)).status).toBe(429)
    expect((await from('203.0.113.9', behind.url)).status).toBe(401)
    expect((await from('198.51.100.7', bench.url)).status).toBe(401)
  })

  test('a key that was revoked counts like a wrong one', async () => {
    expect((await withKey(bench.own.apiKey)).status).toBe(200)
    await failing(FAILURES_MAX - 1)
    const now = new Date(bench.clock.now())
    await bench.pool.query('update service.api_key set revoked_at = $1', [now])
    expect((await withKey(bench.own.apiKey)).status).toBe(401)
    expect((await withKey(bench.own.apiKey)).status).toBe(429)
  })
})
