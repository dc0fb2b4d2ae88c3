/** FROTA_START_AT: runner, service and database live at the instant that a run was given. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accessTo,
  fleet,
  openWorld,
  REPOSITORY,
  startingAt,
  startService,
} from '../support/run-frota.ts'
import type { Ended, World } from '../support/run-frota.ts'
import { callService } from '../support/call-service.ts'

/** Two minutes before the half year ends in São Paulo, and three hours after it has in UTC. */
const HALF_YEAR = '2020-06-30T23:58:00-03:00'
const AUGUST = '2020-08-15T12:00:00-03:00'
/** Without the setting, whatever date the suite itself is run at. */
const REAL_TIME = { FROTA_START_AT: '' }
const VEHICLES = ['ZZH1A11;02837517024;SP;11222333000181', 'ZZN1A12;09690517916;MG;11222333000181']

async function writeFleet(world: World): Promise<string> {
  const path = join(world.dir, 'fleet.csv')
  await writeFile(path, ['placa;renavam;uf;documento', ...VEHICLES].join('\n'))
  return path
}

/** Kinds of the debts that the last report calls overdue, and of those that it does not. */
async function debts(world: World): Promise<{ due: string; overdue: string; kind: string }[]> {
  const [head = '', ...rows] = (await world.report('debts.csv')).trim().split(/\r?\n/)
  const names = head.split(',')
  const cell = (row: string, name: string) => row.split(',')[names.indexOf(name)] ?? ''
  return rows.map((row) => ({
    due: cell(row, 'due_date'),
    overdue: cell(row, 'overdue'),
    kind: cell(row, 'kind'),
  }))
}

test('npm start prints the figures of the README on the day of the README', async () => {
  const readme = await readFile(join(REPOSITORY, 'README.md'), 'utf8')
  const [, told = ''] = /^(Planilha [^]*?)^Relatórios/m.exec(readme) ?? []
  const [, then = ''] = /FROTA_START_AT=(\S+) npm start/.exec(readme) ?? []
  await using world = await openWorld(startingAt(then))
  const { stdout } = await world.run(['reconcile', fleet('small.csv')])
  const said = new Set(stdout.split('\n'))
  expect(told.split('\n').length).toBeGreaterThan(5)
  expect(told.split('\n').filter((line) => !said.has(line))).toEqual([])
})

describe('a run that starts at the end of June, and one in August on the same ledger', () => {
  const MACHINE = ['--csv-flavour', 'machine', '--locale', 'en']
  let world: World
  let file: string
  let june: Ended
  let juneDebts: Awaited<ReturnType<typeof debts>>
  let august: Ended

  beforeAll(async () => {
    world = await openWorld()
    file = await writeFleet(world)
    june = await world.run(['reconcile', file, ...MACHINE, '--start-at', HALF_YEAR])
    juneDebts = await debts(world)
    const order = ['--order-method', 'pix', '--approve-up-to', '100000']
    august = await world.run(['reconcile', ...MACHINE, ...order, '--start-at', AUGUST])
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('reports are dated by it, in the zone of the reports', async () => {
    expect(june).toMatchObject({ code: 0, stderr: '' })
    expect(june.stdout).toMatch(/2020-06-30-0001.summary\.html$/m)
    expect(august).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(world.reportsDir)).toEqual(
      expect.arrayContaining(['2020-06-30-0001', '2020-08-15-0002']),
    )
  })

  test('a debt of July is not overdue in June, and is in August', async () => {
    const augustDebts = await debts(world)
    const ofJuly = ({ due }: { due: string }): boolean => due.startsWith('2020-07')
    expect(juneDebts.filter(ofJuly).map(({ kind }) => kind)).toEqual(['licensing'])
    expect(augustDebts.filter(ofJuly).map(({ kind }) => kind)).toEqual(['licensing'])
    const isOverdue = (day: string) => (row: { due: string; overdue: string }) =>
      row.overdue === (row.due !== '' && row.due < day ? 'yes' : 'no')
    expect(juneDebts.every(isOverdue('2020-06-30'))).toBe(true)
    expect(augustDebts.every(isOverdue('2020-08-15'))).toBe(true)
  })

  test('no instant of the ledger or of the service is of another year', async () => {
    const columns = await world.query(
      `SELECT format('%I.%I', table_schema, table_name) AS table, quote_ident(column_name) AS name
        FROM information_schema.columns JOIN information_schema.tables
          USING (table_schema, table_name)
        WHERE table_schema IN ('frota', 'service') AND data_type = 'timestamp with time zone'
          AND table_type = 'BASE TABLE' AND table_name <> 'migration'`,
    )
    const facts = columns
      .map((each) => ({ table: String(each['table']), name: String(each['name']) }))
      .map(
        ({ table, name }) =>
          `SELECT '${table}.${name}' AS column, count(${name}) AS set, count(${name}) FILTER
            (WHERE ${name} NOT BETWEEN '2020-06-01' AND '2020-12-31' AND isfinite(${name})) AS other
            FROM ${table}`,
      )
    const found = await world.query(facts.join(' UNION ALL '))
    expect(found.filter(({ other }) => Number(other) > 0)).toEqual([])
    const set = found.filter(({ set: count }) => Number(count) > 0).map(({ column }) => column)
    expect(set).toEqual(
      expect.arrayContaining([
        'frota.run.started_at',
        'frota.effect.intent_at',
        'frota.quota_use.free_at',
        'frota.audit.at',
        'frota.payment_order.pix_expires_at',
        'service.consultation.finished_at',
        'service.payment_order.created_at',
        'service.quota_use.used_at',
      ]),
    )
  })

  test('slots of June are free in August: that the time moved there was meant', async () => {
    const uses = `SELECT count(*) FROM frota.quota_use WHERE reserved_at < '2020-07-02'`
    expect(await world.count(uses)).toBe(VEHICLES.length)
    expect(await world.count(`${uses} AND free_at > '2020-07-02'`)).toBe(0)
  })

  test('an upload of June is gone in August, after its thirty days', async () => {
    expect(await readdir(join(world.dataDir, 'uploads'))).toEqual([])
    expect(await world.count('SELECT count(*) FROM frota.import')).toBe(1)
  })

  test('the ledger goes back for nobody, and tells how to agree with it', async () => {
    // On its own, for beside an owner it is told of another process.
    await world.release()
    const today = await world.start(['status', '--locale', 'en'], { env: REAL_TIME }).ended
    const back = await backInJune()
    for (const { code, stderr } of [today, back]) {
      expect(code).toBe(2)
      expect(stderr).toMatch(/^frota: In this ledger it is 2020-08-15T15:0\S+ now, and time does/)
    }
    const pair = /FROTA_START_AT=(\S+@\S+),/.exec(today.stderr)?.[1] ?? ''
    const told = await world.run(['status', '--start-at', pair])
    expect(told).toMatchObject({ code: 0, stderr: '' })
  })

  function backInJune(): Promise<Ended> {
    return world.run(['resume', '--locale', 'en', '--start-at', HALF_YEAR])
  }
})

test('a service and a runner of their own agree on the time, also after a new start', async () => {
  const env = { ...startingAt(HALF_YEAR), FROTA_TEST_SCALE: '300', LOG_LEVEL: 'warn' }
  await using home = await openWorld(env)
  await using runner = await openWorld({ ...env, FROTA_LOCALE: 'en' })
  const { running, facts } = await startService(home)
  const access = accessTo(facts)
  const reconcile = await runner.json(['reconcile', await writeFleet(runner)], { env: access })
  expect(reconcile).toMatchObject({ run: 1, state: 'done' })
  const created = await createdAt(facts)
  expect(created).toHaveLength(VEHICLES.length)
  expect(created.filter((at) => !at.startsWith('2020-07-01T0'))).toEqual([])
  running.kill('SIGTERM')
  await running.ended
  // Whoever starts later finds the time where it is by then, not at the instant again.
  const again = await startService(home, { env: { PORT: new URL(facts.url).port } })
  const resumed = await runner.json(['resume'], { env: access })
  expect(resumed).toMatchObject({ run: 2, state: 'done' })
  const [run] = await runner.query(
    `SELECT (array_agg(started_at ORDER BY number DESC))[1] > max(asked.created_at) AS later
      FROM frota.run, frota.vehicle AS asked`,
  )
  expect(run).toEqual({ later: true })
  expect(again.running.stderr()).toBe('')
}, 180_000)

async function createdAt(facts: Facts): Promise<string[]> {
  const answer = await callService(facts, 'GET', '/api/v1/vehicles')
  const { results } = (await answer.json()) as { results: { created_at: string }[] }
  return results.map(({ created_at: at }) => at)
}

type Facts = Awaited<ReturnType<typeof startService>>['facts']

test('beside a worker a reader must live in its time', async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en' })
  const pair = startingAt(HALF_YEAR).FROTA_START_AT
  const worker = world.start(['worker', '--simulated', '--start-at', pair])
  await worker.saw(/nightly/)
  expect(await world.run(['schedules', '--start-at', pair])).toMatchObject({ code: 0, stderr: '' })
  const later = await world.run(['schedules', '--start-at', AUGUST])
  expect(later.code).toBe(2)
  expect(later.stderr).toContain('Another process works on this ledger')
  worker.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
}, 180_000)
