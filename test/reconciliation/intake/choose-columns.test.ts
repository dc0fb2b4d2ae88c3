/** Which column of a header is which field, and what is said where more than one could be. */
import { expect, test } from 'vitest'
import {
  chooseColumns,
  columnName,
  shorten,
  type FieldMap,
} from '../../../src/reconciliation/intake/header/choose-columns.ts'

const HEADER = ['placa', 'renavam', 'uf', 'cpf_cnpj']

/** `plate=0 uf=2`, then the twins, then each warning with its facts. */
function chosen(row: readonly string[], map: FieldMap = {}): string {
  const answer = chooseColumns(row, 7, map)
  if ('refused' in answer) {
    const { code, line, facts } = answer.refused
    return [code, line, ...Object.values(facts)].join(' | ')
  }
  const twins = answer.twins.map(({ first, second }) => `${first}=${second}`)
  const warnings = answer.warnings.map(({ code, facts }) => [code, ...Object.values(facts)])
  const columns = [...answer.columns].map(([field, column]) => `${field}=${column}`)
  return [columns.join(' '), ...twins, ...warnings.flat()].join(' | ')
}

const FIRST = 'plate=0 renavam=1 uf=2 ownerDocument=3'

test.each<[readonly string[], string, FieldMap?]>([
  [HEADER, FIRST],
  [[...HEADER, 'apelido', 'centro de custo', 'cor'], `${FIRST} nickname=4 costCentre=5`],
  [['cor', 'uf', 'placa'], 'plate=2 uf=1'],
  [[], ''],
  // The same name twice: of a required field both must say the same.
  [[...HEADER, 'Placa'], `${FIRST} | 0=4 | W-DUP-HEADER | placa`],
  [
    ['placa', ...HEADER, 'placa'],
    'plate=0 renavam=2 uf=3 ownerDocument=4 | 0=1 | 0=5 | W-DUP-HEADER | placa',
  ],
  [
    [...HEADER, 'apelido', 'apelido'],
    `${FIRST} nickname=4 | W-ALIAS | apelido/nickname | apelido | apelido | --map nickname=#6`,
  ],
  // Another name for the same field: its own name goes before.
  [
    ['prefixo', ...HEADER, 'apelido'],
    'plate=1 renavam=2 uf=3 ownerDocument=4 nickname=5 | W-ALIAS | apelido/nickname | apelido | prefixo | --map nickname=prefixo',
  ],
  [
    ['documento', ...HEADER.slice(0, 3), 'CNPJ da Frota'],
    'F-AMBIGUOUS-COLUMN | 7 | cpf_cnpj/owner_document | documento, CNPJ da Frota | --map ownerDocument=documento | --map "ownerDocument=CNPJ da Frota"',
  ],
  [
    ['documento', ...HEADER.slice(0, 3), 'CNPJ da Frota'],
    'plate=1 renavam=2 uf=3 ownerDocument=4',
    { ownerDocument: 'CNPJ da Frota' },
  ],
  // Beside a driver a bare document is the driver's.
  [['placa', 'renavam', 'uf', 'CPF', 'cor'], FIRST],
  [['placa', 'renavam', 'uf', 'CPF', 'Motorista'], 'plate=0 renavam=1 uf=2'],
  [['placa', 'renavam', 'uf', 'cpf_cnpj', 'Motorista'], FIRST],
  // A column of two values gives each of them where nothing else does.
  [['Placa/UF', 'renavam'], 'plate=0 renavam=1 uf=0'],
  [['Placa/UF', 'renavam', 'UF'], 'plate=0 renavam=1 uf=2'],
  [
    ['Placa', 'UF', 'UF Placa'],
    'plate=0 uf=1 | W-ALIAS | uf | UF | UF Placa | --map "uf=UF Placa"',
  ],
  [['Placa', 'UF Placa'], 'plate=0 uf=1'],
  // What a person says of a column.
  [['a', 'b', 'c', 'd'], FIRST, { plate: 'a', renavam: '#2', uf: 'C', ownerDocument: '#04' }],
  [HEADER, 'plate=1 uf=2 ownerDocument=3', { plate: 'renavam' }],
  [
    ['documento', 'x', 'placa', 'uf'],
    'plate=2 renavam=0 uf=3 ownerDocument=1',
    { renavam: 'documento', ownerDocument: '#2' },
  ],
  [
    ['prefixo', 'Nº de frota'],
    'F-AMBIGUOUS-COLUMN | 7 | apelido/nickname | prefixo, Nº de frota | --map nickname=prefixo | --map "nickname=Nº de frota"',
  ],
  [['Placa/UF', 'renavam'], 'plate=0 renavam=1 uf=0', { plate: 'Placa/UF' }],
  [
    HEADER,
    'F-MAP | 7 | nickname | Xis | 4 | placa, renavam, uf, cpf_cnpj',
    { nickname: 'X\u200bis' },
  ],
  [HEADER, 'F-MAP | 7 | plate | #5 | 4 | placa, renavam, uf, cpf_cnpj', { plate: '#5' }],
])('the header %j gives %s with --map %j', (row, expected, map) => {
  expect(chosen(row, map)).toBe(expected)
})

test.each([
  ['Placa', 'Placa'],
  [' Placa\u200b ', 'Placa'],
  ['', 'coluna 2'],
  [' \u0007', 'coluna 2'],
  ['x'.repeat(121), 'x'.repeat(120)],
  ['conta 12345678', 'conta 12345678'],
  ['conta 123456789', 'conta #########'],
  ['123.456.789-01 x', '###.###.###-## x'],
  ['12/34 56-78', '12/34 56-78'],
  ['1..23456789', '1..23456789'],
  ['12ABC34501DE35', '##############'],
  ['12abc34501de35', '##############'],
  ['12ABC34501DE36', '12ABC34501DE36'],
])('a column %j is called %j', (header, name) => {
  expect(columnName(['a', header], 1)).toBe(name)
})

test('a column that the row lacks is called by its place', () => {
  expect(columnName([], 4)).toBe('coluna 5')
})

test('a list of names ends after two hundred characters, and hides long numbers before', () => {
  expect(shorten('x'.repeat(200))).toBe('x'.repeat(200))
  expect(shorten('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
  expect(shorten(`${'x'.repeat(198)} 123456789`)).toBe(`${'x'.repeat(198)} #…`)
})
