/** Keys, accounts and brands: who gets in. What they see is tenants-matrix.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { detail } from '../../src/contract/problem.ts'
import { ensureTenant } from '../../src/service/tenants/ensure-tenant.ts'
import { expectContract } from './support/expect-contract.ts'
import { newVehicle, register } from './support/fleet.ts'
import { type Account, type Bench, openBench, PEPPER } from './support/open-service.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ limits: { consultationsPerHour: 10_000, ordersPerHour: 10_000 } })
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const LIST = '/api/v1/vehicles'

test('either header carries the key; both only when they agree', async () => {
  const { apiKey } = bench.own
  const status = async (headers: Record<string, string | undefined>) =>
    (await bench.send('GET', LIST, { headers })).status
  expect(await status({})).toBe(200)
  expect(await status({ 'x-api-key': undefined, authorization: `Bearer ${apiKey}` })).toBe(200)
  expect(await status({ authorization: `bearer ${apiKey}` })).toBe(200)
  expect(await status({ authorization: `Bearer ${apiKey}x` })).toBe(401)
  expect(await status({ authorization: 'Basic abc' })).toBe(401)
  expect(await status({ 'x-api-key': undefined })).toBe(401)
  expect(await status({ 'x-api-key': undefined, authorization: apiKey })).toBe(401)
  expect(await status({ 'x-api-key': apiKey.slice(0, -1) })).toBe(401)
  expect(await status({ 'x-api-key': (await bench.tenant('k')).apiKey })).toBe(403)
})

test('a wrong key, a revoked key and a key of an inactive brand get the same 401', async () => {
  const revoked = await bench.tenant('revoked')
  const inactive = await bench.tenant('inactive')
  expect((await bench.send('GET', LIST, { as: revoked })).status).toBe(200)
  await bench.pool.query('update service.api_key set revoked_at = now() where brand_id = $1', [
    revoked.brandId,
  ])
  await bench.pool.query('update service.brand set is_active = false where id = $1', [
    inactive.brandId,
  ])
  for (const as of [revoked, inactive, { ...bench.own, apiKey: 'svc_live_wrong' }]) {
    for (const path of [LIST, '/api/v1/coverage']) {
      const answer = await bench.send('GET', path, { as })
      expect([answer.status, answer.body]).toEqual([401, { detail: detail.keyInvalid }])
    }
  }
})

test('the account header is needed, and must name an active account of the brand', async () => {
  const other = await bench.tenant('other brand')
  const sibling = await bench.tenant('sibling', { brandName: 'own' })
  const closed = await bench.tenant('closed', { brandName: 'own' })
  await bench.pool.query('update service.account set is_active = false where id = $1', [
    closed.accountId,
  ])
  const as = (accountId: string): Account => ({ ...bench.own, accountId })
  for (const header of [undefined, '', 'abc']) {
    const answer = await bench.send('GET', LIST, { headers: { 'x-account-id': header } })
    expect([answer.status, answer.body]).toEqual([400, { detail: detail.accountMissing }])
  }
  for (const accountId of [other.accountId, closed.accountId, bench.random.uuid()]) {
    const answer = await bench.send('GET', LIST, { as: as(accountId) })
    expect([answer.status, answer.body]).toEqual([403, { detail: detail.accountDenied }])
  }
  expect((await bench.send('GET', LIST, { as: as(sibling.accountId) })).status).toBe(200)
})

test('health needs nothing, coverage needs a key alone', async () => {
  const nothing = { 'x-api-key': undefined, 'x-account-id': undefined }
  const health = await bench.send('GET', '/health', { headers: nothing })
  expectContract(api.health, health)
  expect(health.body).toMatchObject({ payments: { mode: 'mock', sandbox: true } })
  const coverage = await bench.send('GET', '/api/v1/coverage', {
    headers: { 'x-account-id': undefined },
  })
  expectContract(api.coverage, coverage)
  expect(coverage.body['count']).toBe(27)
  expect((await bench.send('GET', '/api/v1/coverage', { headers: nothing })).status).toBe(401)
})

test('two accounts may hold the same Renavam', async () => {
  const as = await bench.tenant('same vehicle')
  await register(bench, 50)
  const answer = await bench.send('POST', LIST, { as, body: newVehicle(50) })
  expect(answer.status).toBe(201)
})

test('making a tenant twice changes nothing, neither the fee nor a revoked key', async () => {
  const { apiKey, accountId } = await bench.tenant('twice')
  const again = (serviceFeeCents: bigint) =>
    ensureTenant(
      { pool: bench.pool, clock: bench.clock, random: bench.random, pepper: PEPPER },
      { brandName: 'twice', serviceFeeCents, accountId, accountName: 'twice', apiKey },
    )
  const { brandId } = await again(1n)
  const rows = await bench.pool.query('select service_fee_cents from service.brand where id = $1', [
    brandId,
  ])
  expect(rows.rows).toEqual([{ service_fee_cents: 990n }])
  await bench.pool.query('update service.api_key set revoked_at = now() where brand_id = $1', [
    brandId,
  ])
  await again(1n)
  const answer = await bench.send('GET', '/api/v1/coverage', { as: { apiKey, accountId, brandId } })
  expect(answer.status).toBe(401)
})

test('the last use of a key is noted', async () => {
  const as = await bench.tenant('noted')
  const noted = async () => {
    const text = 'select last_used_at as at from service.api_key where brand_id = $1'
    const rows = await bench.pool.query<{ at: Date | null }>(text, [as.brandId])
    return rows.rows[0]?.at?.getTime() ?? null
  }
  expect(await noted()).toBeNull()
  await bench.send('GET', LIST, { as })
  expect(await noted()).toBe(bench.clock.now())
})

test('the database holds no API key', async () => {
  const rows = await bench.pool.query<{ row: string }>(
    'select k::text as row from service.api_key k',
  )
  expect(rows.rows.length).toBeGreaterThan(3)
  const stored = rows.rows.map(({ row }) => row).join('\n')
  expect(stored).not.toContain(bench.own.apiKey)
  expect(stored).not.toContain(bench.own.apiKey.slice(0, 16))
})
