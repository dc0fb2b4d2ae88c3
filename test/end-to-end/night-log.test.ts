/**
 * A night that waits for the quota: a second executor is told who works, readers read through it, and
 * the operator's log tells each event once, in order, without personal data.
 */
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { OWING, writeFleet } from '../support/planted-fleet.ts'
import { openWorld, type Ended } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

type Line = Readonly<Record<string, unknown>>

function linesOf({ stderr }: Pick<Ended, 'stderr'>): Line[] {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))
}

const world = await forFile(openWorld({ FROTA_CONSULTATIONS_PER_HOUR: '6', LOG_LEVEL: 'info' }))
const approved = ['--order-method', 'pix', '--approve-up-to', '50000']
const sheet = await writeFleet(
  world,
  Array.from({ length: 9 }, () => OWING),
)
const ofFile = linesOf(await world.run(['reconcile', sheet, ...approved]))
await world.release()
const night = world.start(['nightly', '--simulated'])
await night.saw(/"stage":"consult","state":"waits"/)
let lines: Line[]

describe('while a night waits for the quota', () => {
  const EXIT_BUSY = 75
  const quiet = { env: { LOG_LEVEL: 'warn' } }

  test('a second executor ends with 75 and names the holder, the command and the cure', async () => {
    for (const args of [['reconcile', sheet], ['resume'], ['nightly', '--simulated']]) {
      const { code, stdout, stderr } = await world.run(args, quiet)
      expect({ code, stdout }).toEqual({ code: EXIT_BUSY, stdout: '' })
      expect(stderr).toContain(String(night.pid))
      expect(stderr).toContain('frota nightly')
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
    }
  })

  test('status, quota, orders, runs, why and plan read through the holder', async () => {
    const status = await world.json(['status'])
    expect(status).toMatchObject({ fleet: 'principal', vehicles: { registered: 9 } })
    const quota = await world.json(['quota'])
    expect(quota['buckets']).toContainEqual(
      expect.objectContaining({ bucket: 'consultations/embutida', used: 6, max: 6, free: 0 }),
    )
    const { orders } = await world.json(['orders'])
    expect(orders).toHaveLength(await world.count('select count(*) from frota.payment_order'))
    const runs = (await world.json(['runs']))['runs'] as { state: string }[]
    expect(runs.map(({ state }) => state)).toContain('running')
    const [waiting] = await world.query(`select plate from frota.campaign_member m
      join frota.vehicle v on v.id = m.vehicle_id where m.state = 'open' limit 1`)
    const why = await world.json(['why', String(waiting?.['plate'])])
    expect(why['vehicles']).toMatchObject([{ waiting: 3, hold: { hold: 'its-turn' } }])
    expect(await world.json(['plan'])).toMatchObject({ waiting: 3, campaign: { open: true } })
  })
})

describe('a night that waits for the quota and is told to stop', () => {
  let ended: Ended
  beforeAll(async () => {
    night.kill('SIGTERM')
    ended = await night.ended
    lines = linesOf(ended)
  })

  test('ends in order, and says what carries over', () => {
    expect(ended.code).toBe(0)
    expect(ended.stdout).toMatch(/3 veículos ficam para depois/)
  })

  const said = (msg: string): Line[] => lines.filter((line) => line['msg'] === msg)

  test('the command, its signal and its exit code are told', () => {
    expect(said('command began')).toMatchObject([{ command: 'nightly', level: 'info' }])
    expect(said('signal received')).toMatchObject([{ signal: 'SIGTERM' }])
    expect(said('command ended')).toMatchObject([{ exitCode: 0, seconds: expect.any(Number) }])
    expect(lines.at(-1)).toEqual(said('command ended')[0])
  })

  test('the fleet’s lease is taken before the run and released after it', () => {
    const messages = lines.filter(({ lease }) => lease !== 'purge').map(({ msg }) => msg)
    // The night's purge has a lease of its own.
    const leases = [{ lease: 'fleet principal' }, { lease: 'purge' }]
    expect(said('lease taken')).toMatchObject(leases)
    const order = ['lease taken', 'run started', 'run ended', 'lease released']
    expect(messages.filter((msg) => order.includes(String(msg)))).toEqual(order)
  })

  test('the run is told with its counts, and what carries over', () => {
    const run = { run: 2, fleet: 'principal' }
    expect(said('run started')).toMatchObject([{ ...run, command: 'nightly', mode: 'simulated' }])
    const ended = { ...run, state: 'stopped', carriedOver: 3, givenUp: 0 }
    expect(said('run ended')).toMatchObject([ended])
  })

  test('waiting for the quota is told with its end', () => {
    const [waits] = said('stage').filter(({ state }) => state === 'waits')
    const counts = { members: 9, waiting: 3, asked: 0 }
    expect(waits).toMatchObject({ stage: 'consult', bucket: 'consultations/embutida', ...counts })
    expect(Date.parse(String(waits?.['until']))).toBeGreaterThan(
      Date.parse(String(waits?.['time'])),
    )
  })

  test('requests to the embedded service are a detail', () => {
    expect(said('request')).toEqual([])
  })
})

describe('a run of a file', () => {
  test('the file’s hash is told, and every order with its id and cents', async () => {
    const [import_] = await world.query('select sha256 from frota.import')
    const started = ofFile.find(({ msg }) => msg === 'run started')
    expect(started).toMatchObject({ sha256: import_?.['sha256'] })
    const placed = await world.query(
      'select id::text as order, total_cents::integer as cents from frota.payment_order',
    )
    const told = ofFile.filter(({ msg }) => msg === 'order placed')
    const facts = told.map(({ order, cents }) => ({ order, cents }))
    expect(facts).toEqual(expect.arrayContaining(placed))
    expect(facts).toHaveLength(placed.length)
    expect(placed.length).toBeGreaterThan(0)
  })

  test('no plate, document or nickname of the file is in it', async () => {
    const cells = (await readFile(sheet, 'utf8'))
      .split('\n')
      .slice(1)
      .flatMap((row) => row.split(/[,;]/))
      .filter((cell) => cell.length >= 7)
    const text = JSON.stringify([ofFile, lines])
    expect(cells.length).toBeGreaterThan(9)
    expect(cells.filter((cell) => text.includes(cell))).toEqual([])
  })
})
