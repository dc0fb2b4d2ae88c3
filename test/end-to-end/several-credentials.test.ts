/** Two keys of one account share one fleet; one of them is refused, fixed, and taken away again. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { firstVehicles, openWorld } from '../support/run-frota.ts'

const VEHICLES = 8
const PER_HOUR = 5
const LIMIT = { FROTA_CONSULTATIONS_PER_HOUR: String(PER_HOUR) }
const EXIT_CONFIGURATION = 2
const EXIT_CARRIED_OVER = 10
const TEST_MS_MAX = 180_000
const KEY = /svc_live_[0-9A-Za-z]{49}/

const home = await forFile(openWorld(LIMIT))
const facts = await home.serve()
const made = await home.json(['service', 'keys', 'create', '--brand', 'demo', '--name', 'second'])
const keys = [facts.apiKey, String(made['apiKey'])]
const runner = await forFile(openWorld({ FROTA_LOCALE: 'en', FROTA_API_URL: facts.url, ...LIMIT }))
await mkdir(join(runner.dir, 'secrets'))
const env = { FROTA_FLEETS_FILE: await fleetsFile('both.json', ['principal', 'filial']) }
const left = { FROTA_FLEETS_FILE: await fleetsFile('one.json', ['principal']) }
const renamed = { FROTA_FLEETS_FILE: await fleetsFile('renamed.json', ['matriz']) }
await key('principal', keys[0])

/** One fleet, whose credentials are these; resolves with its path. */
async function fleetsFile(name: string, names: readonly string[]): Promise<string> {
  const path = join(runner.dir, name)
  const credentials = names.map((each) => ({ name: each, key_file: `secrets/${each}` }))
  const fleets = [{ name: 'principal', account_id: facts.accountId, credentials: names }]
  await writeFile(path, JSON.stringify({ credentials, fleets }))
  return path
}

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
    const ended = await runner.run(['resume'], { env: renamed })
    expect(ended.code).toBe(EXIT_CONFIGURATION)
    expect(ended.stderr).toMatch(/key of .* "matriz" is still counted as "principal" until/)
    expect(ended.stderr).not.toMatch(KEY)
  },
  TEST_MS_MAX,
)
