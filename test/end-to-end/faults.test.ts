/** The runner against a service that shows a fault for every vehicle of the fleet. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANY_AMOUNT, writeFleet } from '../support/planted-fleet.ts'
import { accessTo, openWorld, REPOSITORY } from '../support/run-frota.ts'
import type { Ended, Rows, World } from '../support/run-frota.ts'

/** The delays of look-ups ends after 2.3 s, an hour after 9 s. */
const SCALE = '400'
const SETTINGS = {
  FROTA_TEST_SCALE: SCALE,
  FROTA_CONSULTATIONS_PER_HOUR: '500',
  FROTA_ORDERS_PER_HOUR: '500',
  FROTA_LOCALE: 'en',
  FROTA_CSV_FLAVOUR: 'machine',
}
const APPROVED = ['--order-method', 'pix', '--approve-up-to', ANY_AMOUNT]
const TIMEOUT_MS = 240_000

/** For each plate how often the service was asked, and how many orders it holds. */
async function held(service: World): Promise<Record<string, string>> {
  const rows = await service.query(
    `SELECT vehicle.plate, count(DISTINCT asked.id)::int AS asked,
        count(DISTINCT placed.id)::int AS placed
      FROM service.vehicle LEFT JOIN service.consultation asked ON asked.vehicle_id = vehicle.id
      LEFT JOIN service.payment_order placed ON placed.vehicle_id = vehicle.id
      GROUP BY vehicle.id, vehicle.plate`,
  )
  return Object.fromEntries(
    rows.map(({ plate, asked, placed }) => [
      String(plate).slice(0, 3),
      `${String(asked)} asked, ${String(placed)} ordered`,
    ]),
  )
}

/** `code plate` of each line that a person should look at, without the mere notices. */
async function exceptions(runner: World): Promise<string[]> {
  const lines = (await runner.report('exceptions.csv')).split('\n').slice(1)
  return lines
    .map((line) => line.split(','))
    .filter(([severity]) => severity === 'error' || severity === 'warning')
    .map(([, code, plate = '']) => `${code ?? ''} ${plate.slice(0, 3)}`.trim())
}

/** A request whose outcome is not known yet: an order that was sent, or anything else. */
function isUnsettled(line: string): boolean {
  return /^(effect-unsettled|order-held) /.test(line)
}

const ONE_EACH = '1 asked, 1 ordered'

describe('a fleet of faults against `frota service` with a scenario', () => {
  const refused = ['ZZA']
  const inDoubt = ['ZZE', 'ZZF', 'ZZG', 'ZZH', 'ZZI']
  const odd = ['ZZN', 'ZZO', 'ZZP']
  /** Answers lost while lists lag, and one vehicle that is registered after its answer was lost. */
  const lagging = ['QKA', 'QKB', 'QKC', 'QKD']
  /** Their order is in doubt and found nowhere: it is held for hours before it is sent again. */
  const heldBack = ['ZZC', 'ZZD']
  const whole = [...refused, ...inDoubt, ...odd, ...lagging]
  const fleet = [...whole, ...heldBack, 'ZZK', 'ZZL', 'ZZM', 'ZZV']
  let service: World
  let runner: World
  let proposed: Ended
  let ordered: Ended

  beforeAll(async () => {
    const scenario = 'fixtures/scenarios/list-lag-in-doubt.json'
    service = await openWorld({ ...SETTINGS, SERVICE_SCENARIO_FILE: join(REPOSITORY, scenario) })
    const facts = await service.serve()
    runner = await openWorld({
      ...SETTINGS,
      ...accessTo(facts),
    })
    proposed = await runner.run(['reconcile', await writeFleet(runner, fleet)])
    ordered = await runner.run(['reconcile', ...APPROVED])
  }, TIMEOUT_MS)
  afterAll(async () => {
    await runner[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  test('both runs end in order', () => {
    expect([proposed.code, ordered.code]).toEqual([0, 0])
  })

  test('every vehicle is registered, asked and ordered once, whatever became of the answers', async () => {
    const once = Object.fromEntries([...whole, 'ZZV'].map((prefix) => [prefix, ONE_EACH]))
    const stopped = { ZZK: '1 asked, 0 ordered', ZZL: '1 asked, 0 ordered' }
    const rest = Object.entries(await held(service)).filter(([key]) => !heldBack.includes(key))
    expect(Object.fromEntries(rest)).toEqual({ ...once, ...stopped, ZZM: '1 asked, 0 ordered' })
    expect(await service.count('SELECT count(*) FROM service.vehicle')).toBe(fleet.length)
  })

  test('the service and the ledger know the same orders, at the same amounts', async () => {
    const totals = (rows: Rows): string[] =>
      rows.map(({ id, debts_cents: cents }) => `${String(id)} ${String(cents)}`)
    const sql = (schema: string): string =>
      `SELECT id, debts_cents FROM ${schema}.payment_order ORDER BY id`
    const theirs = totals(await service.query(sql('service')))
    expect(theirs.length).toBeGreaterThan(whole.length)
    expect(totals(await runner.query(sql('frota')))).toEqual(theirs)
  })

  test('an order that was refused with a 5xx is held and told, or placed, never both', async () => {
    const told = await exceptions(runner)
    const inAll = await held(service)
    for (const prefix of heldBack) {
      const isTold = told.some((line) => isUnsettled(line) && line.endsWith(prefix))
      // Hours of patience are seconds here: on a slow machine they may pass within the run.
      expect(inAll[prefix]).toBe(isTold ? '1 asked, 0 ordered' : ONE_EACH)
    }
  })

  test('a person hears of what is stuck, failed or expired, and of nothing else', async () => {
    const told = await exceptions(runner)
    expect(new Set(told.filter((line) => !isUnsettled(line)))).toEqual(
      new Set([
        'consultation-stuck ZZK',
        'consultation-failed ZZL',
        'consultation-failed ZZM',
        // A 429 that nothing done here explains.
        'credential-shared',
        'debt-reworded ZZP',
        'pix-expired ZZV',
      ]),
    )
  })
})

describe('totals that do not add up, on the embedded service', () => {
  let world: World
  let ended: Ended

  beforeAll(async () => {
    world = await openWorld(SETTINGS)
    const fleet = await writeFleet(world, ['ZZQ', 'ZZR', 'ZZS'])
    ended = await world.run(['reconcile', fleet, ...APPROVED])
  }, TIMEOUT_MS)
  afterAll(() => world[Symbol.asyncDispose]())

  test('are exceptions of their vehicles, and the run goes on to its end', () => {
    expect(ended.stderr).toBe('')
    expect(ended.code).toBe(0)
  })

  test('each is ordered once, waits for a person, and no code of it is to be paid', async () => {
    expect(await held(world)).toEqual({ ZZQ: '1 asked, 0 ordered', ZZR: ONE_EACH, ZZS: ONE_EACH })
    const told = await exceptions(world)
    for (const prefix of ['ZZR', 'ZZS']) {
      expect(told).toContain(`order-quarantined ${prefix}`)
      expect(told).toContain(`order-totals-differ ${prefix}`)
    }
    expect(await world.report('orders.csv')).not.toContain('br.gov.bcb.pix')
  })

  test('what the preview sees otherwise is not ordered, and told', async () => {
    expect(await exceptions(world)).toContain('proposal-void ZZQ')
    const fallen = `SELECT count(*) FROM frota.order_plan WHERE reason = 'preview-differs'`
    expect(await world.count(fallen)).toBe(1)
  })
})
