/** Columns that hold each other's values: told once, and only where nearly all rows say so. */
import { expect, test } from 'vitest'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { judged, refusal } from './judge-bytes.ts'

const HEADER = 'Placa;Renavam;UF;CNPJ;Frota'
const RENAVAMS = ['00123456703', '00123467870', '00123479045', '00123490219', '00123501385']

/** A row for each RENAVAM, whose plate has its last digits. */
function rows(write: (plate: string, renavam: string) => readonly string[]): string[] {
  return RENAVAMS.map((renavam) => write(`ABC1D${renavam.slice(-2)}`, renavam).join(';'))
}

const SWAPPED = rows((plate, renavam) => [renavam, plate, 'SP', '11222333000181', 'Van'])
const GOOD = rows((plate, renavam) => [plate, renavam, 'SP', '11222333000181', 'Van'])

async function mapOf(lines: readonly string[], options?: JudgeOptions): Promise<unknown> {
  const { code, facts } = await refusal(`${lines.join('\n')}\n`, options)
  return code === 'F-SWAPPED' ? facts['map'] : code
}

test('a state and a nickname change places; so do two pairs at once', async () => {
  const named = rows((plate, renavam) => [plate, renavam, 'Van', '11222333000181', 'SP'])
  expect(await mapOf([HEADER, ...named])).toBe('uf=Frota,nickname=UF')
  const twice = rows((plate, renavam) => [renavam, plate, 'Van', '11222333000181', 'SP'])
  expect(await mapOf([HEADER, ...twice])).toBe('plate=Renavam,renavam=Placa,uf=Frota,nickname=UF')
})

test('what a person said of other columns stays in the map, and places stay places', async () => {
  const map = { ownerDocument: 'CNPJ', renavam: 'Renavam' }
  const all = 'ownerDocument=CNPJ,renavam=Placa,plate=Renavam'
  expect(await mapOf([HEADER, ...SWAPPED], { map })).toBe(all)
  const places = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4' }
  const swapped = 'plate=#2,renavam=#1,uf=#3,ownerDocument=#4'
  expect(await mapOf(SWAPPED, { map: places })).toBe(swapped)
})

test.each([
  ['two rows', SWAPPED.slice(0, 2)],
  ['one row in five that is right', [...SWAPPED.slice(1), ...GOOD.slice(0, 1)]],
  ['a state column that is empty', rows((plate, one) => [plate, one, '', '11222333000181', 'SP'])],
])('%s are told row by row', async (_, lines) => {
  const { file } = await judged(`${[HEADER, ...lines].join('\n')}\n`)
  expect(file.counts.rejected).toBeGreaterThan(0)
})
