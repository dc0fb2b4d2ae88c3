/** Columns whose cells hold two values: which fields they give, and beside which columns they do not. */
import { expect, test } from 'vitest'
import type { FieldMap } from '../../../src/reconciliation/intake/header/choose-columns.ts'
import { codesOf, judged } from './judge-bytes.ts'

const VEHICLE = { plate: 'ABC1D34', renavam: '00123456703', uf: 'SP' }
const NUMBERS = '00123456703;11222333000181'

/** What one row gets below a header, and the columns that were taken for plate and state. */
async function read(header: string, row: string, map: FieldMap = {}) {
  const { rows, file } = await judged(`${header};Renavam;CNPJ\n${row};${NUMBERS}\n`, { map })
  const { plate, uf } = file.understood.columns
  return { columns: [plate, uf], vehicle: rows[0]?.vehicle, codes: codesOf(rows[0]) }
}

test.each([
  ['Placa/UF', 'ABC1D34/SP', ['Placa/UF', 'Placa/UF']],
  ['UF-PLACA', 'sp abc-1d34', ['UF-PLACA', 'UF-PLACA']],
  ['Placa (UF)', "'ABC1D34 - SP", ['Placa (UF)', 'Placa (UF)']],
  ['Placa do veículo;UF Placa', 'ABC1D34;SP', ['Placa do veículo', 'UF Placa']],
  ['Placa/UF;Cidade/UF', 'ABC1D34/SP;Olinda/PE', ['Placa/UF', 'Placa/UF']],
  ['Placa/UF;UF licenciamento', 'ABC1D34/SP;SP', ['Placa/UF', 'UF licenciamento']],
  ['Placa;Cidade/UF;UF licenciamento', 'ABC1D34;Olinda/PE;SP', ['Placa', 'UF licenciamento']],
  ['Placa;Cidade/UF', 'ABC1D34;Embu-Guaçu/SP', ['Placa', 'Cidade/UF']],
])('%s with %s gives plate and state by %j', async (header, row, columns) => {
  expect(await read(header, row)).toMatchObject({ columns, vehicle: VEHICLE })
})

test.each([
  ['Placa/UF', { plate: 'Placa/UF' }],
  ['Placa/UF', { plate: '#1', uf: '#1' }],
  ['Veículo', { plate: 'Veículo', uf: 'Veículo' }],
])('%s is read for plate and state by --map %j', async (header, map) => {
  const { vehicle, codes } = await read(header, 'ABC1D34/SP', map)
  expect([vehicle, codes]).toMatchObject([VEHICLE, ['W-SPLIT']])
})

test('where one column is for both, a plate without its state needs the default of the file', async () => {
  const text = `Placa/UF;Renavam;CNPJ\nABC1D34;${NUMBERS}\n`
  expect(codesOf((await judged(text)).rows[0])).toEqual(['R-SPLIT'])
  expect(codesOf((await judged(text, { defaults: { uf: 'PE' } })).rows[0])).toEqual([])
})

test('the state beside the plate goes before the default of the file, which fills the others', async () => {
  const text = `Placa;Renavam;CNPJ\nABC1D34/SP;${NUMBERS}\nDEF5678;00123467870;11222333000181\n`
  const { rows } = await judged(text, { defaults: { uf: 'PE' } })
  expect(rows.map(({ vehicle }) => vehicle?.uf)).toEqual(['SP', 'PE'])
  expect(codesOf(rows[0])).toEqual(['W-SPLIT', 'W-SPLIT'])
})
