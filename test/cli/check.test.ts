/** What a person says of a fleet's file once, from the first import to the next check. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const world = await forFile(openWorld())
const odd = join(world.dir, 'odd.csv')
const rows = ['ABC1D23;00639884962;SP;11222333000181', 'ABC1D24;18025729390;SP;11222333000182']
await writeFile(odd, ['Chapa;Cod;Estado;Dono', ...rows].join('\n'))

test('a file is imported by the columns that were named, and checked by them afterwards', async () => {
  const named = ['--map', 'plate=Chapa,renavam=Cod,ownerDocument=Dono']
  const { code, stdout } = await world.run(['reconcile', odd, ...named, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ stages: { vehicles: { registered: 1, refused: 1 } } })
  // What the service refused waits for no answer.
  const waiting = `select count(*) from frota.campaign_member where state = 'open'`
  expect(await world.count(waiting)).toBe(0)
  const checked = await world.run(['check', odd])
  expect(checked.code).toBe(0)
  expect(checked.stdout).toContain(
    '! Colunas lembradas de um arquivo anterior da frota: plate=Chapa',
  )
  expect(checked.stdout).toMatch(/linha 3, Dono: .*11\.\*\*\*\.\*\*\*\/\*\*\*\*-82.* \(W-DOC-DV\)/)
  expect(checked.stdout).not.toContain('11222333000182')
})

test('what a file would change of the fleet is told before it is sent, and changes nothing', async () => {
  const next = join(world.dir, 'next.csv')
  const rows = ['ABC1D23;00639884962;SP;52998224725', 'DEF5G67;26827649960;RJ;52998224725']
  await writeFile(next, ['Chapa;Cod;Estado;Dono', ...rows].join('\n'))
  const tables = ['import', 'vehicle_change', 'campaign_member', 'quota_use']
  const counts = (): Promise<unknown> =>
    world.query(`select ${tables.map((name) => `(select count(*) from frota.${name})`).join()}`)
  const before = await counts()
  const { difference } = await world.json(['check', next])
  expect(difference).toMatchObject({
    added: { count: 1, examples: ['DEF5G67'] },
    changed: { count: 1, examples: ['ABC1D23'] },
    changes: { ownerDocument: 1, plate: 0, nickname: 0 },
    missing: { count: 1, examples: ['ABC1D24'] },
    returning: { count: 0 },
    unchanged: 0,
    ownersKept: 1,
    removals: { missing: 0, held: null },
    asking: { count: 1, perHour: 20 },
  })
  const { stdout } = await world.run(['check', next])
  expect(stdout).toContain('alterados: 1 (ABC1D23) · proprietário 1')
  expect(stdout).toMatch(/a consultar: 1, a 20 por hora: tudo respondido por volta de /)
  expect(stdout).toContain('fica o de antes, salvo com --update-owners')
  expect(stdout).not.toContain('52998224725')
  expect(await counts()).toEqual(before)
})

test('a file that the import would refuse for what it changes is no file to import', async () => {
  const other = join(world.dir, 'other.csv')
  await writeFile(other, 'placa;renavam;uf;cpf\nGHI2345;26827649960;RJ;52998224725\n')
  const checked = await world.run(['check', other])
  const sent = await world.run(['reconcile', other])
  expect([checked.code, sent.code]).toEqual([2, 2])
  const [first = ''] = sent.stderr.split('\n').filter((line) => line.includes('veículos da frota'))
  expect(first).toContain('O arquivo tem só 0 dos 2 veículos da frota.')
  expect(checked.stderr).toContain(first)
  const lines = checked.stdout.split('\n').map((line) => line.trim())
  const said = lines.indexOf('! frota reconcile recusaria este arquivo (F-OVERLAP).')
  expect(lines[said + 1]).toBe('novos: 1 (GHI2345)')
  const told = await world.run(['check', other, '--json'])
  expect(told.code).toBe(2)
  expect(JSON.parse(told.stdout)).toMatchObject({ difference: { refusal: { code: 'F-OVERLAP' } } })
})

test('a file that was not compared with its fleet says so to scripts, too', async () => {
  const other = join(world.dir, 'other.csv')
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const told = await world.run(['check', other, '--json', '--exit-code'], { env })
  expect([told.code, (await world.run(['check', other], { env })).code]).toEqual([1, 0])
  expect(JSON.parse(told.stdout)).toMatchObject({
    counts: { accepted: 1 },
    fleetProblem: expect.stringContaining('127.0.0.1:1'),
  })
})
