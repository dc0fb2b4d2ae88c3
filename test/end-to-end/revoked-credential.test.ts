/** One of two keys is revoked while a run goes on: the other one does its work, and all of it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fleet, openWorld } from '../support/run-frota.ts'

const LIMIT = { FROTA_CONSULTATIONS_PER_HOUR: '400' }
/** Enough that the key is revoked before the last is registered, on a quick machine, too. */
const ROWS = 30
const TEST_MS_MAX = 180_000

test(
  'what a revoked key was to ask is asked by the other, once',
  async () => {
    await using home = await openWorld(LIMIT)
    const facts = await home.serve()
    const args = ['service', 'keys', 'create', '--brand', 'demo', '--name', 'second']
    const second = await home.json(args)
    await using runner = await openWorld({ FROTA_LOCALE: 'en', FROTA_API_URL: facts.url, ...LIMIT })
    const keys = { principal: facts.apiKey, filial: String(second['apiKey']) }
    for (const [name, key] of Object.entries(keys)) {
      await writeFile(join(runner.dir, name), `${key}\n`, { mode: 0o600 })
    }
    const names = Object.keys(keys)
    const principal = { name: 'principal', account_id: facts.accountId, credentials: names }
    const credentials = names.map((name) => ({ name, key_file: name }))
    const FROTA_FLEETS_FILE = join(runner.dir, 'fleets.json')
    await writeFile(FROTA_FLEETS_FILE, JSON.stringify({ credentials, fleets: [principal] }))

    const env = { FROTA_FLEETS_FILE, LOG_LEVEL: 'debug' }
    const all = await readFile(fleet('carrier-utf8-bom.csv'), 'utf8')
    const some = join(runner.dir, 'some.csv')
    await writeFile(some, all.split('\n').slice(0, ROWS).join('\n'))
    const running = runner.start(['reconcile', some], { env })
    // Both were seen to work; nothing is asked before the vehicles are registered.
    await running.saw(/"route":"createVehicle"/)
    await home.query("UPDATE service.api_key SET revoked_at = now() WHERE name = 'second'")
    const ended = await running.ended

    expect(ended.code).toBe(0)
    const said = ended.stderr.split('\n').filter((line) => line.startsWith('frota: '))
    expect(said).toEqual([expect.stringMatching(/^frota: Credential "filial" is out of the round/)])
    const asked = await home.query(
      'SELECT vehicle_id, count(*)::int AS n FROM service.consultation GROUP BY 1',
    )
    expect(asked.length).toBeGreaterThan(ROWS / 3)
    expect(asked.filter(({ n }) => n !== 1)).toEqual([])
    expect(await runner.query("SELECT * FROM frota.campaign_member WHERE state = 'open'")).toEqual(
      [],
    )
    const refused = await runner.count(
      "SELECT count(*) FROM frota.effect_event WHERE why LIKE 'status 401%'",
    )
    expect(refused).toBeGreaterThan(0)
    const status = await runner.json(['status'], { env })
    expect(status).toMatchObject({ credentialsOut: ['filial'] })
    expect(status['quota']).toMatchObject({ consultations: { max: 400 } })
  },
  TEST_MS_MAX,
)
