/** Over HTTP: an address that keeps sending wrong keys waits. How it is counted: tenants-callers. */
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { detail } from '../../src/contract/problem.ts'
import { createApiKey } from '../../src/service/keys/create-api-key.ts'
import { serviceLimits } from '../../src/service/quota/service-limits.ts'
import { forFile } from '../support/for-file.ts'
import { type Answer, MINUTE_MS, openBench } from './support/open-service.ts'

const COVERAGE = api.coverage.path
const FAILURES_MAX = serviceLimits.failedKeysPerMinute

const bench = await forFile(openBench())

function from(address: string, url: string, apiKey = 'svc_live_wrong'): Promise<Answer> {
  const headers = { 'x-api-key': apiKey, 'x-forwarded-for': address }
  return bench.send('GET', COVERAGE, { url, headers })
}

test('too many wrong keys of an address are 429 with the seconds to wait, at every path', async () => {
  for (let each = 0; each < FAILURES_MAX; each++) {
    expect((await from('', bench.url)).status).toBe(401)
  }
  bench.clock.step(MINUTE_MS / 4 + 1)
  for (const apiKey of ['svc_live_wrong', createApiKey(bench.random)]) {
    for (const path of [COVERAGE, `/api/v1/vehicles/${bench.random.uuid()}`]) {
      const answer = await bench.send('GET', path, { headers: { 'x-api-key': apiKey } })
      expect([answer.status, answer.body]).toEqual([429, { detail: detail.keyThrottled }])
      expect(answer.headers.get('retry-after')).toBe('45')
    }
  }
  expect((await bench.send('GET', '/health')).status).toBe(200)
  expect((await bench.send('GET', COVERAGE)).status).toBe(200)
  bench.clock.step(MINUTE_MS)
})

test('the address that a proxy names is believed only if the proxy is trusted', async () => {
  await using behind = await bench.again({ trustedProxies: ['127.0.0.0/8'] })
  for (let each = 0; each < FAILURES_MAX; each++) await from('198.51.100.7', behind.url)
  expect((await from('198.51.100.7', behind.url)).status).toBe(429)
  // Only the last proxy is known to tell the truth: what a caller claims before it counts nothing.
  expect((await from('203.0.113.9, 198.51.100.7', behind.url)).status).toBe(429)
  expect((await from('203.0.113.9', behind.url)).status).toBe(401)
  expect((await from('198.51.100.7', bench.url)).status).toBe(401)
})
