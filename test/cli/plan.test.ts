/** `frota plan`: says what a run would do, keeps nothing of it, and is right about who comes first. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstVehicles, fleet, openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const NOBODY_SERVES = { FROTA_API_URL: 'http://127.0.0.1:9' }
const DAY_MS = 24 * 3_600_000
/** All of the small fleet are asked in the first run. */
const SMALL = 13
const ENOUGH = { FROTA_CONSULTATIONS_PER_HOUR: String(SMALL) }
const MORE = { FROTA_CONSULTATIONS_PER_HOUR: String(SMALL + 10) }
const BIG = 80

interface Planned {
  readonly campaign: { readonly open: boolean }
  readonly waiting: number
  readonly sharedWith: readonly { readonly fleet: string; readonly waiting: number }[]
  readonly tonight: { readonly fits: number; readonly carriesOver: number }
  readonly finish: {
    readonly roundTheClock: string | null
    readonly nightly: string | null
    readonly nights: number | null
  }
  readonly nights: readonly { readonly asked: number }[]
  readonly oneMoreCredential: {
    readonly fits: number
    readonly finish: { readonly roundTheClock: string | null }
  }
  readonly vehicles: readonly { rank: number; plate: string; asksAt: string; night: number }[]
}

const plan = async (args: readonly string[], env = {}): Promise<Planned> =>
  (await world.json(['plan', ...args], { env })) as unknown as Planned

const world = await forFile(openWorld({ FROTA_LOCALE: 'en' }))

test('before anything was imported it says where to begin', async () => {
  const { code, stderr } = await world.run(['plan'])
  expect(code).toBe(2)
  expect(stderr).toContain('begin with: frota reconcile FLEET.csv')
})

test('of a file without vehicles it says that there is none to ask', async () => {
  const empty = join(world.dir, 'header.csv')
  await writeFile(empty, 'plate,renavam,uf,owner_document\n')
  await world.run(['reconcile', empty])
  const { code, stdout } = await world.run(['plan'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^The fleet "principal" has no vehicle that can be asked/)
})

describe('after a fleet that fits into the quota', () => {
  beforeAll(async () => {
    await world.run(['reconcile', await firstVehicles(world, SMALL)], { env: ENOUGH })
  })

  test('everything is fresh', async () => {
    const { stdout } = await world.run(['plan', '--locale', 'pt-BR'])
    expect(stdout).toMatch(/^Nada a consultar agora/)
    const made = await plan([])
    expect(made).toMatchObject({ waiting: 0, vehicles: [], campaign: { open: false } })
    expect(made.finish).toEqual({ roundTheClock: null, nightly: null, nights: null })
  })

  test('what a campaign would hold is rehearsed without a service, and nothing is kept', async () => {
    const tables = ['campaign', 'campaign_member', 'effect', 'quota_use', 'quota_bucket']
    const counts = async (): Promise<unknown> =>
      world.query(
        `select ${tables.map((name) => `(select count(*) from frota.${name}) as ${name}`).join()}`,
      )
    const before = await counts()
    const made = await plan(['--freshness', '0'], NOBODY_SERVES)
    expect(made.campaign.open).toBe(false)
    expect(made.waiting).toBeGreaterThan(10)
    expect(made.vehicles).toHaveLength(made.waiting)
    expect(made.vehicles.map(({ rank }) => rank)).toEqual(made.vehicles.map((_, at) => at + 1))
    const { code, stdout, stderr } = await world.run(['plan', '--freshness', '0'], {
      env: NOBODY_SERVES,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`a campaign opened now would have ${made.waiting} to ask`)
    expect(await counts()).toEqual(before)
  })
})

describe('of a fleet that does not fit', () => {
  const big = ['--fleet', 'big']
  const sheet = join(world.dir, 'big.csv')
  beforeAll(async () => {
    const lines = (await readFile(fleet('carrier-utf8-bom.csv'), 'utf8')).split('\n')
    await writeFile(sheet, lines.slice(0, BIG + 1).join('\n'))
    await world.run(['reconcile', sheet, ...big], { env: ENOUGH })
  })

  test('frota check of the same file says the same number and end', async () => {
    const made = await plan(big)
    const checked = await world.json(['check', sheet, ...big])
    const { asking } = checked['difference'] as { asking: { count: number; finishedAt: string } }
    expect(asking.count).toBe(made.waiting)
    const end = Date.parse(made.finish.roundTheClock ?? '')
    expect(Math.abs(Date.parse(asking.finishedAt) - end)).toBeLessThan(60_000)
  })

  test('the figures fit together', async () => {
    // Slots come back on the hour, so an hour and a half does not depend on the seconds of a call.
    const made = await plan([...big, '--for', '90m'])
    expect(made.campaign.open).toBe(true)
    expect(made.tonight.fits + made.tonight.carriesOver).toBe(made.waiting)
    expect(made.nights.reduce((sum, { asked }) => sum + asked, 0)).toBe(made.waiting)
    expect(made.finish.nights).toBe(made.nights.length)
    const [first, second] = made.vehicles
    expect(Date.parse(first?.asksAt ?? '')).toBeLessThanOrEqual(Date.parse(second?.asksAt ?? ''))
    expect(made.vehicles.at(-1)?.night).toBe(made.nights.length)
    const nightlyMs = Date.parse(made.finish.nightly ?? '')
    const unbrokenMs = Date.parse(made.finish.roundTheClock ?? '')
    expect(nightlyMs - unbrokenMs).toBeGreaterThan(DAY_MS)
    expect(made.oneMoreCredential.fits).toBeGreaterThan(made.tonight.fits)
    const two = await plan([...big, '--for', '90m', '--credentials', '2'])
    expect(two.tonight.fits).toBe(made.oneMoreCredential.fits)
  })

  test('people read the first rows and a summary, all rows if they ask', async () => {
    const { stdout } = await world.run(['plan', ...big, '--from', '22:00', '--until', '05:30'])
    expect(stdout).toMatch(/^big: campaign of .* · 1 credential of 13 an hour · from 22:00/)
    expect(stdout).toMatch(/^RANK +PLATE +EXPECTED +NIGHT\n {4}1 {2}[A-Z]{3}/m)
    expect(stdout).toMatch(/^and \d+ more: --all$/m)
    expect(stdout).toMatch(/^Nights only +done about .*, night \d\)$/m)
    expect(stdout).not.toContain('\u001B')
    const all = await world.run(['plan', ...big, '--all', '--locale', 'pt-BR'])
    expect(all.stdout).toMatch(/^ORDEM +PLACA +PREVISÃO +DIA$/m)
    expect(all.stdout).not.toContain('--all')
    expect(all.stdout).toMatch(/^Próximas 24 h +cabem todos os \d+$/m)
  })

  test('who comes first in the plan is who is asked next', async () => {
    const made = await plan(big, MORE)
    await world.run(['resume', ...big], { env: MORE })
    const asked = await world.query(`
      select vehicle.plate from frota.quota_use u
      join frota.effect effect on effect.id::text = u.purpose
      join frota.vehicle vehicle on vehicle.id = effect.vehicle_id
      order by u.reserved_at desc limit 10`)
    // One whose reading failed on a busy machine lets the next ones pass.
    const first = made.vehicles.slice(0, 20).map(({ plate }) => plate)
    expect(asked).toHaveLength(10)
    expect(asked.filter(({ plate }) => !first.includes(String(plate)))).toEqual([])
  })

  test('another fleet of the same night takes its turns', async () => {
    const alone = await plan([...big, '--for', '90m'])
    const shared = await plan([...big, '--for', '90m', '--freshness', '0'])
    expect(alone.sharedWith).toEqual([])
    const other = shared.sharedWith[0]
    expect(shared.sharedWith).toEqual([{ fleet: 'principal', waiting: expect.any(Number) }])
    expect(other?.waiting).toBeGreaterThan(10)
    expect(shared.tonight.fits).toBeGreaterThan(0)
    expect(shared.tonight.fits).toBeLessThan(alone.tonight.fits)
  })
})

test('flags that say nothing are refused with what to give', async () => {
  const refused: [string[], RegExp][] = [
    [['--until', '25:00'], /--until 25:00: give a time such as 05:30/],
    [['--from', '22:00'], /--from: say until when, too/],
    [['--from', '9', '--for', '1h'], /--from 9: give a time such as 22:00/],
    [['--for', '1h', '--until', '05:30'], /give --until or --for, not both/],
    [['--for-close', '0'], /whole number from 1 to 366/],
    [['--credentials', '0'], /--credentials 0: give a whole number from 1 to 100/],
  ]
  for (const [args, says] of refused) {
    const { code, stderr } = await world.run(['plan', ...args])
    expect({ args, code }).toEqual({ args, code: 2 })
    expect(stderr).toMatch(says)
  }
})
