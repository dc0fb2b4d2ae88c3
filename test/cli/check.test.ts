/** `frota check` as a fleet manager meets it: what was understood, and what is odd in it. */
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

test('columns that nobody can guess are named by --map', async () => {
  const guessed = await world.run(['check', odd])
  expect(guessed.code).toBe(2)
  const told = await world.run([
    'check',
    odd,
    '--map',
    'plate=Chapa,renavam=Cod,ownerDocument=Dono',
    '--json',
  ])
  expect(told.stderr).toBe('')
  expect(JSON.parse(told.stdout)).toMatchObject({ counts: { read: 2, accepted: 2 } })
})

test('a pair of --map that is none is named', async () => {
  const { code, stderr } = await world.run(['check', odd, '--map', 'Chapa', '--locale', 'en'])
  expect({ code, stderr }).toMatchObject({ code: 2 })
  expect(stderr).toContain('--map: "Chapa" is not FIELD=COLUMN')
})

test('what is accepted although it looks odd is counted by its code, documents masked', async () => {
  const { stdout } = await world.run([
    'check',
    odd,
    '--map',
    'plate=Chapa,renavam=Cod,ownerDocument=Dono',
  ])
  expect(stdout).toMatch(/W-DV × 1 .*linha 3/)
  expect(stdout).toMatch(/W-DOC-DV × 1 .*11\.\*\*\*\.\*\*\*\/\*\*\*\*-82/)
  expect(stdout).not.toContain('11222333000182')
})

test('a file is imported by the columns that were named', async () => {
  const named = ['--map', 'plate=Chapa,renavam=Cod,ownerDocument=Dono']
  const { code, stdout } = await world.run(['reconcile', odd, ...named, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ stages: { vehicles: { registered: 1, refused: 1 } } })
})
