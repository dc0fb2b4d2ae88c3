/** A newcomer's first minutes: one command from spreadsheet to reports, and the same command again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fleet, openWorld } from '../support/run-frota.ts'
import type { Ended, World } from '../support/run-frota.ts'

const VEHICLES = 18
/** Everything that moves a terminal's cursor or colours it; a line feed only ends a line. */
const CONTROL = /[^\P{Cc}\n]/u
const REPORTS = [
  'columns.md',
  'debts.csv',
  'exceptions.csv',
  'manifest.json',
  'orders.csv',
  'summary.html',
  'vehicles.csv',
]

describe('small.csv on embedded defaults', () => {
  let world: World
  let first: Ended
  let asked: number

  beforeAll(async () => {
    world = await openWorld()
    first = await world.run(['reconcile', fleet('small.csv')])
    asked = await world.count('SELECT count(*) FROM service.consultation')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('every vehicle is registered and asked once', async () => {
    expect(first.stderr).toBe('')
    expect(first.code).toBe(0)
    expect(asked).toBe(VEHICLES)
    const twice = 'SELECT renavam FROM service.vehicle GROUP BY 1 HAVING count(*) > 1'
    expect(await world.query(twice)).toEqual([])
    expect(await world.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
    const states = 'SELECT state FROM frota.campaign_member GROUP BY 1 ORDER BY 1'
    expect(await world.query(states)).toEqual([{ state: 'answered' }, { state: 'failed' }])
  })

  test('nothing is ordered without being told to', async () => {
    expect(await world.count('SELECT count(*) FROM service.payment_order')).toBe(0)
    expect(await world.count('SELECT count(*) FROM frota.order_plan')).toBeGreaterThan(0)
  })

  test('the reports are there, say SIMULADO and close', async () => {
    const missing = REPORTS.filter((name) => !existsSync(join(world.reportsDir, 'latest', name)))
    expect(missing).toEqual([])
    const manifest = JSON.parse(await world.report('manifest.json')) as Manifest
    expect(manifest).toMatchObject({ origin: 'SIMULADO', closes: true })
    expect(manifest.stages.rows).toMatchObject({ read: VEHICLES, accepted: VEHICLES })
    const { answered, failed } = manifest.stages.members
    expect(answered + failed).toBe(VEHICLES)
    expect(await world.report('summary.html')).toContain('SIMULADO')
  })

  test('what is piped has no control characters and names the page', () => {
    expect(first.stdout).not.toMatch(CONTROL)
    expect(first.stdout).toContain('18 linhas')
    expect(first.stdout).toContain('SIMULADO')
    expect(first.stdout.trimEnd()).toMatch(/summary\.html$/)
  })

  test('the second time asks nothing and registers nothing', async () => {
    const object = await world.json(['reconcile', fleet('small.csv')])
    expect(object).toMatchObject({ run: 2, state: 'done', carriedOver: 0, closes: true })
    expect(await world.count('SELECT count(*) FROM service.consultation')).toBe(asked)
    expect(await world.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
    expect(await world.count('SELECT count(*) FROM service.quota_use')).toBe(VEHICLES)
  })
})

interface Manifest {
  stages: { rows: object; members: { answered: number; failed: number } }
}
