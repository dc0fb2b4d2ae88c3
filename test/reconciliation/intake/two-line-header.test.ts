/** Headers that fill two lines: joined where one line alone names too little, and given back as two. */
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { joinTwoRows } from '../../../src/reconciliation/intake/header/two-line-header.ts'
import { sampleColumns } from '../../../src/reconciliation/intake/records/sample-columns.ts'
import { codesOf, judged, refusal, sourceOf, writtenBack } from './judge-bytes.ts'

const UPPER = ['Veículo', 'Cód.', '', 'CPF/CNPJ']
const LOWER = ['Placa', 'Renavam', 'UF', 'Proprietário']
const VEHICLE = ['ABC1D34', '00123456703', 'SP', '11222333000181']

function text(...rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(';')}\n`).join('')
}

test.each([
  ['a name in two halves', ['Cód. do'], ['Renavam'], ['Cód. do Renavam']],
  ['a name and its note', ['Renavam'], ['(11 dígitos)'], ['Renavam (11 dígitos)']],
  ['a name below a word', ['Dados'], ['Placa'], ['Placa']],
  ['a cell that is empty in one line', ['Placa', ''], ['', 'UF'], ['Placa', 'UF']],
  ['a group over two', ['Código', ''], ['Renavam', 'Frota'], ['Código Renavam', 'Frota']],
  ['a group whose name completes', ['Cod', ''], ['Cor', 'Renavam'], ['Cod Cor', 'Renavam']],
  ['a line that is shorter', [' Placa ', 'x'], [' ', ' UF ', 'Cor'], ['Placa', 'UF', 'Cor']],
  ['a name twice', ['Placa'], ['Placa do veículo'], ['Placa']],
  ['an optional name', ['Apelido', 'Centro de custo'], ['a', 'b'], ['Apelido', 'Centro de custo']],
  ['a name and any note', ['Renavam'], ['(novo)'], ['Renavam']],
  ['a document of the owner', ['CNPJ', 'Titular'], ['Dados', 'CNPJ'], ['CNPJ', 'CNPJ']],
  ['a document of another', ['CNPJ', 'Xis'], ['Motorista', 'CNPJ'], ['CNPJ Motorista', 'Xis CNPJ']],
  ['a name below anything', ['Xis'], ['Placa'], ['Placa']],
  ['a column without a name', ['Placa', '', 'x'], ['', '', 'y'], ['Placa', '', 'x y']],
  ['a group that completes', ['Centro de', ''], ['x', 'custo'], ['Centro de x', 'Centro de custo']],
  ['a driver', ['Condutor', ''], ['Nome', 'CPF'], ['Condutor Nome', 'Condutor CPF']],
  ['a customer', ['Cliente', ''], ['CNPJ', 'Cidade'], ['Cliente CNPJ', 'Cidade']],
  [
    'an owner',
    ['', 'Proprietário', ''],
    ['UF', 'Nome', 'CNPJ da empresa'],
    ['UF', 'Proprietário Nome', 'CNPJ da empresa'],
  ],
])('%s: %j above %j', (_, upper, lower, joined) => {
  expect(joinTwoRows(upper, lower)).toEqual(joined)
})

test.each([
  ['two names', ['Placa', 'UF'], ['Renavam', '']],
  ['a plate', ['Placa', 'Renavam'], ['ABC1D34', '']],
  ['a number', ['Placa', 'Renavam'], ['A EMPLACAR', '123']],
  ['a state', ['Placa', 'Cor'], ['', 'sp']],
  ['a number among names', ['Placa', 'Cor'], ['(nota)', '123']],
  ['a word below a name', ['Placa', 'UF'], ['Dados', '']],
  ['a note in brackets after a word', ['Renavam'], ['novo (x)']],
  ['blanks', ['Placa'], [' ']],
  ['a vehicle above', ['ABC1D34', ''], ['Placa', 'Renavam']],
  ['nothing', ['Placa', ''], ['', '']],
])('%s keep rows apart: %j above %j', (_, upper, lower) => {
  expect(joinTwoRows(upper, lower)).toBeUndefined()
})

test('a vehicle below an incomplete header is never taken for its second line', async () => {
  const waiting = ['A EMPLACAR', 'AGUARDANDO', '', 'CNPJ da empresa']
  const { code } = await refusal(text(['Placa', 'Renavam', 'UF', 'Dono'], waiting, VEHICLE))
  expect(code).toBe('F-MISSING-COLUMN')
})

test('both lines go back, with our columns named in the second', async () => {
  const answer = await judged(text(['Frota'], UPPER, LOWER, VEHICLE))
  const back = String(await writtenBack(answer, { rows: 'all' }))
  const [first, second] = back.split('\n')
  expect([first, second]).toEqual([
    `${UPPER.join(';')};;;;;`,
    `${LOWER.join(';')};frota_status;frota_motivo;frota_coluna;frota_valor;frota_sugestao`,
  ])
})

test('in a workbook below a title, too', async () => {
  const rows = [['Frota de novembro'], UPPER, LOWER, VEHICLE]
  const bytes = await writeXlsx({ sheets: [{ name: 'Frota', rows }] })
  const answer = await judged(Buffer.from(bytes))
  expect(answer.rows.map((row) => [row.line, row.verdict])).toEqual([[4, 'accepted']])
  const again = await judged(await writtenBack(answer, { rows: 'all' }))
  expect(again.file.understood.warnings.map(({ code }) => code)).toEqual(['W-TWO-LINES'])
})

test('a map names a column as both lines do, for this file and as it is remembered', async () => {
  const file = text(['Veículo', 'Cód.', '', 'CPF/CNPJ'], ['Chapa', ...LOWER.slice(1)], VEHICLE)
  const { facts } = await refusal(file)
  expect(facts).toMatchObject({ map: '"plate=Veículo Chapa"', unguessed: '' })
  const sample = await sampleColumns(sourceOf(file), { headerLine: 2 })
  expect(sample?.columns.map(({ wanted }) => wanted)).toEqual([
    'Veículo Chapa',
    'Cód. Renavam',
    'UF',
    'CPF/CNPJ Proprietário',
  ])
  const map = { plate: 'Veículo Chapa' }
  for (const options of [{ map }, { remembered: { map } }]) {
    const answer = await judged(file, options)
    expect(codesOf(answer.rows[0])).toEqual([])
  }
})
