/** Ctrl-C and SIGTERM in mid-run: an end in order, within the grace, with reports; and going on. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openWorld, type Running, type World } from '../support/run-frota.ts'
import { doubles, strangers } from './service-verdict.ts'
import { forFile } from '../support/for-file.ts'

/** More than are asked at once, so that each stop leaves some. */
const VEHICLES = 16
/** The grace of a stop, what closing costs, and a generous share for a busy machine. */
const IN_ORDER_MS_MAX = 25_000
const EXIT_INTERRUPTED = 130
/** Look-ups, and slots that a stop left reserved, wait for seconds (an hour is twelve). */
const QUIET = { FROTA_LOCALE: 'en', LOG_LEVEL: 'debug', FROTA_TEST_SCALE: '300' }
const ASKING = /"route":"createConsultation"/

async function sheet(world: World): Promise<string> {
  const path = join(world.dir, 'fleet.csv')
  await writeFile(
    path,
    fleetFile(VEHICLES, (index) => plateOf('ST', index)),
  )
  return path
}

async function stopped(running: Running): Promise<string> {
  await running.saw(ASKING)
  const since = wallClock.uptime()
  running.kill('SIGTERM')
  const ended = await running.ended
  expect(wallClock.uptime() - since).toBeLessThan(IN_ORDER_MS_MAX)
  expect({ code: ended.code, signal: ended.signal }).toEqual({ code: 0, signal: null })
  expect(ended.stderr).toContain('stopping in order')
  return ended.stdout
}

const world = await forFile(openWorld(QUIET))

const runs = () => world.query('SELECT state FROM frota.run ORDER BY number')

test('SIGTERM while vehicles are asked ends in order, and says what carries over', async () => {
  const stdout = await stopped(world.start(['reconcile', await sheet(world)]))
  expect(stdout).toMatch(/\d+ vehicles carry over/)
  expect(stdout).toContain('frota resume')
  expect(existsSync(join(world.reportsDir, 'latest', 'summary.html'))).toBe(true)
  expect(await runs()).toEqual([{ state: 'stopped' }])
})

test('a second Ctrl-C ends at once', async () => {
  await world.release()
  const running = world.start(['resume'])
  await running.saw(ASKING)
  running.kill('SIGINT')
  await running.saw(/stopping in order/)
  running.kill('SIGINT')
  expect((await running.ended).code).toBe(EXIT_INTERRUPTED)
})

test('resume after both finishes it, and nothing is there twice', async () => {
  const resumed = await world.json(['resume'])
  expect(resumed).toMatchObject({ state: 'done', carriedOver: 0, closes: true })
  expect(await runs()).toEqual([{ state: 'stopped' }, { state: 'interrupted' }, { state: 'done' }])
  expect(await doubles(world)).toMatchObject({ vehicles: [], consultations: [] })
  expect(await strangers(world)).toEqual({ vehicles: [], consultations: [], orders: [] })
  expect(await world.count('SELECT count(*) FROM service.consultation')).toBe(VEHICLES)
})
