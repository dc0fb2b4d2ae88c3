/** A fleet larger than the quota ends in order and says when it would be finished. */
import { copyFile, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fleetFile, payingPlate, plateOf } from '../support/fleet-file.ts'
import { openWorld, type Ended, type World } from '../support/run-frota.ts'

const VEHICLES = 9
const PER_HOUR = 3
const EXIT_CARRIED_OVER = 10
const HOUR_MS = 3_600_000

const SEALED_OWNERS = 'SELECT count(*) FROM frota.import_row WHERE owner_sealed IS NOT NULL'

async function sheet(world: World, vehicles: number): Promise<string> {
  const path = join(world.dir, 'fleet.csv')
  await writeFile(
    path,
    fleetFile(vehicles, (index) => plateOf('LQ', index)),
  )
  return path
}

/** The upload becomes 31 days old, and its copy 29; answers the copy's name. */
async function ageUpload(world: World): Promise<string> {
  const folder = join(world.dataDir, 'uploads')
  const [name = ''] = await readdir(folder)
  const copy = `copy-of-${name}`
  const [file] = await world.query('SELECT received_at AS at FROM frota.import')
  const receivedMs = Number(file?.['at'])
  await copyFile(join(folder, name), join(folder, copy))
  for (const [each, days] of [
    [name, 31],
    [copy, 29],
  ] as const) {
    const at = new Date(receivedMs - days * 24 * HOUR_MS)
    await utimes(join(folder, each), at, at)
  }
  await world.query(`UPDATE frota.import SET received_at = received_at - interval '31 days'`)
  return copy
}

describe('9 vehicles with 3 consultations an hour', () => {
  let world: World
  let first: Ended
  let asked: object

  beforeAll(async () => {
    world = await openWorld({ FROTA_CONSULTATIONS_PER_HOUR: String(PER_HOUR) })
    const env = { FROTA_LOCALE: 'en' }
    first = await world.run(['reconcile', await sheet(world, VEHICLES), '--exit-code'], { env })
    asked = await world.query('SELECT id FROM service.consultation ORDER BY id')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('exactly the quota is asked, and --exit-code says 10', async () => {
    expect(first.stderr).toBe('')
    expect(first.code).toBe(EXIT_CARRIED_OVER)
    expect(asked).toHaveLength(PER_HOUR)
    expect(await world.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
    expect(await world.query('SELECT state FROM frota.run')).toEqual([{ state: 'carried-over' }])
  })

  test('it says what carries over, until when, and how to go on', () => {
    expect(first.stdout).toMatch(/6 vehicles carry over.* it would end about .+\d:\d\d/)
    expect(first.stdout).toContain('frota resume')
  })

  test('resume asks nothing while the quota is used up, and forgets uploads of a month ago', async () => {
    const young = await ageUpload(world)
    expect(await world.count(SEALED_OWNERS)).toBe(VEHICLES)
    const resumed = await world.run(['resume', '--json'])
    expect(resumed.code).toBe(0)
    expect(await readdir(join(world.dataDir, 'uploads'))).toEqual([young])
    expect(await world.count(SEALED_OWNERS)).toBe(0)
    const object = JSON.parse(resumed.stdout) as { carriedOver: number; carriedOverUntil: string }
    expect(object).toMatchObject({ run: 2, state: 'carried-over', carriedOver: 6, closes: true })
    // Six more need two full windows; the first of them opens when the used slots free.
    const firstAsked = await world.query('SELECT min(created_at) AS at FROM service.consultation')
    const sinceMs = Date.parse(object.carriedOverUntil) - Number(firstAsked[0]?.['at'])
    expect(sinceMs).toBeGreaterThan(HOUR_MS)
    expect(sinceMs).toBeLessThan(4 * HOUR_MS)
    expect(await world.query('SELECT id FROM service.consultation ORDER BY id')).toEqual(asked)
    expect(await world.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
  })

  test('the report names all vehicles and those that wait', async () => {
    const manifest = JSON.parse(await world.report('manifest.json')) as Manifest
    expect(manifest.stages.members.open).toBe(VEHICLES - PER_HOUR)
    expect(manifest.run.carriedOverUntil).not.toBeNull()
    const csv = await readFile(join(world.reportsDir, 'latest', 'vehicles.csv'), 'utf8')
    expect(csv.trimEnd().split('\n').length).toBeGreaterThan(VEHICLES)
  })
})

test('approved orders beyond the quota carry over, and the run says until when', async () => {
  const env = { FROTA_ORDERS_PER_HOUR: '2', FROTA_LOCALE: 'en' }
  await using world = await openWorld(env)
  const file = join(world.dir, 'fleet.csv')
  await writeFile(file, fleetFile(4, payingPlate))
  const ordering = ['--order-method', 'pix', '--approve-up-to', '1000000']
  const { code, stdout } = await world.run(['reconcile', file, ...ordering, '--exit-code'])
  expect(code).toBe(EXIT_CARRIED_OVER)
  expect(stdout).toMatch(/^2 vehicles carry over\. Without a pause it would end about .+\d:\d\d/m)
  expect(await world.query('SELECT state FROM frota.run')).toEqual([{ state: 'carried-over' }])
  expect(await world.count('SELECT count(*) FROM service.payment_order')).toBe(2)
})

describe('a window that lasts seconds (FROTA_TEST_SCALE)', () => {
  /** An hour becomes three seconds. */
  const SCALE = 1_200
  const FLEET = 7

  test('the whole fleet is asked in one run, each once, and the service refuses nothing', async () => {
    await using world = await openWorld({
      FROTA_CONSULTATIONS_PER_HOUR: String(PER_HOUR),
      FROTA_TEST_SCALE: String(SCALE),
      LOG_LEVEL: 'debug',
    })
    const ended = await world.run(['reconcile', await sheet(world, FLEET), '--json'])
    expect(ended.code).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'done', carriedOver: 0, closes: true })
    expect(ended.stderr).toContain('"route":"createConsultation"')
    expect(ended.stderr).not.toContain('"status":429')
    const asked = await world.query(
      'SELECT vehicle_id, count(*)::int AS n FROM service.consultation GROUP BY 1',
    )
    expect(asked).toHaveLength(FLEET)
    expect(asked.filter(({ n }) => n !== 1)).toEqual([])
    const most = await world.count(
      `SELECT max(n) FROM (SELECT count(*) OVER (ORDER BY created_at
         RANGE BETWEEN $1::interval PRECEDING AND CURRENT ROW) AS n
         FROM service.consultation) AS windows`,
      [`${HOUR_MS / SCALE - 1} milliseconds`],
    )
    expect(most).toBeLessThanOrEqual(PER_HOUR)
  })
})

interface Manifest {
  run: { carriedOverUntil: string | null }
  stages: { members: { open: number } }
}
