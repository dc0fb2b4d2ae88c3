/** A database server that restarts under a living worker: what the worker held is free at once. */
import { expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { openPassingProxy } from '../support/passing-proxy.ts'
import { startPostgres } from '../support/own-postgres.ts'
import { accessTo, fleet, openWorld, type World } from '../support/run-frota.ts'
import { until } from '../support/until.ts'
import { doubles } from './service-verdict.ts'

const VEHICLES = 18
/** A night that failed is tried again after six seconds; a claim would rest for 90 and more. */
const SCALED = { FROTA_TEST_SCALE: '10', FROTA_LOCALE: 'en' }
const TEST_MS_MAX = 300_000
const ASKING = /^POST .*consultations/
const LOOKING = /^GET \/api\/v1\/vehicles\/[0-9a-f-]{36}$/

/** The fleet is known at the service, nothing was answered, and a night is due now. */
async function begin(runner: World, env: Readonly<Record<string, string>>): Promise<void> {
  const asking = (request: string): boolean => ASKING.test(request)
  await using proxy = await openPassingProxy(env['FROTA_API_URL'] ?? '', asking)
  const onTheWay = proxy.nextHeld()
  const held = { env: { ...env, FROTA_API_URL: proxy.url } }
  const imported = runner.start(['reconcile', fleet('small.csv')], held)
  await onTheWay
  imported.kill('SIGKILL')
  await imported.ended
  await runner.json(['schedules', 'remove', 'nightly'])
  await runner.json(['schedules', 'add', 'hourly', '--cron', '0 * * * *', '--for', '6h'])
  await runner.query("UPDATE frota.schedule SET handled_to = now() - interval '1 day'")
}

const HELD = `SELECT id::text, epoch, state FROM frota.effect
  WHERE state IN ('claimed', 'intent') AND split_part(holder, '/', 2) = $1`
const STILL = `SELECT held.id FROM frota.effect AS held
  JOIN json_to_recordset($1::json) AS before (id uuid, epoch integer, state text)
    USING (id, epoch, state)`

test.runIf(testEngine() === 'postgresql')(
  'claims and intents of a living worker are free at once after a restart, and nothing is sent twice',
  async () => {
    await using postgres = await startPostgres()
    await using home = await openWorld(SCALED)
    const facts = await home.serve()
    await using runner = await openWorld({ ...SCALED, DATABASE_URL: postgres.url })
    const service = accessTo(facts)
    await begin(runner, service)
    // Two look at their vehicle and ask, the others never see it: intents and claims.
    let looks = 0
    const holds = (request: string): boolean =>
      ASKING.test(request) || (LOOKING.test(request) && (looks += 1) > 2)
    await using proxy = await openPassingProxy(facts.url, holds)
    const env = { ...service, FROTA_API_URL: proxy.url }
    await runner.release()
    const worker = runner.start(['worker'], { env })
    await worker.saw(/hourly: began/)
    const held = await until(runner, {
      what: 'claims and intents',
      sql: HELD,
      values: [String(worker.pid)],
      isSo: (rows) => new Set(rows.map(({ state }) => state)).size === 2,
    })
    await postgres.stop()
    await worker.saw(/the run waits for it/)
    await postgres.start()
    await until(runner, {
      what: 'that what was held is free',
      sql: STILL,
      values: [JSON.stringify(held)],
      isSo: (rows) => rows.length === 0,
    })
    expect(worker.child.exitCode).toBeNull()
    proxy.release()
    await until(runner, {
      what: 'all answers',
      sql: "SELECT count(*)::int AS n FROM frota.campaign_member WHERE state IN ('answered', 'failed')",
      isSo: ([row]) => row?.['n'] === VEHICLES,
      orTell: 'SELECT kind, state, count(*)::int FROM frota.effect GROUP BY 1, 2',
    })
    expect(await home.count('SELECT count(*) FROM service.consultation')).toBe(VEHICLES)
    expect(await doubles(home)).toMatchObject({ vehicles: [], consultations: [] })
    worker.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
  },
  TEST_MS_MAX,
)
