/** Who a call's headers say that it is, and what that costs: one row for each way to be wrong. */
import { beforeEach, expect, test } from 'vitest'
import { systemRandom as random } from '../../src/random.ts'
import { Refusal } from '../../src/service/http/refusal.ts'
import { createApiKey } from '../../src/service/keys/create-api-key.ts'
import { deriveSecrets } from '../../src/service/keys/service-secrets.ts'
import { serviceLimits } from '../../src/service/quota/service-limits.ts'
import { openServiceDb } from '../../src/service/service-db.ts'
import { callerAdmission } from '../../src/service/tenants/admit-caller.ts'
import { ensureTenant } from '../../src/service/tenants/ensure-tenant.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { recordStatements } from './tenants-recorder.ts'
import { forFile } from '../support/for-file.ts'

const PEPPER = 'pepper of the tests, which is long enough'
const NOW_MS = Date.UTC(2026, 10, 21, 15)
const MINUTE_MS = 60_000
const WRONG = createApiKey(random)
const own = { apiKey: createApiKey(random), accountId: random.uuid() }
const other = { apiKey: createApiKey(random), accountId: random.uuid() }
const demo = { apiKey: createApiKey(random), accountId: random.uuid() }
const closed = random.uuid()
const brands = new Map<string, string>()

let nowMs = NOW_MS
const clock = { now: () => nowMs, uptime: () => nowMs, sleep: async () => undefined }

const database = await forFile(openBenchDatabase())
const recorder = recordStatements(database.pool)
const tools = { pool: database.pool, clock, random, pepper: PEPPER }
const tenants = { own, other, demo, own_closed: { ...own, accountId: closed } }
for (const [name, tenant] of Object.entries(tenants)) {
  const [brandName = ''] = name.split('_')
  const named = name === 'demo' ? {} : { keyName: brandName }
  const given = { brandName, accountName: name, serviceFeeCents: 990n, ...named, ...tenant }
  brands.set(brandName, (await ensureTenant(tools, given)).brandId)
}
await database.pool.query('update service.account set is_active = false where id = $1', [closed])
beforeEach(() => {
  nowMs = NOW_MS
})

/** What one process of the service knows. */
function admission({ acceptsDemoKey = false, failedKeysPerMinute = 2 } = {}) {
  const admit = callerAdmission({
    db: openServiceDb(recorder.pool),
    secrets: deriveSecrets(PEPPER),
    clock,
    limits: { ...serviceLimits, failedKeysPerMinute },
    notedUses: new Map(),
    acceptsDemoKey,
  })
  return async (headers: Headers, needsAccount = false, address = '192.0.2.1') => {
    try {
      return await admit({ headers, needsAccount, address })
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

type Headers = Parameters<ReturnType<typeof callerAdmission>>[0]['headers']
const MANY = { failedKeysPerMinute: 1_000 }
const key = { 'x-api-key': own.apiKey }

test.each<[string, Headers, boolean]>([
  ['the key', key, true],
  ['the key as a bearer', { authorization: `Bearer ${own.apiKey}` }, true],
  [
    'the key as a bearer, in other letters and spaces',
    { authorization: `bEARER  ${own.apiKey} ` },
    true,
  ],
  ['the key twice', { ...key, authorization: `Bearer ${own.apiKey}` }, true],
  ['another key beside it', { ...key, authorization: `Bearer ${other.apiKey}` }, false],
  ['a password beside it', { ...key, authorization: 'Basic eDp4' }, false],
  ['a password', { authorization: 'Basic eDp4' }, false],
  ['the key in place of a password', { authorization: `Basic: ${own.apiKey}` }, false],
  ['a list of keys', { 'x-api-key': [own.apiKey] }, false],
  [
    'a list beside a bearer',
    { 'x-api-key': [own.apiKey], authorization: `Bearer ${own.apiKey}` },
    false,
  ],
  ['nothing', {}, false],
  ['an empty key', { 'x-api-key': '' }, false],
  ['a mistyped key', { 'x-api-key': `${own.apiKey.slice(0, -1)}-` }, false],
  ['a key that nobody has', { 'x-api-key': WRONG }, false],
  ['a key that the secret file knows', { 'x-api-key': demo.apiKey }, false],
])('%s: of the brand or of nobody', async (_, headers, passes) => {
  const found = await admission(MANY)(headers)
  expect(found).toMatchObject(
    passes
      ? { brandId: brands.get('own'), serviceFeeCents: 990n, accountId: null }
      : { status: 401 },
  )
  expect('keyPrefix' in found && own.apiKey.startsWith(found.keyPrefix)).toBe(passes)
})

test('a call that needs no account gets none, whichever it names', async () => {
  const headers = { ...key, 'x-account-id': own.accountId }
  expect(await admission()(headers)).toMatchObject({ accountId: null })
})

test('the key of the secret file is one where the service is told so', async () => {
  const found = await admission({ acceptsDemoKey: true })({ 'x-api-key': demo.apiKey })
  expect(found).toMatchObject({ brandId: brands.get('demo') })
})

test.each<[string, Headers, number | string]>([
  ['its account', { ...key, 'x-account-id': own.accountId }, own.accountId],
  ['no account', key, 400],
  ['no id', { ...key, 'x-account-id': 'abc' }, 400],
  ['two accounts', { ...key, 'x-account-id': [own.accountId] }, 400],
  ['an account of another brand', { ...key, 'x-account-id': other.accountId }, 403],
  ['an account that was closed', { ...key, 'x-account-id': closed }, 403],
  ['an account that nobody has', { ...key, 'x-account-id': random.uuid() }, 403],
  ['its account, without a key', { 'x-account-id': own.accountId }, 401],
])('where an account is needed: %s', async (_, headers, expected) => {
  const found = await admission(MANY)(headers, true)
  expect('status' in found ? found.status : found.accountId).toBe(expected)
})

test('a key is revoked from the very instant on, and a closed brand has none', async () => {
  const set = 'update service.api_key set revoked_at = $2 where brand_id = $1'
  const brandId = brands.get('other')
  const statusAt = async (revokedMs: number | null) => {
    await database.pool.query(set, [brandId, revokedMs === null ? null : new Date(revokedMs)])
    const found = await admission(MANY)({ 'x-api-key': other.apiKey })
    return 'status' in found ? found.status : 200
  }
  const seen = [await statusAt(NOW_MS), await statusAt(NOW_MS + 1), await statusAt(null)]
  await database.pool.query('update service.brand set is_active = false where id = $1', [brandId])
  expect([...seen, await statusAt(null)]).toEqual([401, 200, 200, 401])
  await database.pool.query('update service.brand set is_active = true where id = $1', [brandId])
})

test('a malformed key asks the database nothing about keys, and no key at all nothing', async () => {
  const ask = admission(MANY)
  recorder.take()
  await ask({})
  expect(recorder.take()).toEqual([])
  for (const headers of [{ 'x-api-key': 'x' }, { authorization: 'x' }]) await ask(headers)
  const asked = recorder.take().map(({ sql }) => sql)
  expect(asked.filter((sql) => sql.startsWith('insert into "service"."failed_key"'))).toHaveLength(
    2,
  )
  expect(asked.filter((sql) => sql.includes('api_key'))).toEqual([])
})

test('a wrong account counts for nothing, and neither does a call without any key', async () => {
  const ask = admission({ failedKeysPerMinute: 0 })
  const account = { ...key, 'x-account-id': other.accountId }
  const found = [await ask(account, true), await ask(key, true), await ask({}, true)]
  expect(found.map((each) => 'status' in each && each.status)).toEqual([403, 400, 401])
})

test('the use of a key is noted once a minute, by each process', async () => {
  const ask = admission()
  const notedAfter = async (ms: number): Promise<number> => {
    nowMs = NOW_MS + ms
    await ask(key)
    const { rows } = await database.pool.query<{ at: Date }>(
      'select last_used_at as at from service.api_key where brand_id = $1',
      [brands.get('own')],
    )
    return (rows[0]?.at.getTime() ?? 0) - NOW_MS
  }
  expect([
    await notedAfter(0),
    await notedAfter(MINUTE_MS - 1),
    await notedAfter(MINUTE_MS),
    await notedAfter(2 * MINUTE_MS - 1),
  ]).toEqual([0, 0, MINUTE_MS, MINUTE_MS])
})

test('an address over its limit waits to the end of its minute, and writes nothing meanwhile', async () => {
  const ask = admission()
  const from = async (address: string, ms: number) => {
    nowMs = NOW_MS + 10 * MINUTE_MS + ms
    recorder.take()
    const found = await ask({ 'x-api-key': WRONG }, false, address)
    const wrote = recorder.take().some(({ sql }) => sql.includes('failed_key'))
    return 'status' in found ? [found.status, found.headers['retry-after'], wrote] : []
  }
  const one = '2001:db8:1:2::1'
  const neighbour = '2001:db8:1:2::ffff'
  expect(await from(one, 0)).toEqual([401, undefined, true])
  expect(await from(neighbour, 1)).toEqual([401, undefined, true])
  expect(await from(one, 15_001)).toEqual([429, '45', true])
  expect(await from(neighbour, MINUTE_MS - 1)).toEqual([429, '1', false])
  expect(await from('192.0.2.77', MINUTE_MS - 1)).toEqual([401, undefined, true])
  // Its minute is over: it counts anew, and is forgotten here.
  for (const ms of [0, 1]) expect(await from(one, MINUTE_MS + ms)).toEqual([401, undefined, true])
  expect(await from(one, MINUTE_MS + 2)).toEqual([429, '60', true])
})

test('an address over its limit keeps no right key out, be it the first use of one', async () => {
  nowMs = NOW_MS + 20 * MINUTE_MS
  const ask = admission()
  for (const status of [401, 401, 429]) {
    expect(await ask({ 'x-api-key': WRONG })).toMatchObject({ status })
  }
  for (const apiKey of [own.apiKey, other.apiKey]) {
    const bearer = { authorization: `Bearer ${apiKey}` }
    for (const headers of [{ 'x-api-key': apiKey }, bearer]) {
      expect(await ask(headers)).toMatchObject({ keyPrefix: apiKey.slice(0, 12) })
    }
  }
})

test('wrong keys count for all processes and across a restart, a revoked one like others', async () => {
  nowMs = NOW_MS + 30 * MINUTE_MS
  const brandId = brands.get('other')
  const revoke = 'update service.api_key set revoked_at = $2 where brand_id = $1'
  await database.pool.query(revoke, [brandId, new Date(nowMs)])
  const wrong = { 'x-api-key': other.apiKey }
  const [one, another] = [admission(), admission()]
  expect(await one(wrong)).toMatchObject({ status: 401 })
  expect(await another(wrong)).toMatchObject({ status: 401 })
  for (const ask of [one, another, admission()]) {
    expect(await ask(wrong)).toMatchObject({ status: 429 })
  }
  nowMs += MINUTE_MS
  expect(await admission()(wrong)).toMatchObject({ status: 401 })
  const kept = await database.pool.query('select failures from service.failed_key')
  expect(kept.rows).toEqual([{ failures: 1 }])
  await database.pool.query(revoke, [brandId, null])
})

test('counts that are over are taken away, and those of other addresses in their minute stay', async () => {
  const ask = admission(MANY)
  const kept = async () => {
    const { rows } = await database.pool.query<{ address: string }>(
      'select address from service.failed_key order by address',
    )
    return rows.map(({ address }) => address)
  }
  const wrong = { 'x-api-key': WRONG }
  nowMs = NOW_MS + 60 * MINUTE_MS
  await ask(wrong, false, '192.0.2.1')
  nowMs += 1
  await ask(wrong, false, '192.0.2.2')
  nowMs += MINUTE_MS - 1
  await ask(wrong, false, '192.0.2.3')
  expect(await kept()).toEqual(['192.0.2.2', '192.0.2.3'])
  nowMs += 1
  await ask(wrong, false, '192.0.2.3')
  expect(await kept()).toEqual(['192.0.2.2', '192.0.2.3'])
})
