/** The queue's or the ledger's server dies in mid-run: nothing is lost, and a stop is still one. */
import { describe, expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { testEngine } from '../support/database.ts'
import { startPostgres } from '../support/own-postgres.ts'
import { startRedis } from '../support/own-redis.ts'
import { fleet, openWorld, type World } from '../support/run-frota.ts'
import { doubles, strangers } from './service-verdict.ts'

const VEHICLES = 18
/** Docker's ten seconds, and a generous share for a busy machine. */
const IN_ORDER_MS_MAX = 25_000
const QUIET = { FROTA_LOCALE: 'en', LOG_LEVEL: 'debug', FROTA_TEST_SCALE: '1000' }
const ASKING = /"route":"createConsultation"/

async function finished(world: World): Promise<void> {
  const resumed = await world.json(['resume'])
  expect(resumed).toMatchObject({ state: 'done', carriedOver: 0, closes: true })
  expect(await doubles(world)).toMatchObject({ vehicles: [], consultations: [] })
  expect(await strangers(world)).toEqual({ vehicles: [], consultations: [], orders: [] })
  expect(await world.count('SELECT count(*) FROM service.consultation')).toBe(VEHICLES)
}

describe.runIf(testEngine() === 'postgresql')('a server that dies in mid-run', () => {
  test('a Redis that is gone does not keep SIGTERM from an end in order', async () => {
    await using redis = await startRedis()
    await using world = await openWorld({ ...QUIET, REDIS_URL: redis.url })
    const running = world.start(['reconcile', fleet('small.csv')])
    await running.saw(ASKING)
    await redis.stop()
    const since = wallClock.uptime()
    running.kill('SIGTERM')
    const ended = await running.ended
    expect(wallClock.uptime() - since).toBeLessThan(IN_ORDER_MS_MAX)
    expect({ code: ended.code, signal: ended.signal }).toEqual({ code: 0, signal: null })
    expect(ended.stdout).toMatch(/\d+ vehicles carry over/)
    await redis.start()
    await finished(world)
  })

  test('a Redis that comes back empty costs nothing but a moment', async () => {
    await using redis = await startRedis()
    await using world = await openWorld({ ...QUIET, REDIS_URL: redis.url })
    const running = world.start(['reconcile', fleet('small.csv')])
    await running.saw(ASKING)
    await redis.stop()
    await redis.start()
    const ended = await running.ended
    expect(ended.code).toBe(0)
    await finished(world)
  })

  test('a PostgreSQL that is gone ends the run with a sentence; the next goes on', async () => {
    await using postgres = await startPostgres()
    await using world = await openWorld({ ...QUIET, DATABASE_URL: postgres.url })
    const running = world.start(['reconcile', fleet('small.csv')])
    await running.saw(ASKING)
    await postgres.stop()
    const ended = await running.ended
    expect({ code: ended.code, signal: ended.signal }).toEqual({ code: 1, signal: null })
    expect(ended.stderr).toContain('does not answer any more')
    expect(ended.stderr).not.toContain('unexpected error')
    await postgres.start()
    await finished(world)
  })
})
