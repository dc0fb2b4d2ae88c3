/** Two keys of one account share one fleet; one of them is refused, fixed, and taken away again. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstVehicles, openWorld, type World } from '../support/run-frota.ts'

const VEHICLES = 8
const PER_HOUR = 5
const LIMIT = { FROTA_CONSULTATIONS_PER_HOUR: String(PER_HOUR) }
const EXIT_CONFIGURATION = 2
const EXIT_CARRIED_OVER = 10
const TEST_MS_MAX = 180_000
const KEY = /svc_live_[0-9A-Za-z]{49}/

let home: World
let runner: World
let env: Record<string, string>
const keys: string[] = []

beforeAll(async () => {
  home = await openWorld(LIMIT)
  const facts = await home.serve()
  const made = await home.json(['service', 'keys', 'create', '--brand', 'demo', '--name', 'second'])
  keys.push(facts.apiKey, String(made['apiKey']))
  runner = await openWorld({ FROTA_LOCALE: 'en', FROTA_API_URL: facts.url, ...LIMIT })
  const secrets = join(runner.dir, 'secrets')
  await mkdir(secrets)
  const named = (name: string) => ({ name, key_file: `secrets/${name}` })
  const fleetOf = (credentials: string[]) => ({
    name: 'principal',
    account_id: facts.accountId,
    credentials,
  })
  const file = (names: string[]) => ({
    credentials: names.map(named),
    fleets: [fleetOf(names)],
  })
  const both = join(runner.dir, 'both.json')
  await writeFile(both, JSON.stringify(file(['principal', 'filial'])))
  const renamed = { credentials: [named('matriz')], fleets: [fleetOf(['matriz'])] }
  await writeFile(join(runner.dir, 'renamed.json'), JSON.stringify(renamed))
  await writeFile(join(runner.dir, 'one.json'), JSON.stringify(file(['principal'])))
  await key('principal', keys[0])
  env = { FROTA_FLEETS_FILE: both }
}, TEST_MS_MAX)
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

async function key(name: string, text = ''): Promise<void> {
  await writeFile(join(runner.dir, 'secrets', name), `${text}\n`, { mode: 0o600 })
}

const asked = async (): Promise<Record<string, number>> => {
  const rows = await runner.query(
    'SELECT credential, count(*)::int AS n FROM frota.consultation GROUP BY 1',
  )
  return Object.fromEntries(rows.map(({ credential, n }) => [String(credential), Number(n)]))
}

test(
  'a key that is refused keeps nobody else from working, and works once it is fixed',
  async () => {
    await key('filial', 'svc_live_nobody')
    const first = await runner.run(
      ['reconcile', await firstVehicles(runner, VEHICLES), '--exit-code'],
      { env },
    )
    expect(first.code).toBe(EXIT_CARRIED_OVER)
    expect(first.stderr).toMatch(/^frota: Credential "filial" is out of the round: the service ref/)
    expect(first.stderr.match(/out of the round/g)).toHaveLength(1)
    expect(first.stderr).not.toMatch(KEY)
    expect(await asked()).toEqual({ principal: PER_HOUR })

    await key('filial', keys[1])
    const second = await runner.json(['resume'], { env })
    expect(second).toMatchObject({ state: 'done', carriedOver: 0 })
    expect(await asked()).toEqual({ principal: PER_HOUR, filial: VEHICLES - PER_HOUR })
    const perKey = await home.query(
      "SELECT count(*)::int AS n FROM service.quota_use WHERE budget = 'consultations' GROUP BY credential_id ORDER BY 1",
    )
    expect(perKey.map(({ n }) => n)).toEqual([VEHICLES - PER_HOUR, PER_HOUR])
  },
  TEST_MS_MAX,
)

test(
  'who looks sees both credentials, and one that left the file as history',
  async () => {
    const both = await runner.json(['quota'], { env })
    expect(both['buckets']).toMatchObject([
      { credential: 'filial', used: VEHICLES - PER_HOUR, isRemoved: false },
      { credential: 'principal', used: PER_HOUR, isRemoved: false },
      { budget: 'orders', credential: 'principal', isRemoved: false },
    ])
    const status = await runner.json(['status'], { env })
    expect(status['quota']).toMatchObject({
      consultations: { max: 2 * PER_HOUR, used: VEHICLES, free: 2 * PER_HOUR - VEHICLES },
    })
    const plan = await runner.json(['plan', '--freshness', '0'], { env })
    expect(plan['credentials']).toMatchObject([
      { bucket: 'consultations/principal', free: 0 },
      { bucket: 'consultations/filial', free: 2 * PER_HOUR - VEHICLES },
    ])
    const left = { FROTA_FLEETS_FILE: join(runner.dir, 'one.json') }
    const one = await runner.json(['plan', '--freshness', '0'], { env: left })
    expect(one['credentials']).toMatchObject([{ bucket: 'consultations/principal', free: 0 }])
    const { stdout } = await runner.run(['quota', '--last', '0'], { env: left })
    expect(stdout).toMatch(
      /^consultations\/filial: 3\/5 used.*\n {2}A credential that is no longer/,
    )
  },
  TEST_MS_MAX,
)

test(
  'a key that is called otherwise keeps the quota it has used',
  async () => {
    await key('matriz', keys[0])
    const renamed = { FROTA_FLEETS_FILE: join(runner.dir, 'renamed.json') }
    const ended = await runner.run(['resume'], { env: renamed })
    expect(ended.code).toBe(EXIT_CONFIGURATION)
    expect(ended.stderr).toMatch(/key of .* "matriz" is still counted as "principal" until/)
    expect(ended.stderr).not.toMatch(KEY)
  },
  TEST_MS_MAX,
)
