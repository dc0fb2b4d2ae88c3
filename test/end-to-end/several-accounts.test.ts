/** Two accounts in one installation: dropped files, one night for both, and one whose key is refused. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { OWING, plantedSheet } from '../support/planted-fleet.ts'
import { openWorld } from '../support/run-frota.ts'

const VEHICLES = 4
const MANY = { FROTA_CONSULTATIONS_PER_HOUR: '500' }
const EXIT_CONFIGURATION = 2
const TEST_MS_MAX = 180_000

const home = await forFile(openWorld(MANY))
const facts = await home.serve()
await home.json(['service', 'brands', 'create', 'SUL', '--fee', '4.90'])
const south = await home.json(['service', 'accounts', 'create', 'Sul Ltda', '--brand', 'SUL'])
const key = await home.json(['service', 'keys', 'create', '--brand', 'SUL', '--name', 'sul'])
const runner = await forFile(openWorld({ FROTA_LOCALE: 'en', FROTA_API_URL: facts.url, ...MANY }))
await give('norte.key', facts.apiKey)
await give('sul.key', String(key['apiKey']))
const file = {
  credentials: ['norte', 'sul'].map((name) => ({ name, key_file: `${name}.key` })),
  fleets: [
    { name: 'norte', account_id: facts.accountId, credentials: ['norte'] },
    { name: 'sul', account_id: String(south['id']), credentials: ['sul'] },
  ],
}
await give('fleets.json', JSON.stringify(file))

async function give(name: string, text: string): Promise<void> {
  await writeFile(join(runner.dir, name), `${text}\n`, { mode: 0o600 })
}

async function drop(name: string, change = (text: string): string => text): Promise<void> {
  const sheet = plantedSheet(Array.from({ length: VEHICLES }, () => OWING))
  await mkdir(join(runner.dir, 'in', name), { recursive: true })
  await writeFile(join(runner.dir, 'in', name, 'frota.csv'), change(sheet.join('\n')))
}

const env = {
  FROTA_FLEETS_FILE: join(runner.dir, 'fleets.json'),
  FROTA_INBOX_DIR: join(runner.dir, 'in'),
  FROTA_INBOX_SETTLE: '1',
}

test(
  'a worker imports what is dropped between nights',
  async () => {
    await runner.run(['schedules', 'remove', 'nightly'], { env })
    await drop('sul', (text) => text.replaceAll('Van ', 'Meridional '))
    await runner.release()
    const worker = runner.start(['worker'], { env })
    await worker.saw(/ {2}sul · frota.csv: imported: 4 rows · 4 accepted · 4 new/)
    worker.kill('SIGTERM')
    expect(await worker.ended).toMatchObject({ code: 0 })
    const done = await readdir(join(runner.dir, 'in/sul/done'))
    expect(done.map((name) => name.replace(/^[\d-]+/, '')).toSorted()).toEqual([
      'frota.csv',
      'frota.csv.verdict.csv',
    ])
  },
  TEST_MS_MAX,
)

test(
  'one night imports what was dropped and works for both; a vehicle of both stays two',
  async () => {
    await drop('norte')
    const night = await runner.json(['nightly'], { env })
    expect(night).toMatchObject({
      runs: [
        { fleet: 'norte', state: 'done', carriedOver: 0, closes: true },
        { fleet: 'sul', state: 'done', carriedOver: 0, closes: true },
      ],
    })
    const vehicles = await runner.query(
      `SELECT account_id AS account, count(*)::int AS n, count(DISTINCT service_id)::int AS known
        FROM frota.vehicle GROUP BY 1 ORDER BY 1`,
    )
    expect(vehicles).toMatchObject([
      { n: VEHICLES, known: VEHICLES },
      { n: VEHICLES, known: VEHICLES },
    ])
    const asked = await home.query(
      'SELECT account_id AS account, count(*)::int AS n FROM service.consultation GROUP BY 1',
    )
    expect(asked.map(({ n }) => n)).toEqual([VEHICLES, VEHICLES])
    const [northRun, southRun] = night['runs'] as { reports: string }[]
    const report = (run: { reports: string } | undefined) =>
      readFile(join(run?.reports ?? '', 'vehicles.csv'), 'utf8')
    expect(await report(northRun)).not.toContain('Meridional')
    expect(await report(southRun)).not.toContain('Van ')
    expect(await report(southRun)).toContain('Meridional')
  },
  TEST_MS_MAX,
)

test(
  'each fleet is shown with its own account’s numbers',
  async () => {
    const view = await runner.json(['status', '--fleet', 'sul'], { env })
    expect(view).toMatchObject({ fleet: 'sul', consultations: { answered: VEHICLES } })
    const plan = await runner.json(['plan', '--fleet', 'sul', '--freshness', '0'], { env })
    expect(plan['credentials']).toMatchObject([{ bucket: 'consultations/sul' }])
    expect(plan['sharedWith']).toEqual([])
    const { stdout, code } = await runner.run(['status'], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^norte .*\n[\s\S]*^sul /m)
  },
  TEST_MS_MAX,
)

test(
  'an account whose key is refused ends its own part, and the exit code says so',
  async () => {
    await give('sul.key', 'svc_live_nobody')
    const night = await runner.run(['nightly', '--freshness', '0', '--json'], {
      env,
    })
    expect(night.code).toBe(EXIT_CONFIGURATION)
    expect(JSON.parse(night.stdout)).toMatchObject({
      runs: [{ fleet: 'norte', state: 'done' }],
      failed: [{ fleet: 'sul', code: 'wrong-key' }],
    })
    expect(night.stderr).toMatch(/^frota: \[sul\] No credential of FROTA_FLEETS_FILE is usable/m)
  },
  TEST_MS_MAX,
)
