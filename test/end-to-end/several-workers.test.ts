/**
 * Several machines on one ledger: three workers and more as processes of their own, one killed and
 * one frozen on the way. The service counts; only its own tables are believed about what it got.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doubles, mostInWindow } from '../jobs/service-verdict.ts'
import { testEngine } from '../support/database.ts'
import { openPassingProxy } from '../support/passing-proxy.ts'
import { fleet, openWorld, type Running, type World } from '../support/run-frota.ts'
import { until } from '../support/until.ts'

/** An hour becomes twelve seconds: the quota binds, and the night still ends within the test. */
const SCALE = 300
const WINDOW_MS = 3_600_000 / SCALE
const VEHICLES = 64
const PER_HOUR = { consultations: 20, orders: 30 }
/** Consultations that one worker has on their way at once. */
const ON_THE_WAY = 4
const TEST_MS_MAX = 600_000
/** Two minutes; fewer than fit into the test, so that what never came is said by its name. */
const LOOKS_MAX = 1_200
const FILE = [fleet('municipal-cp1252.csv'), '--uf', 'PE', '--owner-document', '11.222.333/0001-81']
const DECIDING = { FROTA_ORDER_METHOD: 'pix', FROTA_APPROVE_UP_TO: '5000' }

let worlds: AsyncDisposableStack
let home: World
let runner: World
let service: Record<string, string>
let key: Record<string, string>
let started: number

/** What a person did before: the service is known, the fleet is imported, nothing was asked. */
async function begin(): Promise<void> {
  worlds = new AsyncDisposableStack()
  started = 0
  const scaled = { FROTA_TEST_SCALE: String(SCALE) }
  home = worlds.use(await openWorld(scaled))
  runner = worlds.use(await openWorld({ FROTA_LOCALE: 'en' }))
  const { url, accountId, apiKey } = await home.serve()
  const path = join(runner.dir, 'key')
  await writeFile(path, `${apiKey}\n`, { mode: 0o600 })
  key = { FROTA_API_KEY_FILE: path, FROTA_SECRET_FILE: join(runner.dir, 'data', 'secret.json') }
  service = { ...key, ...scaled, FROTA_API_URL: url, FROTA_ACCOUNT_ID: accountId }
  await using proxy = await openPassingProxy(url, (request) => request.startsWith('POST'))
  const onTheWay = proxy.nextHeld()
  const env = { ...service, FROTA_API_URL: proxy.url }
  const imported = runner.start(['reconcile', ...FILE], { env })
  await onTheWay
  imported.kill('SIGKILL')
  await imported.ended
  // Before the first worker, which would make its own one: a time that is due now.
  await runner.query(
    `INSERT INTO frota.schedule (name, cron, zone, for_seconds, overlap, catch_up, handled_to,
       created_at)
     VALUES ('hourly', '0 * * * *', 'UTC', 21600, 'skip', 'none', frota.ledger_now() - interval '1 day', frota.ledger_now())`,
  )
}

/** With a directory of its own, as on another machine. */
function startWorker(env: Record<string, string>): Running {
  started += 1
  const dir = join(runner.dir, `machine-${started}`)
  const own = { FROTA_DATA_DIR: join(dir, 'data'), FROTA_REPORTS_DIR: join(dir, 'reports') }
  return runner.start(['worker'], { env: { ...env, ...own } })
}

/** Told with what never came. */
const STATES = `SELECT 'member' AS what, state, count(*)::int FROM frota.campaign_member GROUP BY 2
  UNION ALL SELECT kind, state, count(*)::int FROM frota.effect GROUP BY 1, 2
  UNION ALL SELECT 'plan', state, count(*)::int FROM frota.order_plan GROUP BY 2`

function counted(what: string, sql: string, isSo: (count: number) => boolean): Promise<unknown> {
  return until(runner, {
    what,
    sql,
    isSo: ([row]) => isSo(Number(Object.values(row ?? {})[0])),
    orTell: STATES,
    looksMax: LOOKS_MAX,
  })
}

/** Adopted: found by a look-up, because whoever asked was gone or frozen when the answer came. */
const ANSWERED = `SELECT count(*) FROM frota.effect
  WHERE kind = 'consult' AND state IN ('done', 'adopted')`
const answered = (count: number): Promise<unknown> =>
  counted(`${count} answers`, ANSWERED, (found) => found >= count)

/**
 * Nothing is under way: to be asked, ordered or looked up. What waits for a person waits for long;
 * the night itself goes on while orders are open.
 */
const finished = (): Promise<unknown> =>
  counted(
    'the end of the work',
    `SELECT (SELECT count(*) FROM frota.campaign_member WHERE state = 'open')
       + (SELECT count(*) FROM frota.effect
           WHERE state IN ('planned', 'claimed', 'intent', 'in-doubt', 'held'))
       + (SELECT count(*) FROM frota.order_plan WHERE state = 'approved' OR preview = 'pending')`,
    (left) => left === 0,
  )

const onTheirWay = (which: string): string =>
  `SELECT count(*) FROM frota.effect WHERE kind = 'consult' AND state = 'intent' AND ${which}`

const pidsOf = (workers: readonly Running[]): string => workers.map(({ pid }) => `'${pid}'`).join()

/**
 * Each of them has as many requests on their way as it may have, whose answers are kept back: so
 * each one shares the work, and has more to do. All were processed by the service.
 */
async function allAtWork(workers: readonly Running[]): Promise<void> {
  const theirs = `split_part(holder, '/', 2) IN (${pidsOf(workers)})`
  const most = ON_THE_WAY * workers.length
  await counted('requests of every worker', onTheirWay(theirs), (found) => found === most)
  const sent = await runner.count(
    `SELECT count(*) FROM frota.effect WHERE sends > 0 AND kind = 'consult'`,
  )
  await until(home, {
    what: `${sent} requests at the service`,
    sql: 'SELECT count(*)::int AS n FROM service.consultation',
    isSo: ([row]) => Number(row?.['n']) >= sent,
    looksMax: LOOKS_MAX,
  })
}

async function judge(): Promise<void> {
  expect(await doubles(home)).toEqual({ vehicles: [], consultations: [], orders: [], debts: [] })
  expect(await home.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
  expect(await home.count('SELECT count(*) FROM service.consultation')).toBe(VEHICLES)
  expect(await home.count('SELECT count(*) FROM service.payment_order')).toBeGreaterThan(0)
  const most = await mostInWindow(home, WINDOW_MS)
  expect(most.consultations).toBeLessThanOrEqual(PER_HOUR.consultations)
  expect(most.orders).toBeLessThanOrEqual(PER_HOUR.orders)
}

async function doing(): Promise<string[]> {
  const { workers } = await runner.json(['status'])
  return (workers as { does: string; schedule: string }[])
    .map(({ does, schedule }) => `${does} ${schedule}`)
    .toSorted()
}

async function holders(): Promise<string[]> {
  const rows = await runner.query(
    `SELECT DISTINCT split_part(holder, '/', 2) AS pid FROM frota.quota_use`,
  )
  return rows.map(({ pid }) => String(pid))
}

describe.runIf(testEngine() === 'postgresql')('several workers', () => {
  beforeEach(begin, TEST_MS_MAX)
  afterEach(() => worlds.disposeAsync())

  test(
    'three share a fleet, the one with the lease killed, one frozen; a fourth needs no settings',
    async () => {
      const asking = (request: string): boolean => /^POST .*consultations/.test(request)
      await using proxy = await openPassingProxy(service['FROTA_API_URL'] ?? '', asking)
      const first = startWorker({ ...service, ...DECIDING, FROTA_API_URL: proxy.url })
      await first.saw(/hourly: began/)
      const [second, third] = [startWorker(key), startWorker(key)]
      await allAtWork([first, second, third])
      expect(await doing()).toEqual(['processes hourly', 'processes hourly', 'schedules hourly'])
      third.kill('SIGSTOP')
      first.kill('SIGKILL')
      const fourth = startWorker(key)
      await allAtWork([fourth])
      proxy.release()
      await answered(45)
      third.kill('SIGCONT')
      await finished()
      await judge()
      const all = [first, second, third, fourth].map(({ pid }) => String(pid))
      expect(await holders()).toEqual(expect.arrayContaining(all))
      for (const each of [second, third, fourth]) each.kill('SIGTERM')
      const ends = await Promise.all([second, third, fourth].map(({ ended }) => ended))
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
      // The server may have ended what the frozen one had left open, which it may say.
      const [ofSecond, , ofFourth] = ends.map(({ stderr }) => complaints(stderr))
      expect([ofSecond, ofFourth]).toEqual([[], []])
    },
    TEST_MS_MAX,
  )

  test(
    'a frozen worker loses the lease; when it wakes it ends nothing, starts nothing, and processes',
    async () => {
      const first = startWorker({ ...service, ...DECIDING })
      await first.saw(/hourly: began/)
      const second = startWorker(key)
      await second.saw(/hourly: processing jobs of/)
      await answered(5)
      first.kill('SIGSTOP')
      await second.saw(/gives no sign any more; interrupted/)
      await second.saw(/hourly: began \(goes on/)
      first.kill('SIGCONT')
      await first.saw(/hourly: another worker took over; this one stops here/)
      await first.saw(/hourly: processing jobs of/)
      await finished()
      await judge()
      expect(await runner.query('SELECT command, state FROM frota.run ORDER BY number')).toEqual([
        { command: 'reconcile', state: 'interrupted' },
        { command: 'worker', state: 'interrupted' },
        { command: 'worker', state: 'running' },
      ])
      // The one with the lease hands over in order, and the other goes on.
      second.kill('SIGTERM')
      expect((await second.ended).code).toBe(0)
      const gone = { code: 75, stdout: '' }
      await first.saw(/hourly: began[^]*hourly: began \(goes on/)
      const nightly = await runner.run(['nightly', '--for', '1m'], { env: service })
      expect(nightly).toMatchObject(gone)
      expect(nightly.stderr).toMatch(/frota worker .*\/\d+\/\d+/)
    },
    TEST_MS_MAX,
  )
})

/** Lines of standard error that are no log. */
function complaints(stderr: string): string[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{') && !/stopping in order/.test(line))
}
