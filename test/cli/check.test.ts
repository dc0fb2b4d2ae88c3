/** What a person says of a fleet's file once, from the first import to the next check. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/run-frota.ts'
import type { World } from '../support/run-frota.ts'

let world: World
let odd: string

beforeAll(async () => {
  world = await openWorld()
  odd = join(world.dir, 'odd.csv')
  const rows = ['ABC1D23;00639884962;SP;11222333000181', 'ABC1D24;18025729390;SP;11222333000182']
  await writeFile(odd, ['Chapa;Cod;Estado;Dono', ...rows].join('\n'))
})
afterAll(() => world[Symbol.asyncDispose]())

test('a file is imported by the columns that were named, and checked by them afterwards', async () => {
  const named = ['--map', 'plate=Chapa,renavam=Cod,ownerDocument=Dono']
  const { code, stdout } = await world.run(['reconcile', odd, ...named, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ stages: { vehicles: { registered: 1, refused: 1 } } })
  const checked = await world.run(['check', odd])
  expect(checked.code).toBe(0)
  expect(checked.stdout).toContain(
    '! Colunas lembradas de um arquivo anterior da frota: plate=Chapa',
  )
  expect(checked.stdout).toMatch(/W-DOC-DV × 1 .*11\.\*\*\*\.\*\*\*\/\*\*\*\*-82/)
  expect(checked.stdout).not.toContain('11222333000182')
})
