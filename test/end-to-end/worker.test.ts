/** A worker as a process: its nights, its end with a request on the way, its death, a new key. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openPassingProxy } from '../support/passing-proxy.ts'
import type { PassingProxy } from '../support/passing-proxy.ts'
import { openWorld, startService } from '../support/run-frota.ts'
import type { Running, World } from '../support/run-frota.ts'

/** More than are asked at once. */
const VEHICLES = 8
const EXIT_BUSY = 75
const TEST_MS_MAX = 180_000
/** Docker's grace; the process suites may measure what is promised in seconds. */
const SCALED = { FROTA_TEST_SCALE: '300' }
const consulting = (request: string): boolean => /^POST .*consultations/.test(request)

let worlds: AsyncDisposableStack
let home: World
let runner: World
let proxy: PassingProxy
let env: Record<string, string>
let keyFile: string

beforeEach(async () => {
  worlds = new AsyncDisposableStack()
  home = worlds.use(await openWorld(SCALED))
  runner = worlds.use(await openWorld({ ...SCALED, FROTA_LOCALE: 'en' }))
  const { url, accountId, apiKey } = (await startService(home)).facts
  proxy = worlds.use(await openPassingProxy(url, consulting))
  keyFile = join(runner.dir, 'key')
  await writeFile(keyFile, `${apiKey}\n`, { mode: 0o600 })
  env = { FROTA_API_URL: proxy.url, FROTA_API_KEY_FILE: keyFile, FROTA_ACCOUNT_ID: accountId }
  // What a person did before: the fleet is known, and nothing was asked yet.
  const onTheWay = proxy.nextHeld()
  const sheet = join(runner.dir, 'fleet.csv')
  await writeFile(
    sheet,
    fleetFile(VEHICLES, (index) => plateOf('WK', index)),
  )
  const imported = runner.start(['reconcile', sheet], { env })
  await onTheWay
  imported.kill('SIGKILL')
  await imported.ended
  await runner.json(['schedules', 'remove', 'nightly'])
  await runner.json(['schedules', 'add', 'hourly', '--cron', '0 * * * *', '--for', '6h'])
  await runner.query("UPDATE frota.schedule SET handled_to = frota.ledger_now() - interval '1 day'")
}, TEST_MS_MAX)
afterEach(() => worlds.disposeAsync())

async function startWorker(): Promise<Running> {
  await runner.release()
  return runner.start(['worker'], { env })
}

/** The service has asked, and its answer does not arrive. */
async function startAndHold(): Promise<Running> {
  const onTheWay = proxy.nextHeld()
  const worker = await startWorker()
  await worker.saw(/hourly: began/)
  await onTheWay
  return worker
}

async function lastNight(): Promise<unknown> {
  const { schedules } = await runner.json(['schedules', 'list'])
  return (schedules as { last: { outcome: string } | null }[])[0]?.last?.outcome
}

/** What became of the POSTs since the night began. */
async function sentThisNight(): Promise<unknown[]> {
  const rows = await runner.query(
    `SELECT e.state FROM frota.effect e, frota.schedule s
      WHERE s.removed_at IS NULL AND e.kind = 'consult' AND e.intent_at > s.last_started_at`,
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.map(({ state }) => state)
}

async function nothingTwice(): Promise<void> {
  const asked = await home.query(
    'SELECT vehicle_id, count(*)::int AS n FROM service.consultation GROUP BY 1',
  )
  expect(asked.filter(({ n }) => n !== 1)).toEqual([])
}

async function finishes(worker: Running): Promise<void> {
  await worker.saw(/hourly: (done|some carried over)/)
  expect(await lastNight()).toBe('done')
  expect(await home.count('SELECT count(*) FROM service.consultation')).toBe(VEHICLES)
  await nothingTwice()
}

/** With servers it processes jobs (several-workers.test.ts); an embedded directory has one owner. */
async function aSecondLeaves(): Promise<void> {
  if (runner.engine === 'postgresql') return
  const second = await runner.run(['worker'], { env })
  expect(second).toMatchObject({ code: EXIT_BUSY, stdout: '' })
  expect(second.stderr).toContain('frota worker')
}

test(
  'a night goes on after a kill, runs once, beside readers, and ends in order',
  async () => {
    const first = await startAndHold()
    await aSecondLeaves()
    first.kill('SIGKILL')
    await first.ended
    proxy.release()

    const next = await startWorker()
    await next.saw(/hourly: began \(goes on with that of/)
    await finishes(next)
    next.kill('SIGTERM')
    const { code, stdout, stderr } = await next.ended
    expect({ code, said: stderr.match(/^frota: .*/gm) }).toEqual({
      code: 0,
      said: ['frota: stopping in order…'],
    })
    expect(stdout).toContain('Worker stopped in order.')
    const runs = (await runner.json(['runs']))['runs'] as { command: string; state: string }[]
    expect(runs.map(({ command, state }) => `${command} ${state}`)).toEqual([
      'worker done',
      'worker interrupted',
      'reconcile interrupted',
    ])
  },
  TEST_MS_MAX,
)

test(
  'a stop with a request on the way waits for its answer',
  async () => {
    const worker = await startAndHold()
    worker.kill('SIGTERM')
    await worker.saw(/stopping in order/)
    proxy.release()
    expect((await worker.ended).code).toBe(0)
    expect(await lastNight()).toBe('stopped')
    expect((await sentThisNight()).filter((state) => state !== 'done')).toEqual([])
    await finishes(await startWorker())
  },
  TEST_MS_MAX,
)

test(
  'a stop whose request gets no answer ends without it, and nothing is sent twice',
  async () => {
    const worker = await startAndHold()
    worker.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect(new Set(await sentThisNight())).toEqual(new Set(['in-doubt']))
    proxy.release()
    await finishes(await startWorker())
  },
  TEST_MS_MAX,
)

test(
  'a key that is replaced while the worker runs is used at the next request',
  async () => {
    const worker = await startAndHold()
    const fresh = join(runner.dir, 'fresh')
    const old = (await readFile(keyFile, 'utf8')).trim()
    const make = ['service', 'keys', 'create', '--brand', 'demo', '--name', 'new', '--out', fresh]
    expect((await home.run(make)).code).toBe(0)
    await rename(fresh, keyFile)
    await home.json(['service', 'keys', 'revoke', old.slice(0, 12)])
    proxy.release()
    await finishes(worker)
    expect(worker.stderr()).not.toMatch(/^frota: /m)
  },
  TEST_MS_MAX,
)
