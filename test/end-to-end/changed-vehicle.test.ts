/** A vehicle's plate or state changes, at the service or in the fleet: nothing old is ordered. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessTo, openWorld, type Rows } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'
import { callService } from '../support/call-service.ts'

/** Plates of this range always have something to pay (docs/faults.md). */
const [ONE, TWO, THREE] = ['ZZN1A11', 'ZZN1A12', 'ZZN1A13'] as const
const RENAVAMS = { [ONE]: '02837517024', [TWO]: '09690517916', [THREE]: '18025729392' }
const PEOPLE = { FROTA_PERSON: 'Ana', FROTA_ORDER_METHOD: 'pix' }

const service = await forFile(openWorld())
const facts = await service.serve()
const runner = await forFile(openWorld({ ...accessTo(facts), ...PEOPLE }))

async function fileOf(plates: Readonly<Record<string, string>>): Promise<string> {
  const rows = Object.entries(RENAVAMS).map(
    ([plate, renavam]) => `${plates[plate] ?? plate},${renavam},SP,52998224725`,
  )
  const path = join(runner.dir, 'fleet.csv')
  await writeFile(path, ['plate,renavam,uf,owner_document', ...rows].join('\n'))
  return path
}

/** State and reason of the vehicle's proposals, oldest first. */
function plans(renavam: string): Promise<Rows> {
  return runner.query(
    `SELECT p.state, split_part(p.reason, ':', 1) AS reason FROM frota.order_plan p
     JOIN frota.vehicle v ON v.id = p.vehicle_id WHERE v.renavam = $1 ORDER BY p.created_at`,
    [renavam],
  )
}

/** What the service shows of the vehicle's answers, and how many orders it has of it. */
async function atService(renavam: string): Promise<object | undefined> {
  const [row] = await service.query(
    `SELECT plate, latest_consultation_status AS latest, open_debts_count > 0 AS owes,
       consultations_count AS asked, (SELECT count(*)::integer FROM service.payment_order o
         WHERE o.vehicle_id = v.id) AS orders
     FROM service.vehicle v WHERE renavam = $1`,
    [renavam],
  )
  return row
}

const PROPOSED = { state: 'proposed', reason: null }
const FORMER = { state: 'void', reason: 'identity-changed' }

test('one of each is asked about and proposed', async () => {
  expect(await runner.json(['reconcile', await fileOf({})])).toMatchObject({ closes: true })
  for (const renavam of Object.values(RENAVAMS)) expect(await plans(renavam)).toEqual([PROPOSED])
})

test('what somebody changes at the service makes the service refuse an approved order', async () => {
  expect((await runner.run(['orders', 'approve', ONE])).code).toBe(0)
  const [found] = await service.query('SELECT id FROM service.vehicle WHERE plate = $1', [ONE])
  const path = `/api/v1/vehicles/${String(found?.['id'])}`
  const changed = await callService(facts, 'PATCH', path, { body: { plate: 'ZZN9A91' } })
  expect(changed.status).toBe(200)
  expect(await runner.json(['resume'])).toMatchObject({ closes: true })
  expect(await plans(RENAVAMS[ONE])).toEqual([{ state: 'void', reason: 'service-refused' }])
  expect(await atService(RENAVAMS[ONE])).toMatchObject({ latest: null, owes: false, orders: 0 })
  expect(await runner.report('exceptions.csv')).toContain('antes da mudança do Renavam')
})

test('what a person fixes ends answer, debts and proposals at once, in both programs', async () => {
  expect((await runner.run(['orders', 'approve', TWO])).code).toBe(0)
  const fixed = await runner.run(['vehicle', 'edit', TWO, '--plate', 'ZZN9A92'])
  expect(fixed).toMatchObject({ code: 0, stderr: '' })
  expect(fixed.stdout).toContain(
    'As respostas e propostas de antes não valem mais: a próxima execução consulta o veículo de ' +
      'novo.\nO serviço já sabe.',
  )
  expect(await atService(RENAVAMS[TWO])).toMatchObject({ plate: 'ZZN9A92', latest: null })
  const { stdout } = await runner.run(['debts', 'ZZN9A92'])
  expect(stdout).toContain('R$ 0,00')
  expect((await runner.run(['report'])).code).toBe(0)
})

test('a file with another plate has both asked about anew, and nothing old ordered', async () => {
  const file = await fileOf({ [TWO]: 'ZZN9A92', [THREE]: 'ZZN9A93' })
  const ended = await runner.run(['reconcile', file])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toContain(
    'Veículos com outra placa ou UF na planilha: 1 (ZZN9A93). As respostas e propostas de antes ' +
      'não valem mais, e a consulta é feita de novo.',
  )
  expect(await plans(RENAVAMS[TWO])).toEqual([FORMER, PROPOSED])
  expect(await plans(RENAVAMS[THREE])).toEqual([FORMER, PROPOSED])
  for (const renavam of [RENAVAMS[TWO], RENAVAMS[THREE]]) {
    const now = { latest: 'ready', owes: true, asked: 2, orders: 0 }
    expect(await atService(renavam)).toMatchObject(now)
  }
  const manifest = JSON.parse(await runner.report('manifest.json')) as Manifest
  expect(manifest).toMatchObject({ closes: true, stages: { members: { answered: 3, open: 0 } } })
  expect(await runner.count('SELECT count(*) FROM frota.campaign')).toBe(1)
})

interface Manifest {
  readonly closes: boolean
  readonly stages: { readonly members: object }
}
