/** What keeps a run from ending, or from being done: work that never moves, and work that never ends. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fleetFile, payingPlate } from '../support/fleet-file.ts'
import { onlyObject, openWorld, type Ended, type World } from '../support/run-frota.ts'

const VEHICLES = 6
const ORDERING = ['--order-method', 'pix', '--approve-up-to', '1000000']
const THROWN_AWAY = `
  CREATE FUNCTION public.throw_away() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER throw_away BEFORE UPDATE OF preview ON frota.order_plan
    FOR EACH ROW EXECUTE FUNCTION public.throw_away()`

interface GivenUp {
  kind: string
  work: string
  rows: number
  ended: string
}

let world: World
let file: string
let ended: Ended
let said: { carriedOver: number; stuckJobs: number; givenUp: GivenUp[] }

beforeAll(async () => {
  world = await openWorld({ FROTA_TEST_SCALE: '300' })
  file = join(world.dir, 'fleet.csv')
  await writeFile(file, fleetFile(VEHICLES, payingPlate))
  // Makes the tables; nothing is imported yet.
  await world.run(['status', '--json'])
  for (const statement of THROWN_AWAY.split(';\n')) await world.query(statement)
  ended = await world.run(['reconcile', file, ...ORDERING, '--json'])
  said = onlyObject(ended) as unknown as typeof said
})
afterAll(() => world[Symbol.asyncDispose]())

test('the run is not done: it exits 1, and every vehicle that was left carries over', () => {
  expect(ended.code).toBe(1)
  expect(said).toMatchObject({ state: 'carried-over', carriedOver: VEHICLES, closes: true })
  expect(said.givenUp.reduce((sum, { rows }) => sum + rows, 0)).toBe(VEHICLES)
  expect(said.stuckJobs).toBe(said.givenUp.length)
  expect(new Set(said.givenUp.map(({ kind }) => kind))).toEqual(new Set(['preview-orders']))
})

test('a person reads what was given up, of which kind and how much, and how to go on', () => {
  const tasks = said.givenUp.length === 1 ? 'tarefa foi abandonada' : 'tarefas foram abandonadas'
  const [sentence] = ended.stderr.match(/^frota: .*/gm) ?? []
  expect(sentence).toContain(`${said.givenUp.length} ${tasks}`)
  expect(sentence).toContain(`(preço de propostas: ${VEHICLES})`)
  expect(sentence).toContain('frota resume')
})

test('the log warns once of each, by kind and name', () => {
  const lines = ended.stderr.split('\n').filter((line) => line.includes('work is given up'))
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.map(({ level, work }) => `${String(level)} ${String(work)}`).toSorted()).toEqual(
    said.givenUp.map(({ work }) => `warn ${work}`).toSorted(),
  )
  expect(logged[0]).toMatchObject({ kind: 'preview-orders', outcome: 'done' })
})

test('the reports name it, and so do status and its English sentence', async () => {
  const manifest = JSON.parse(await world.report('manifest.json')) as { run: object }
  expect(manifest.run).toMatchObject({ state: 'carried-over', givenUp: said.givenUp })
  const page = await readFile(join(world.reportsDir, 'latest', 'summary.html'), 'utf8')
  expect(page).toContain(`(preço de propostas: ${VEHICLES})`)
  expect(await world.json(['status'])).toMatchObject({
    run: { state: 'carried-over', givenUp: said.givenUp },
  })
  const { stdout } = await world.run(['status'], { env: { FROTA_LOCALE: 'en' } })
  expect(stdout).toContain(`(price of proposals: ${VEHICLES})`)
})

test('once the error is fixed, resume does it all, and nothing is left', async () => {
  await world.query('DROP TRIGGER throw_away ON frota.order_plan')
  const { code, stdout } = await world.run(['resume', ...ORDERING, '--json'])
  expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
    code: 0,
    state: 'done',
    carriedOver: 0,
    stuckJobs: 0,
    givenUp: [],
  })
  const orders = 'SELECT count(*) FROM service.payment_order'
  expect(await world.count(orders)).toBe(VEHICLES)
})

const READ_AGAIN_SOON = `
  UPDATE frota.payment_order SET next_read_at = frota.ledger_now(), reads = 0;
  CREATE FUNCTION public.again_soon() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.next_read_at := frota.ledger_now() + interval ''5 s''; RETURN NEW; END';
  CREATE TRIGGER again_soon BEFORE UPDATE OF next_read_at ON frota.payment_order
    FOR EACH ROW EXECUTE FUNCTION public.again_soon()`

test('resume ends although some order is to be read every few seconds, as in a large fleet', async () => {
  for (const statement of READ_AGAIN_SOON.split(';\n')) await world.query(statement)
  expect(await world.json(['resume'])).toMatchObject({ state: 'done', carriedOver: 0 })
  const reads = await world.query('SELECT DISTINCT reads FROM frota.payment_order')
  expect(reads).toEqual([{ reads: 1 }])
})
