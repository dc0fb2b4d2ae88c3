/** What an operator does to brands, accounts and keys holds at the very next call. */
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure.ts'
import { issueKey, listKeys, revokeKey } from '../../src/service/tenants/administer-keys.ts'
import { createApiKey } from '../../src/service/keys/create-api-key.ts'
import { noteSecretFile, pepperStatus } from '../../src/service/keys/pepper-status.ts'
import { deriveSecrets } from '../../src/service/keys/service-secrets.ts'
import { openServiceDb } from '../../src/service/service-db.ts'
import {
  createAccount,
  listAccounts,
  setAccountActive,
} from '../../src/service/tenants/administer-accounts.ts'
import {
  createBrand,
  listBrands,
  setBrandActive,
  setBrandFee,
} from '../../src/service/tenants/administer-brands.ts'
import { ensureTenant } from '../../src/service/tenants/ensure-tenant.ts'
import { owing } from './support/ordering.ts'
import { type Account, openBench, PEPPER } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const secrets = deriveSecrets(PEPPER)

const bench = await forFile(openBench())
const db = openServiceDb(bench.pool)
const tools = { db, clock: bench.clock, random: bench.random }

async function saidBy(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error.in('en')
  throw new Error('Nothing was refused.', { cause: error })
}

async function statusOf(as: Account): Promise<number> {
  return (await bench.send('GET', '/api/v1/vehicles', { as })).status
}

async function newKey(brand: string, name: string): Promise<{ apiKey: string; id: string }> {
  const apiKey = createApiKey(bench.random)
  const { id } = await issueKey({ ...tools, secrets }, { brand, name, apiKey })
  return { apiKey, id }
}

describe('brands', () => {
  test('are made once, and made again only with the same fee', async () => {
    const made = await createBrand(tools, { name: ' Acme  Frotas ', serviceFeeCents: 490n })
    expect(made).toMatchObject({ name: 'Acme Frotas', isActive: true, created: true })
    const again = await createBrand(tools, { name: 'Acme Frotas', serviceFeeCents: 490n })
    expect(again).toEqual({ ...made, created: false })
    expect(await saidBy(createBrand(tools, { name: 'Acme Frotas', serviceFeeCents: 1n }))).toMatch(
      /exists with the fee 4\.90.*brands fee/,
    )
    for (const name of ['', ' ', 'a\u0000b', 'x'.repeat(121)]) {
      expect(await saidBy(createBrand(tools, { name, serviceFeeCents: 0n }))).toMatch(/1 to 120/)
    }
  })

  test('a fee that no total could show is refused, when made and when changed', async () => {
    const fee = { serviceFeeCents: 100_000_001n }
    expect(await saidBy(createBrand(tools, { name: 'Dear', ...fee }))).toMatch(/most 1000000\.00/)
    expect(await saidBy(setBrandFee(db, { brand: 'own', ...fee }))).toMatch(/most 1000000\.00/)
  })

  test('an unknown one is answered with those that there are', async () => {
    const said = await saidBy(setBrandFee(db, { brand: 'Nobody', serviceFeeCents: 1n }))
    expect(said).toMatch(/no brand "Nobody".*"own"/)
  })

  test('a new fee is that of the next order, and the list shows it', async () => {
    const as = await bench.tenant('fees')
    const { item } = await owing(bench, as)
    const body = { debt_item_ids: [item.id], method: 'pix' }
    const order = async () => (await bench.send('POST', '/api/v1/orders', { as, body })).body
    const first = await order()
    expect(first['service_fee']).toBe('9.90')
    await setBrandFee(db, { brand: 'fees', serviceFeeCents: 123n })
    expect((await order())['service_fee']).toBe('1.23')
    const kept = await bench.send('GET', `/api/v1/orders/${String(first['id'])}`, { as })
    expect(kept.body['service_fee']).toBe('9.90')
    const listed = (await listBrands(db)).find(({ name }) => name === 'fees')
    expect(listed).toMatchObject({ serviceFeeCents: 123n, accounts: 1, liveKeys: 1 })
  })

  test('deactivated, all their keys fail until they are activated again', async () => {
    const as = await bench.tenant('paused')
    expect(await statusOf(as)).toBe(200)
    expect(await setBrandActive(db, { brand: 'paused', isActive: false })).toMatchObject({
      changed: true,
    })
    expect(await statusOf(as)).toBe(401)
    expect(await setBrandActive(db, { brand: as.brandId, isActive: false })).toMatchObject({
      changed: false,
    })
    await setBrandActive(db, { brand: 'paused', isActive: true })
    expect(await statusOf(as)).toBe(200)
  })
})

describe('accounts', () => {
  test('are made once for a brand and a name, and work at once', async () => {
    const made = await createAccount(tools, { brand: 'own', name: 'Lima' })
    expect(made.created).toBe(true)
    expect(await createAccount(tools, { brand: 'own', name: 'Lima' })).toEqual({
      ...made,
      created: false,
    })
    expect(await statusOf({ ...bench.own, accountId: made.id })).toBe(200)
    const ten = Array.from({ length: 10 }, () =>
      createAccount(tools, { brand: 'own', name: 'at once' }),
    )
    const ids = (await Promise.all(ten)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
  })

  test('deactivated, they fail with 403 until they are activated again', async () => {
    const { id } = await createAccount(tools, { brand: 'own', name: 'Souza' })
    const as = { ...bench.own, accountId: id }
    await setAccountActive(db, { account: 'Souza', isActive: false })
    expect(await statusOf(as)).toBe(403)
    expect(await setAccountActive(db, { account: id, isActive: false })).toMatchObject({
      changed: false,
    })
    await setAccountActive(db, { account: id.toUpperCase(), isActive: true })
    expect(await statusOf(as)).toBe(200)
  })

  test('a name of several is answered with their ids, which the brand may narrow', async () => {
    await createBrand(tools, { name: 'second', serviceFeeCents: 0n })
    const one = await createAccount(tools, { brand: 'own', name: 'Same' })
    const two = await createAccount(tools, { brand: 'second', name: 'Same' })
    const said = await saidBy(setAccountActive(db, { account: 'Same', isActive: false }))
    expect(said).toContain(one.id)
    expect(said).toContain(two.id)
    const narrowed = { account: 'Same', brand: 'second', isActive: false }
    expect(await setAccountActive(db, narrowed)).toMatchObject({ id: two.id, changed: true })
    const listed = await listAccounts(db, { brand: 'second' })
    expect(listed.map(({ name, isActive }) => [name, isActive])).toEqual([['Same', false]])
    expect(await saidBy(setAccountActive(db, { account: 'No', isActive: true }))).toMatch(/no acc/)
  })
})

describe('keys', () => {
  test('a new key works beside the old one until that is revoked, in another service too', async () => {
    await using other = await bench.again()
    const old = await bench.tenant('rotating')
    const { apiKey } = await newKey('rotating', 'new')
    const statuses = async () => {
      const asked = [bench.url, other.url].flatMap((url) =>
        [old.apiKey, apiKey].map((key) =>
          bench.send('GET', '/api/v1/coverage', { url, headers: { 'x-api-key': key } }),
        ),
      )
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const { changed } = await revokeKey(tools, { named: old.apiKey.slice(0, 12), force: false })
    expect(changed).toBe(true)
    expect(await statuses()).toEqual([401, 200, 401, 200])
  })

  test('revoking is safe to repeat, and the last live key asks for force', async () => {
    const as = await bench.tenant('last')
    const named = as.apiKey.slice(0, 12)
    expect(await saidBy(revokeKey(tools, { named, force: false }))).toMatch(
      /last live key of the brand "last".*calls will fail.*--force/,
    )
    expect(await statusOf(as)).toBe(200)
    const first = await revokeKey(tools, { named, force: true })
    const second = await revokeKey(tools, { named, force: false })
    expect([first.changed, second.changed]).toEqual([true, false])
    expect(second.key.revokedAt).toEqual(first.key.revokedAt)
    expect(await statusOf(as)).toBe(401)
  })

  test('of two revocations at once one is told that it is the last', async () => {
    const as = await bench.tenant('pair')
    const { id } = await newKey('pair', 'second')
    const both = [as.apiKey.slice(0, 12), id].map((named) =>
      revokeKey(tools, { named, force: false }),
    )
    const ended = await Promise.allSettled(both)
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a prefix of several, of none, and a whole key are refused with the cure', async () => {
    const { apiKey, id } = await newKey('own', 'ambiguous')
    const of = (named: string) => saidBy(revokeKey(tools, { named, force: false }))
    expect(await of('svc_live_')).toMatch(/More than one.*give the id/)
    expect(await of('svc_live_---')).toMatch(/No key begins.*keys list/)
    expect(await of('')).toMatch(/No key begins/)
    const whole = await of(apiKey)
    expect(whole).toMatch(/never the whole key/)
    expect(whole).not.toContain(apiKey.slice(0, 12))
    expect((await revokeKey(tools, { named: id, force: false })).changed).toBe(true)
  })

  test('live names differ; the list shows prefixes and last uses, never a key or a hash', async () => {
    await createBrand(tools, { name: 'listed', serviceFeeCents: 0n })
    const account = await createAccount(tools, { brand: 'listed', name: 'one' })
    const { apiKey } = await newKey('listed', 'backend')
    expect(await saidBy(newKey('listed', 'backend'))).toMatch(/live key "backend".*another name/)
    expect(await saidBy(newKey('listed', 'default'))).toMatch(/choose another/)
    await statusOf({ apiKey, accountId: account.id, brandId: '' })
    const keys = await listKeys(db, { brand: 'listed' })
    expect(keys).toEqual([
      expect.objectContaining({
        prefix: apiKey.slice(0, 12),
        name: 'backend',
        lastUsedAt: new Date(bench.clock.now()),
        revokedAt: null,
      }),
    ])
    const shown = JSON.stringify(await listKeys(db))
    expect(shown).not.toContain(apiKey.slice(0, 16))
    expect(shown).not.toContain(secrets.hashKey(apiKey).toString('hex'))
    await revokeKey(tools, { named: apiKey.slice(0, 12), force: true })
    expect((await newKey('listed', 'backend')).apiKey).not.toBe(apiKey)
  })

  test('another secret file than the service’s is told', async () => {
    const own = createApiKey(bench.random)
    expect(await pepperStatus(db, secrets, own)).toBe('unused')
    await noteSecretFile(tools, secrets, own)
    expect(await pepperStatus(db, secrets, own)).toBe('known')
    const foreign = deriveSecrets('another pepper, which is long enough too')
    expect(await pepperStatus(db, foreign, createApiKey(bench.random))).toBe('foreign')
  })
})

test('making a tenant twice changes neither its fee nor a revoked key', async () => {
  const { apiKey, accountId, brandId } = await bench.tenant('twice')
  const again = () => {
    const of = { brandName: 'twice', accountId, accountName: 'twice', apiKey }
    const { pool, clock, random } = bench
    return ensureTenant({ pool, clock, random, pepper: PEPPER }, { ...of, serviceFeeCents: 1n })
  }
  await again()
  const listed = (await listBrands(db)).find(({ name }) => name === 'twice')
  expect(listed?.serviceFeeCents).toBe(990n)
  await revokeKey(tools, { named: apiKey.slice(0, 12), force: true })
  await again()
  expect(await statusOf({ apiKey, accountId, brandId })).toBe(401)
})
