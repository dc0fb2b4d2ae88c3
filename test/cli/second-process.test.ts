/** Beside a running command: a second executor is told who works, and readers read through it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fleet, openWorld, type Running, type World } from '../support/run-frota.ts'

const EXIT_BUSY = 75

describe('while a night waits for the quota', () => {
  let world: World
  let holder: Running

  beforeAll(async () => {
    world = await openWorld({ FROTA_LOCALE: 'en', FROTA_CONSULTATIONS_PER_HOUR: '8' })
    await world.run(['reconcile', fleet('small.csv')])
    await world.release()
    holder = world.start(['nightly', '--simulated'], { env: { LOG_LEVEL: 'debug' } })
    await holder.saw(/effects recovered/)
    await holder.saw(/"route":"listVehicles"/)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('a second executor ends with 75 and names the holder, the command and the cure', async () => {
    for (const args of [
      ['reconcile', fleet('small.csv')],
      ['resume'],
      ['nightly', '--simulated'],
    ]) {
      const { code, stdout, stderr } = await world.run(args)
      expect({ code, stdout }).toEqual({ code: EXIT_BUSY, stdout: '' })
      expect(stderr).toContain(String(holder.pid))
      expect(stderr).toContain('frota nightly')
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
    }
  })

  test('status, quota, orders, runs, why and plan read through the holder', async () => {
    const status = await world.json(['status'])
    expect(status).toMatchObject({ fleet: 'principal', vehicles: { registered: 18 } })
    const quota = await world.json(['quota'])
    expect(quota['buckets']).toContainEqual(
      expect.objectContaining({ bucket: 'consultations/embutida', used: 8, max: 8, free: 0 }),
    )
    const orders = await world.json(['orders'])
    expect((orders['proposals'] as unknown[]).length).toBeGreaterThan(0)
    const runs = (await world.json(['runs']))['runs'] as { state: string }[]
    expect(runs.map(({ state }) => state)).toContain('running')
    const [waiting] = await world.query(`select plate from frota.campaign_member m
      join frota.vehicle v on v.id = m.vehicle_id where m.state = 'open' limit 1`)
    const why = await world.json(['why', String(waiting?.['plate'])])
    expect(why['vehicles']).toMatchObject([{ waiting: 10, hold: { hold: 'its-turn' } }])
    expect(await world.json(['plan'])).toMatchObject({ waiting: 10, campaign: { open: true } })
  })

  test('the night itself ends in order when it is told to', async () => {
    holder.kill('SIGTERM')
    const { code, stdout } = await holder.ended
    expect(code).toBe(0)
    expect(stdout).toContain('10 vehicles carry over')
  })
})
