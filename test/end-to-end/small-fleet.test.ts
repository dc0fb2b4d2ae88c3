/** A newcomer's first minutes: one command from spreadsheet to reports, and the same command again. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mercosulForm } from '../../src/fleet/plate.ts'
import { fleet, openWorld, type Ended, type World } from '../support/run-frota.ts'

const VEHICLES = 18
/** Of the vehicle whose owner changes; its proposal must stay one. */
const OWNER_ROW = 2
/** Everything that moves a terminal's cursor or colours it; a line feed only ends a line. */
const CONTROL = /[^\P{Cc}\n]/u
const REPORTS = [
  'columns.md',
  'debts.csv',
  'exceptions.csv',
  'manifest.json',
  'order_items.csv',
  'orders.csv',
  'reconciliation.xlsx',
  'summary.html',
  'vehicles.csv',
]

describe('a small fleet on embedded defaults', () => {
  let world: World
  /** small.csv with a vehicle that always owes and one that never gets an answer. */
  let small: string
  let first: Ended
  let asked: number

  beforeAll(async () => {
    world = await openWorld()
    small = await writePlanted(world)
    first = await world.run(['reconcile', small])
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

  test('the reports are there, say SIMULADO and close', async () => {
    const missing = REPORTS.filter((name) => !existsSync(join(world.reportsDir, 'latest', name)))
    expect(missing).toEqual([])
    const manifest = JSON.parse(await world.report('manifest.json')) as Manifest
    expect(manifest).toMatchObject({ origin: 'SIMULADO', closes: true })
    expect(manifest.stages.rows).toMatchObject({ read: VEHICLES, accepted: VEHICLES })
    const { answered, failed } = manifest.stages.members
    expect(answered + failed).toBe(VEHICLES)
    expect(await world.report('summary.html')).toContain('SIMULADO')
    const { lines } = manifest.outside
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter(({ agrees }) => !agrees)).toEqual([])
  })

  test('what is piped has no control characters and names the page', () => {
    expect(first.stdout).not.toMatch(CONTROL)
    expect(first.stdout).toContain('18 linhas')
    expect(first.stdout).toContain('SIMULADO')
    expect(first.stdout.trimEnd()).toMatch(/summary\.html$/)
  })

  test('the second time asks nothing and registers nothing', async () => {
    const object = await world.json(['reconcile', small])
    expect(object).toMatchObject({ run: 2, state: 'done', carriedOver: 0, closes: true })
    expect(await world.count('SELECT count(*) FROM service.consultation')).toBe(asked)
    expect(await world.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
    expect(await world.count('SELECT count(*) FROM service.quota_use')).toBe(VEHICLES)
  })

  test('the same rows in another order, encoding and dialect send nothing either', async () => {
    const before = await atService()
    const [head = [], ...rows] = await cellsOf(small)
    const path = join(world.dir, 'same.txt')
    const text = [head, ...rows.toReversed()].map((row) => row.join('\t')).join('\r\n')
    await writeFile(path, Buffer.from(`\uFEFF${text}\r\n`, 'utf16le'))
    const object = await world.json(['reconcile', path])
    expect(object).toMatchObject({ state: 'done', closes: true })
    expect(await atService()).toEqual(before)
    expect(await world.count('SELECT count(*) FROM frota.vehicle_change')).toBe(0)
  })

  test('a new file changes the fleet at the service: an owner, a plate, who is gone', async () => {
    const [head = [], gone = [], owner = [], ...rows] = await cellsOf(small)
    const old = rows.find(([plate = '']) => mercosulForm(plate) !== plate) ?? []
    old[0] = mercosulForm(old[0] ?? '')
    owner[3] = '11222333000181'
    const path = join(world.dir, 'new.csv')
    const file = [[...head, 'Base'], ...[owner, ...rows].map((row) => [...row, 'Sul'])]
    await writeFile(path, file.map((row) => row.join(',')).join('\n'))
    const flags = ['--update-owners', '--deactivate-missing']
    const { stdout, code } = await world.run(['reconcile', path, ...flags])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Veículos fora da planilha, desativados no serviço agora .*: 1\./m)
    expect(await world.query(CHANGED, [[gone[0], old[0], owner[0]]])).toEqual([
      { plate: gone[0], is_active: false, owner: gone[3]?.slice(-2) },
      { plate: old[0], is_active: true, owner: old[3]?.slice(-2) },
      { plate: owner[0], is_active: true, owner: '81' },
    ])
    expect(await world.query(LEFT, [[gone[1], owner[1]]])).toEqual([
      { state: 'registered', proposals: 1, sealed: 0 },
      { state: 'removed', proposals: 0, sealed: 0 },
    ])
    const manifest = JSON.parse(await world.report('manifest.json')) as Manifest
    const stages = { fleet: { missing: 1, removalsAsked: 1 }, vehicles: { removed: 1 } }
    expect(manifest).toMatchObject({ closes: true, stages })
    expect(await world.report('vehicles.csv')).toContain(';Base;origem')
  })

  test('one vehicle is found by its former plate, fixed and removed', async () => {
    const [, , , ...rows] = await cellsOf(small)
    const [plate = '', renavam = ''] = rows.find(([one = '']) => mercosulForm(one) !== one) ?? []
    const env = { FROTA_PERSON: 'Ana' }
    const fix = ['vehicle', 'edit', plate, '--plate', 'XYZ9A87', '--nickname', 'Van 99']
    expect(await world.json(fix, { env })).toMatchObject({ plate: 'XYZ9A87', told: true })
    const shown = await world.json(['vehicle', 'show', plate])
    expect(shown).toMatchObject({ by: 'former-plate', vehicles: [{ renavam, nickname: 'Van 99' }] })
    const unsaid = await world.run(['vehicle', 'remove', 'XYZ9A87'], { env })
    expect(unsaid.code).toBe(2)
    const removed = await world.json(['vehicle', 'remove', renavam, '--yes'], { env })
    expect(removed).toMatchObject({ told: true, wasRegistered: true, person: 'Ana' })
    const fields = (await world.query(HISTORY, [renavam])).map(({ field }) => field)
    expect(fields).toEqual(['plate', 'extras', 'plate', 'nickname', 'in_fleet', 'state'])
    expect(await world.query(CHANGED, [['XYZ9A87']])).toMatchObject([{ is_active: false }])
  })

  test('going back to the first file registers anew who was removed', async () => {
    const object = await world.json(['reconcile', small])
    expect(object).toMatchObject({ state: 'done', closes: true })
    const active = 'SELECT count(*) FROM service.vehicle WHERE is_active'
    expect(await world.count(active)).toBe(VEHICLES)
    const states = 'SELECT state, in_fleet FROM frota.vehicle GROUP BY 1, 2'
    expect(await world.query(states)).toEqual([{ state: 'registered', in_fleet: true }])
    const known = 'A planilha já foi importada antes; nada mudou.'
    expect(first.stdout).not.toContain(known)
    expect((await world.run(['reconcile', small])).stdout).toContain(known)
  })

  /** Whatever a request that changes anything would leave behind. */
  function atService(): Promise<unknown> {
    return world.query(`SELECT count(*)::integer AS vehicles, max(changed_at)::text AS changed,
      (SELECT count(*)::integer FROM service.consultation) AS asked,
      (SELECT count(*)::integer FROM service.quota_use) AS slots FROM service.vehicle`)
  }
})

const CHANGED = `SELECT plate, is_active, right(owner_document_masked, 2) AS owner
  FROM service.vehicle WHERE plate = ANY($1::text[]) ORDER BY array_position($1::text[], plate)`
const LEFT = `SELECT v.state, count(p.id) FILTER (WHERE p.state = 'proposed')::integer AS proposals,
    count(*) FILTER (WHERE v.owner_sealed IS NOT NULL)::integer AS sealed
  FROM frota.vehicle v LEFT JOIN frota.order_plan p ON p.vehicle_id = v.id
  WHERE v.renavam = ANY($1) GROUP BY 1 ORDER BY 1`
const HISTORY = `SELECT c.field FROM frota.vehicle_change c
  JOIN frota.vehicle v ON v.id = c.vehicle_id WHERE v.renavam = $1 ORDER BY c.id`

async function writePlanted(world: World): Promise<string> {
  const rows = await cellsOf(fleet('small.csv'))
  const path = join(world.dir, 'small.csv')
  const planted = new Map([
    [OWNER_ROW, 'ZZZ1A11'],
    [rows.length - 1, 'ZZL1A11'],
  ])
  const lines = rows.map(([plate, ...rest], at) => [planted.get(at) ?? plate, ...rest].join(','))
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

async function cellsOf(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8')
  const lines = text.trim().split(/\r?\n/)
  return lines.map((line) => line.split(','))
}

interface Manifest {
  readonly outside: { readonly lines: readonly { readonly agrees: boolean }[] }
  stages: { rows: object; members: { answered: number; failed: number } }
}
