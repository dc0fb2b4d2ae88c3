/** What a file says, and what it leaves unsaid, of vehicles that are known from an earlier one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openImportWorld, type ImportWorld } from './import-world.ts'

const ROW = 'ABC1C34;00639884962;SP;11222333000181'

let world: ImportWorld
beforeAll(async () => {
  world = await openImportWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.database.pool.query('truncate frota.vehicle cascade')
  await world.openFleet()
})

test('what a file has no column for stays, hand edits too, and an empty cell clears', async () => {
  const values = async () =>
    (await world.database.pool.query('select nickname, cost_centre, extras from frota.vehicle'))
      .rows
  const all = 'placa;renavam;uf;cpf_cnpj;apelido;centro de custo;Motorista\n'
  await world.importText(`${all}${ROW};Van;Sul;Ana\n`)
  await world.database.pool.query("update frota.vehicle set nickname = 'by hand'")
  const narrow = `placa;renavam;uf;cpf_cnpj\n${ROW}\n`
  expect(await world.differenceOf(narrow)).toMatchObject({ unchanged: 1, changed: { count: 0 } })
  expect(await world.importText(narrow)).toMatchObject({ state: 'applied', vehiclesChanged: 0 })
  expect(await values()).toEqual([
    { nickname: 'by hand', cost_centre: 'Sul', extras: { Motorista: 'Ana' } },
  ])
  const cleared = `${all}${ROW};;;\n`
  expect((await world.differenceOf(cleared)).changes).toMatchObject({
    nickname: 1,
    costCentre: 1,
    extras: 1,
  })
  await world.importText(cleared)
  expect(await values()).toEqual([{ nickname: '', cost_centre: '', extras: {} }])
})
