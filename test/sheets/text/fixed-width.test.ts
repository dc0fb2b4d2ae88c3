/** Lines that are cut by places: a value is whole in its cell, or the line is cut nowhere. */
import { expect, test } from 'vitest'
import { cutLine, findFixedColumns } from '../../../src/sheets/text/fixed-width.ts'

const NAMES = ['renavam', 'placa', 'uf']
const hits = (cells: readonly string[]): number =>
  cells.filter((cell) => NAMES.includes(cell)).length

const TEXT = `   renavam      placa    uf
   00639884962  ABC1C34  SP
   26827649960  DEF5G67  RJ
   01284762677  GHI2345  MG
`

test('columns begin where their names and values do', () => {
  const columns = findFixedColumns(TEXT, hits)
  expect(columns?.map(({ start }) => start)).toEqual([3, 16, 25])
  const rows = TEXT.trimEnd().split('\n')
  expect(rows.map((line) => cutLine(line, columns ?? []))[1]).toEqual([
    '00639884962',
    'ABC1C34',
    'SP',
  ])
})

test.each([
  ['before the first column', '1200639884962  ABC1C34  SP'],
  ['between two columns', '   00639884962 xABC1C34  SP'],
  ['of the next cell inside the one before', '   0063  ABC1C34       '],
])('a line with a character %s loses none of it', (_, line) => {
  const columns = findFixedColumns(TEXT, hits) ?? []
  expect(cutLine(line, columns)).toEqual([line.trim(), ''])
})

test('names that the lines below join into one column are not read by places', () => {
  const joined = ['uf ano  placa    renavam', 'SP azul ABC1C34  00639884962', 'Total']
  const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`
  expect(findFixedColumns(text(joined), hits)).toBeUndefined()
  const apart = joined.slice(0, 2)
  expect(findFixedColumns(text(apart), hits)).toHaveLength(4)
})
