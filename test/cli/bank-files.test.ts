/** Which files `frota bank match` takes for a statement, of which account, and which it refuses. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fleetFile, payingPlate } from '../support/fleet-file.ts'
import { ofxFile } from '../support/ofx-file.ts'
import { openWorld, startingAt, type World } from '../support/run-frota.ts'

let world: World

beforeAll(async () => {
  world = await openWorld(startingAt('2026-09-10T12:00:00-03:00'))
  const sheet = join(world.dir, 'frota.csv')
  await writeFile(sheet, fleetFile(1, payingPlate))
  const { code, stderr } = await world.run(['reconcile', sheet])
  if (code !== 0) throw new Error(stderr)
  const lines = [
    { id: 'a1', day: '20260910', amount: '-1.00', memo: 'PIX' },
    { id: 'a3', day: '20260915', amount: '-77.10', memo: 'TARIFA DO BANCO' },
  ]
  const path = join(world.dir, 'setembro.ofx')
  await writeFile(path, ofxFile(lines))
  await world.json(['bank', 'match', path])
}, 120_000)
afterAll(() => world[Symbol.asyncDispose]())

test('a file that is no statement changes nothing and says why', async () => {
  const path = join(world.dir, 'foto.ofx')
  await writeFile(path, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))
  const said = await world.run(['bank', 'match', path])
  expect(said).toMatchObject({ code: 2 })
  expect(said.stderr).toMatch(/foto\.ofx não foi lido, nada mudou: S-FORMAT/)
  const refusalOf = async (row: string): Promise<string> => {
    await writeFile(path, `Data;Histórico;Valor\n${row}\n`)
    const { code, stderr } = await world.run(['bank', 'match', path, '--account', '77'])
    expect(code).toBe(2)
    return stderr
  }
  const amount =
    'S-AMOUNT: um valor falta ou não é claro; escreva-o como 1.234,00 (linha 2) "-1.234"'
  expect(await refusalOf('03/08/2026;PIX A;-1.234')).toContain(amount)
  const date =
    'S-DATE: uma data falta ou não existe; escreva-a como dd/mm/aaaa (linha 2) "08/15/2026"'
  expect(await refusalOf('08/15/2026;PIX A;-1,00')).toContain(date)
  const early = await refusalOf('03/11/2006;PIX DETRAN;-10,00')
  expect(early).toMatch(/antes de 01\/08\/2026.*\(03\/11\/2006, -R\$\s10,00, "PIX DETRAN"\)/)
  const late = await refusalOf('03/08/2030;PIX futuro;-100,00')
  expect(late).toMatch(/mais de 31 dias à frente \(03\/08\/2030, -R\$\s100,00, "PIX futuro"\)/)
  expect(await world.count('select count(*) from frota.bank_line')).toBe(2)
})

test('an account that no statement was of before is read only when a person says that it is new', async () => {
  const path = join(world.dir, 'outra.csv')
  await writeFile(path, 'Data;Histórico;Valor\n14/09/2026;SAQUE;-7,00\n')
  const reading = ['bank', 'match', path, '--account', '777-1']
  const { code, stderr } = await world.run(reading)
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/777-1.*0341\/0001\/12345-9.*--new-account/),
  ])
  expect(await world.json([...reading, '--new-account'])).toMatchObject({ added: 1 })
  expect(await world.json(reading)).toMatchObject({ added: 0 })
})

test('an OFX says whose account it is: --account is one of its accounts, or is refused', async () => {
  const path = join(world.dir, 'setembro.ofx')
  const { code, stderr } = await world.run(['bank', 'match', path, '--account', '999-0'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/0341\/0001\/12345-9.*999-0/)])
  const two = join(world.dir, 'duas.ofx')
  const [head = '', rest = ''] = (await readFile(path, 'utf8')).split('<STMTTRNRS>')
  const other = rest.replace('12345-9', '20002-2').replace('</BANKMSGSRSV1></OFX>', '')
  await writeFile(two, `${head}<STMTTRNRS>${other}<STMTTRNRS>${rest}`)
  const chosen = await world.json(['bank', 'match', two, '--account', '0001/123459'])
  expect(chosen).toMatchObject({ lines: 2, added: 0 })
})
