/**
 * SIGKILL at any moment of whole runs: import, register, consult, order. The service's own tables
 * are the judge. FROTA_KILLS sets how often (a long run: FROTA_KILLS=200 npx vitest run test/jobs),
 * FROTA_KILL_SEED which moments.
 */
import { describe, expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { seededRandom } from '../../src/random.ts'
import { fleet, openWorld } from '../support/run-frota.ts'
import type { World } from '../support/run-frota.ts'
import { doubles, mostInWindow, strangers } from './service-verdict.ts'

const KILLS = Number(process.env['FROTA_KILLS'] ?? 12)
const SEED = Number(process.env['FROTA_KILL_SEED'] ?? 2026)
/** An hour becomes three seconds: the quota binds, and the whole fleet still ends within the test. */
const SCALE = 1_200
const WINDOW_MS = 3_600_000 / SCALE
const VEHICLES = 64
/** Some starts end before they are killed. */
const STARTS_MAX = 3 * KILLS
const PER_HOUR = { consultations: 20, orders: 30 }
/** A run of this fleet says some 600 lines at this level; the early ones are the start. */
const LINES_MAX = 70
/** About what a start says before its first work. */
const LINES_MIN = 8
const LATER_MS_MAX = 40
const SECOND_MS = 1_000
const TEST_MS_MAX = 120 * SECOND_MS + KILLS * 15 * SECOND_MS

const FILE = [fleet('municipal-cp1252.csv'), '--uf', 'PE', '--owner-document', '11.222.333/0001-81']
const APPROVED = ['--order-method', 'pix', '--approve-up-to', '5000']
/** The fleet is surely known after these many starts. */
const WITH_FILE = 4

describe(`${KILLS} kills of whole runs (seed ${SEED})`, () => {
  test(
    'nothing twice, nothing lost, the quota kept, and each start goes on at once',
    async () => {
      const env = { FROTA_TEST_SCALE: String(SCALE), LOG_LEVEL: 'debug' }
      await using world = await openWorld(env)
      const random = seededRandom(SEED)
      const said: string[] = []
      let killed = 0
      let linesMax = LINES_MAX
      for (let start = 0; killed < KILLS; start += 1) {
        expect(start).toBeLessThan(STARTS_MAX)
        const running = world.start([...commandOf(start), ...APPROVED])
        await running.sawLines(Math.floor(random.next() * linesMax))
        await wallClock.sleep(random.next() * LATER_MS_MAX)
        running.kill('SIGKILL')
        const { code, signal, stderr } = await running.ended
        said.push(stderr)
        // Whoever ended before the kill must have ended well: no leftover lock, no crash.
        expect({ code, signal, stderr: complaints(stderr) }).toEqual(
          signal === null
            ? { code: 0, signal, stderr: [] }
            : { code, signal: 'SIGKILL', stderr: [] },
        )
        if (signal !== null) {
          killed += 1
          continue
        }
        // Little was left to do: the next kills come earlier, and find what waited for its time.
        linesMax = Math.max(LINES_MIN, linesMax / 2)
      }
      const last = await world.run(['reconcile', ...FILE, ...APPROVED, '--json'])
      said.push(last.stderr)
      expect({ code: last.code, stderr: complaints(last.stderr) }).toEqual({ code: 0, stderr: [] })
      expect(JSON.parse(last.stdout)).toMatchObject({ state: 'done', carriedOver: 0, closes: true })
      await judge(world, said)
    },
    TEST_MS_MAX,
  )
})

function commandOf(start: number): string[] {
  if (start < WITH_FILE) return ['reconcile', ...FILE]
  return start % 2 === 0 ? ['resume'] : ['reconcile']
}

/** Lines of standard error that are no log: errors and stacks. */
function complaints(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
}

async function judge(world: World, said: readonly string[]): Promise<void> {
  expect(await doubles(world)).toEqual({ vehicles: [], consultations: [], orders: [], debts: [] })
  expect(await strangers(world)).toEqual({ vehicles: [], consultations: [], orders: [] })
  expect(await world.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
  expect(await world.count('SELECT count(*) FROM service.consultation')).toBe(VEHICLES)
  expect(await world.count('SELECT count(*) FROM service.payment_order')).toBeGreaterThan(0)
  const most = await mostInWindow(world, WINDOW_MS)
  expect(most.consultations).toBeLessThanOrEqual(PER_HOUR.consultations)
  expect(most.orders).toBeLessThanOrEqual(PER_HOUR.orders)
  expect(said.filter((log) => log.includes('"status":429'))).toEqual([])

  const unfinished = await world.query(
    `SELECT kind, state, reason FROM frota.effect WHERE state NOT IN ('done', 'adopted')`,
  )
  expect(unfinished).toEqual([])
  const members = await world.query(
    `SELECT state, count(DISTINCT vehicle_id)::int AS n FROM frota.campaign_member GROUP BY 1`,
  )
  expect(members.filter(({ state }) => state !== 'answered' && state !== 'failed')).toEqual([])
  expect(members.reduce((sum, { n }) => sum + Number(n), 0)).toBe(VEHICLES)
  const imports = await world.query('SELECT state, rows_read FROM frota.import')
  expect(imports).toEqual([{ state: 'applied', rows_read: VEHICLES }])
  const runs = await world.query('SELECT state, ended_at FROM frota.run ORDER BY number')
  expect(runs.at(-1)).toMatchObject({ state: 'done' })
  expect(runs.filter(({ state, ended_at: at }) => state === 'running' || at === null)).toEqual([])
  expect(runs.filter(({ state }) => state === 'interrupted').length).toBeGreaterThan(0)
}
