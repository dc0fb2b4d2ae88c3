/** Administering a running service from other processes, as an operator does at a shell. */
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, startService } from '../support/run-frota.ts'
import { systemRandom } from '../../src/random.ts'
import { openSecret } from '../../src/secret.ts'
import type { Ended, Running, ServiceFacts, World } from '../support/run-frota.ts'

const USAGE = 2
const OWNER_ONLY = 0o600
const KEY = /svc_live_[0-9A-Za-z]{49}/

interface Listed {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly revokedAt: string | null
}

interface Rotated {
  readonly apiKey: string
  readonly former: Listed
}

let world: World
let running: Running
let facts: ServiceFacts

beforeAll(async () => {
  world = await openWorld({ FROTA_LOCALE: 'en' })
  const started = await startService(world)
  running = started.running
  facts = started.facts
})
afterAll(() => world[Symbol.asyncDispose]())

async function statusOf(apiKey: string, accountId?: string): Promise<number> {
  const account = accountId === undefined ? {} : { 'x-account-id': accountId }
  const path = accountId === undefined ? '/api/v1/coverage' : '/api/v1/vehicles'
  const reply = await fetch(facts.url + path, { headers: { 'x-api-key': apiKey, ...account } })
  await reply.arrayBuffer()
  return reply.status
}

async function done(...args: string[]): Promise<Record<string, unknown>> {
  return await world.json(['service', ...args])
}

function refused(ended: Ended, says: RegExp): void {
  expect(ended).toMatchObject({ code: USAGE, stdout: '' })
  expect(ended.stderr).toMatch(/^frota: /)
  expect(ended.stderr).toMatch(says)
  expect(ended.stderr).not.toMatch(KEY)
}

test('a first start that finds its port taken makes no demo, whose key nobody would see', async () => {
  await using other = await openWorld({ FROTA_LOCALE: 'en' })
  const taken = new URL(facts.url).port
  refused(await other.run(['service', '--port', taken]), /choose another port/)
  expect(await other.json(['service', 'brands', 'list'])).toEqual({ brands: [] })
})

describe('beside a running service', () => {
  test('the first start shows a demo key and account, which work', async () => {
    expect(facts.apiKey).toMatch(KEY)
    expect(await statusOf(facts.apiKey, facts.accountId)).toBe(200)
    const { brands } = await done('brands', 'list')
    expect(brands).toMatchObject([{ name: 'demo', isActive: true, accounts: 1, liveKeys: 1 }])
  })

  test('a brand, its account and its key are made and work at once', async () => {
    await done('brands', 'create', 'ACME', '--fee', '4,90')
    const account = await done('accounts', 'create', 'Transportes Lima', '--brand', 'ACME')
    const key = await done('keys', 'create', '--brand', 'ACME', '--name', 'backend')
    expect(await statusOf(String(key['apiKey']), String(account['id']))).toBe(200)
    expect(await statusOf(String(key['apiKey']), facts.accountId)).toBe(403)
    const again = await done('accounts', 'create', 'Transportes Lima', '--brand', 'ACME')
    expect(again).toEqual({ ...account, created: false })
  })

  test('a key is rotated in one step: both work for the overlap, which may be none', async () => {
    await done('brands', 'create', 'turning', '--fee', '1')
    await done('keys', 'create', '--brand', 'turning', '--name', 'turn')
    const keyOf = async (...args: string[]) => {
      const { keys } = await done('keys', 'list', '--brand', 'turning')
      const live = (keys as Listed[]).find((key) => key.name === 'turn' && key.revokedAt === null)
      return await done('keys', 'rotate', live?.id ?? '', ...args)
    }
    const first = await keyOf()
    const { former, apiKey } = (await keyOf('--overlap', '2')) as unknown as Rotated
    expect(former).toMatchObject({ name: 'turn', prefix: String(first['prefix']) })
    expect(Date.parse(former.revokedAt ?? '')).toBeGreaterThan(Date.parse(former.createdAt))
    expect([await statusOf(String(first['apiKey'])), await statusOf(apiKey)]).toEqual([200, 200])
    const last = (await keyOf('--overlap', '0')) as unknown as Rotated
    expect([await statusOf(apiKey), await statusOf(last.apiKey)]).toEqual([401, 200])
    refused(await world.run(['service', 'keys', 'rotate', last.former.id]), /rotated or revoked/)
    const own = ['service', 'keys', 'rotate', facts.apiKey.slice(0, 12)]
    refused(await world.run(own), /secret file.*keys create/)
    refused(await world.run(['service', 'keys', 'rotate', 'x', '--overlap', '721']), /0 to 720/)
  })

  test('a key is rotated without a failed call, and the old one fails at the next', async () => {
    const path = join(world.dir, 'new.key')
    const old = String((await done('keys', 'create', '--brand', 'demo', '--name', 'old'))['apiKey'])
    expect(await statusOf(old)).toBe(200)
    const create = ['service', 'keys', 'create', '--brand', 'demo', '--name', 'new']
    const made = await world.run([...create, '--out', path])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).not.toMatch(KEY)
    const fresh = (await readFile(path, 'utf8')).trim()
    expect((await stat(path)).mode & 0o777).toBe(OWNER_ONLY)
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])
    const revoked = await done('keys', 'revoke', old.slice(0, 12))
    expect(revoked).toMatchObject({ name: 'old', changed: true })
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200])
    const { keys } = await done('keys', 'list', '--brand', 'demo')
    expect(keys).toMatchObject([
      { name: 'new', prefix: fresh.slice(0, 12), revokedAt: null, lastUsedAt: expect.any(String) },
      { name: 'old', revokedAt: expect.any(String) },
      { name: 'default' },
    ])
    expect(JSON.stringify(keys)).not.toMatch(KEY)
  })

  test('what a person reads shows a key once, and never again', async () => {
    const made = await world.run(['service', 'keys', 'create', '--brand', 'demo', '--name', 'read'])
    expect(made.stdout.match(new RegExp(KEY, 'g'))).toHaveLength(1)
    const listed = await world.run(['service', 'keys', 'list'])
    expect(listed.stdout).toContain((KEY.exec(made.stdout)?.[0] ?? '').slice(0, 12))
    expect(listed.stdout).not.toMatch(KEY)
    expect(running.stdout() + running.stderr()).not.toContain(KEY.exec(made.stdout)?.[0])
  })

  test('what is wrong is refused with the cure', async () => {
    const run = (...args: string[]) => world.run(['service', ...args])
    refused(await run('accounts', 'create', 'X', '--brand', 'ACMEE'), /There are: "ACME", "demo"/)
    refused(await run('brands', 'create', 'ACME', '--fee', '5'), /exists with the fee 4\.90/)
    refused(await run('brands', 'create', 'B', '--fee', 'cinco'), /give an amount in reais/)
    refused(await run('brands', 'create', 'B'), /Write: frota service brands create ACME --fee/)
    refused(await run('keys', 'revoke', 'svc_live_'), /give the id/)
    refused(await run('keys', 'revoke', facts.apiKey), /never the whole key/)
    refused(await run('keys', 'create', '--brand', 'ACME'), /--name/)
    refused(await run('keys', 'list', '--force'), /Unknown option '--force'.*keys list --help/)
    const taken = join(world.dir, 'taken.key')
    await writeFile(taken, 'precious')
    const words = ['--brand', 'ACME', '--name', 'taken', '--out', taken]
    refused(await run('keys', 'create', ...words), /exists; name another/)
    expect(await readFile(taken, 'utf8')).toBe('precious')
    const { keys } = await done('keys', 'list', '--brand', 'ACME')
    expect(keys).toMatchObject([{ name: 'backend' }])
  })

  test('the last live key of a brand is revoked only by force', async () => {
    const { keys } = await done('keys', 'list', '--brand', 'ACME')
    const [{ id }] = keys as [{ id: string }]
    refused(await world.run(['service', 'keys', 'revoke', id]), /calls will fail.*--force/)
    expect(await done('keys', 'revoke', id, '--force')).toMatchObject({ changed: true })
    expect(await done('keys', 'revoke', id)).toMatchObject({ changed: false })
  })

  test('a deactivated brand or account fails at the next call', async () => {
    await done('accounts', 'deactivate', facts.accountId)
    expect(await statusOf(facts.apiKey, facts.accountId)).toBe(403)
    await done('accounts', 'activate', facts.accountId)
    await done('brands', 'deactivate', 'demo')
    expect(await statusOf(facts.apiKey, facts.accountId)).toBe(401)
    await done('brands', 'activate', 'demo')
    expect(await statusOf(facts.apiKey, facts.accountId)).toBe(200)
  })
})

test('a second start shows no key, keeps what was set, and serves the old key', async () => {
  await done('brands', 'fee', 'demo', '7,25')
  running.kill('SIGTERM')
  await running.ended
  const second = world.start(['service', 'run', '--json', '--port', '0'])
  await second.saw(/^\}/m)
  expect(second.stdout()).not.toMatch(KEY)
  const { apiKey, accountId } = facts
  facts = { ...(JSON.parse(second.stdout()) as ServiceFacts), apiKey }
  expect(facts.accountId).toBe(accountId)
  expect(await statusOf(apiKey, accountId)).toBe(200)
  const { brands } = await done('brands', 'list')
  expect(brands).toContainEqual(expect.objectContaining({ name: 'demo', serviceFeeCents: 725 }))
})

test('keys made before the first start work, and there is no demo unless it is asked for', async () => {
  await using fresh = await openWorld({ FROTA_LOCALE: 'en' })
  await fresh.run(['service', 'brands', 'create', 'early', '--fee', '0'])
  const create = ['service', 'keys', 'create', '--brand', 'early', '--name']
  const keys = [await fresh.json([...create, 'one']), await fresh.json([...create, 'two'])]
  const { facts: first, running: started } = await startService(fresh)
  expect(first).toEqual({ url: first.url })
  expect(await fresh.json(['service', 'brands', 'list'])).toMatchObject({
    brands: [{ name: 'early' }],
  })
  for (const { apiKey } of keys) {
    const headers = { 'x-api-key': String(apiKey) }
    expect((await fetch(`${first.url}/api/v1/coverage`, { headers })).status).toBe(200)
  }
  const elsewhere = { FROTA_SECRET_FILE: join(fresh.dir, 'other-secret') }
  const missing = await fresh.run([...create, 'three'], { env: elsewhere })
  refused(missing, /secret file .*other-secret is not there/)
  await openSecret(elsewhere.FROTA_SECRET_FILE, systemRandom, async () => true)
  const foreign = await fresh.run([...create, 'three'], { env: elsewhere })
  refused(foreign, /secret file .*other-secret is not the one of the service/)
  started.kill('SIGTERM')
  await started.ended
  // Without the secret of these keys the service does not begin anew either.
  const secretFile = join(fresh.dataDir, 'secret.json')
  await rename(secretFile, `${secretFile}.away`)
  refused(await fresh.run(['service', '--port', '0']), /secret\.json/)
  await rename(`${secretFile}.away`, secretFile)
  const demo = fresh.start(['service', '--demo', '--json', '--port', '0'])
  await demo.saw(/^\}/m)
  expect(JSON.parse(demo.stdout())).toMatchObject({ apiKey: expect.stringMatching(KEY) })
})
