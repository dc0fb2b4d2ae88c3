/** What a ledger tells days later: of a refund, of the day in the fleet's zone, of dead processes. */
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase, type Database } from '../../src/database/open.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openWorld, type Rows, type World } from '../support/run-frota.ts'
import { orderedVehicle } from './ordered-vehicle.ts'

/** A process id that no system gives. */
const NO_PROCESS = 2 ** 30

let world: World
/** Open all the time, so this process is the one that works on the ledger. */
let ledger: Database
const query = async (sql: string, values: unknown[] = []): Promise<Rows> =>
  (await ledger.pool.query<Record<string, unknown>>(sql, values)).rows

beforeAll(async () => {
  world = await openWorld()
  ledger = await openDatabase({ dataDir: world.dataDir })
  await migrate(ledger.pool, ledgerMigrations)
  await orderedVehicle(query, 'refunded')
})
afterAll(async () => {
  await ledger.close()
  await world[Symbol.asyncDispose]()
})

test('a debt whose money came back is told so, with the day on which the fleet saw it', async () => {
  // An hour and a half into 2 March in UTC it is still 1 March in São Paulo.
  await query(`update frota.debt set first_seen_at = '2026-03-02T01:30:00Z'`)
  const portuguese = await world.run(['debts', 'ABC1D23'])
  expect(portuguese.stdout).toMatch(/estornado .*Multa · desde 2026-03-01\n/)
  const english = await world.run(['debts', 'ABC1D23', '--locale', 'en'])
  expect(english.stdout).toMatch(/refunded .*Multa · since 2026-03-01\n/)
  expect(english.stdout).toMatch(/^ABC1D23 .* owed · SIMULADO$/m)
})

test('once a person freed it, it is open again', async () => {
  const other = await orderedVehicle(query, 'refunded')
  await query(`update frota.vehicle set plate = 'XYZ1A11' where id = $1`, [other.vehicleId])
  const by = ['--person', 'Ana Lima', '--reason', 'placa trocada']
  await world.run(['orders', 'free', other.orderId, ...by])
  expect((await world.run(['debts', 'XYZ1A11'])).stdout).toMatch(/em aberto .*Multa/)
})

test('a run whose process is gone is interrupted, one whose process works is running', async () => {
  const run = (number: number, pid: number) =>
    query(
      `insert into frota.run (number, fleet_id, command, holder, simulated, settings, state,
         started_at)
       select $1, id, 'nightly', $2, true, '{}', 'running', now() from frota.fleet`,
      [number, `host/${pid}/1`],
    )
  await run(1, process.pid)
  await query(
    `insert into frota.lease (name, holder, command, since, until)
       select 'executor ' || holder, holder, command, started_at, 'infinity' from frota.run`,
  )
  await run(2, NO_PROCESS)
  const portuguese = await world.run(['runs'])
  expect(portuguese.stdout).toMatch(/^\s*2 .*interrompida/m)
  expect(portuguese.stdout).toMatch(/^\s*1 .*em andamento/m)
  const english = await world.run(['status', '--locale', 'en'])
  expect(english.stdout).toMatch(/^Run .* nightly · interrupted .* · SIMULADO$/m)
  expect((await world.run(['orders', '--stored'])).stdout).toMatch(/^ABC1D23 .* SIMULADO$/m)
  await query('update frota.run set simulated = false')
  for (const command of [['orders', '--stored'], ['debts', 'ABC1D23'], ['status']]) {
    expect((await world.run(command)).stdout).not.toContain('SIMULADO')
  }
})

test('a secret that is missing beside a fleet is asked for, and none is made in its place', async () => {
  const before = await readdir(world.dataDir)
  for (const [locale, sentence] of [
    ['pt-BR', /secret\.json não existe, e esta instalação já o usou\. Restaure-o/],
    ['en', /secret\.json is not there, and this installation has used it\. Restore it/],
  ] as const) {
    const { code, stderr } = await world.run(['report', '--locale', locale])
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  }
  expect(await readdir(world.dataDir)).toEqual(before)
})
