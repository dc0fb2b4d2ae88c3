/**
 * A worker as a process: its death, its end with a request on the way, a new key. One night goes on
 * through four workers, each of which still finds somebody to ask.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openPassingProxy, type PassingProxy } from '../support/passing-proxy.ts'
import { openWorld, type Running, type World } from '../support/run-frota.ts'

/** At each start a few are asked at once. */
const VEHICLES = 24
const EXIT_BUSY = 75
const TEST_MS_MAX = 180_000
/** Docker's grace; the process suites may measure what is promised in seconds. */
const SCALED = { FROTA_TEST_SCALE: '300', FROTA_CONSULTATIONS_PER_HOUR: '100' }
const GOES_ON = /hourly: began \(goes on with that of/
const consulting = (request: string): boolean => /^POST .*consultations/.test(request)

let worlds: AsyncDisposableStack
let home: World
let runner: World
let proxy: PassingProxy
let env: Record<string, string>
let keyFile: string
let worker: Running

beforeAll(async () => {
  worlds = new AsyncDisposableStack()
  home = worlds.use(await openWorld(SCALED))
  runner = worlds.use(await openWorld({ ...SCALED, FROTA_LOCALE: 'en' }))
  const { url, accountId, apiKey } = await home.serve()
  proxy = worlds.use(await openPassingProxy(url, consulting))
  keyFile = join(runner.dir, 'key')
  await writeFile(keyFile, `${apiKey}\n`, { mode: 0o600 })
  env = { FROTA_API_URL: proxy.url, FROTA_API_KEY_FILE: keyFile, FROTA_ACCOUNT_ID: accountId }
  // What a person did before: the fleet is known, and nothing was asked yet.
  const onTheWay = proxy.nextHeld()
  const sheet = join(runner.dir, 'fleet.csv')
  const rows = fleetFile(VEHICLES, (index) => plateOf('WK', index))
  await writeFile(sheet, rows)
  const imported = runner.start(['reconcile', sheet], { env })
  await onTheWay
  imported.kill('SIGKILL')
  await imported.ended
  await runner.json(['schedules', 'remove', 'nightly'])
  await runner.json(['schedules', 'add', 'hourly', '--cron', '0 * * * *', '--for', '6h'])
  await runner.query("UPDATE frota.schedule SET handled_to = frota.ledger_now() - interval '1 day'")
}, TEST_MS_MAX)
afterAll(() => worlds.disposeAsync())

/** The service has asked for the next worker, and its answer does not arrive. */
async function startAndHold(): Promise<void> {
  proxy.holdAgain()
  const onTheWay = proxy.nextHeld()
  await runner.release()
  worker = runner.start(['worker'], { env })
  await worker.saw(/hourly: began/)
  await onTheWay
}

async function lastNight(): Promise<unknown> {
  const { schedules } = await runner.json(['schedules', 'list'])
  return (schedules as { last: { outcome: string } | null }[])[0]?.last?.outcome
}

async function now(): Promise<unknown> {
  return (await runner.query('SELECT frota.ledger_now() AS now'))[0]?.['now']
}

/** What became of the POSTs since then. */
async function sentSince(then: unknown): Promise<unknown[]> {
  const rows = await runner.query(
    "SELECT state FROM frota.effect WHERE kind = 'consult' AND intent_at > $1",
    [then],
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.map(({ state }) => state)
}

/** With servers it processes jobs (several-workers.test.ts); an embedded directory has one owner. */
async function aSecondLeaves(): Promise<void> {
  if (runner.engine === 'postgresql') return
  const second = await runner.run(['worker'], { env })
  expect(second).toMatchObject({ code: EXIT_BUSY, stdout: '' })
  expect(second.stderr).toContain('frota worker')
}

test(
  'a stop with a request on the way waits for its answer',
  async () => {
    const since = await now()
    await startAndHold()
    await aSecondLeaves()
    worker.kill('SIGTERM')
    await worker.saw(/stopping in order/)
    proxy.release()
    expect((await worker.ended).code).toBe(0)
    expect(await lastNight()).toBe('stopped')
    expect((await sentSince(since)).filter((state) => state !== 'done')).toEqual([])
  },
  TEST_MS_MAX,
)

test(
  'a stop whose request gets no answer ends without it, and leaves it in doubt',
  async () => {
    const since = await now()
    await startAndHold()
    expect(worker.stdout()).toMatch(GOES_ON)
    worker.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect(new Set(await sentSince(since))).toEqual(new Set(['in-doubt']))
    proxy.release()
  },
  TEST_MS_MAX,
)

test(
  'a worker that is killed in its night leaves it to the next one',
  async () => {
    await startAndHold()
    worker.kill('SIGKILL')
    expect((await worker.ended).signal).toBe('SIGKILL')
    proxy.release()
  },
  TEST_MS_MAX,
)

test(
  'the next one goes on with it, and uses a key that is replaced meanwhile at the next request',
  async () => {
    await startAndHold()
    expect(worker.stdout()).toMatch(GOES_ON)
    const fresh = join(runner.dir, 'fresh')
    const old = (await readFile(keyFile, 'utf8')).trim()
    const make = ['service', 'keys', 'create', '--brand', 'demo', '--name', 'new', '--out', fresh]
    expect((await home.run(make)).code).toBe(0)
    await rename(fresh, keyFile)
    await home.json(['service', 'keys', 'revoke', old.slice(0, 12)])
    proxy.release()
    await worker.saw(/hourly: (done|carried over)/)
    expect(worker.stderr()).not.toMatch(/^frota: /m)
  },
  TEST_MS_MAX,
)

test('whatever became of its workers, the night asks every vehicle once', async () => {
  expect(await lastNight()).toBe('done')
  const asked = await home.query(
    'SELECT vehicle_id, count(*)::int AS n FROM service.consultation GROUP BY 1',
  )
  expect(asked).toHaveLength(VEHICLES)
  expect(asked.filter(({ n }) => n !== 1)).toEqual([])
})

test('a worker that is told to stop ends in order, and each run has its number', async () => {
  worker.kill('SIGTERM')
  const { code, stdout, stderr } = await worker.ended
  expect({ code, said: stderr.match(/^frota: .*/gm) }).toEqual({
    code: 0,
    said: ['frota: stopping in order as soon as possible; another Ctrl-C ends at once.'],
  })
  expect(stdout).toContain('Worker stopped in order.')
  const runs = (await runner.json(['runs']))['runs'] as Record<string, unknown>[]
  expect(runs.map((run) => [run['number'], run['command'], run['state']].join(' '))).toEqual([
    '5 worker done',
    '4 worker interrupted',
    '3 worker stopped',
    '2 worker stopped',
    '1 reconcile interrupted',
  ])
})
