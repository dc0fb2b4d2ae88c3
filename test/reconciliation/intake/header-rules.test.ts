/** Rules of headers, each by itself: places, names in a map, joined rows, guesses, groups, sheets. */
import { expect, test } from 'vitest'
import { holdsVehicle } from '../../../src/reconciliation/intake/header/above-header.ts'
import * as aliases from '../../../src/reconciliation/intake/header/aliases.ts'
import * as columns from '../../../src/reconciliation/intake/header/column-wanted.ts'
import { guessColumns } from '../../../src/reconciliation/intake/header/guess-columns.ts'
import { partJoinedRows } from '../../../src/reconciliation/intake/header/joined-rows.ts'
import { nameSheets } from '../../../src/reconciliation/intake/header/name-sheets.ts'
import {
  fullerHeader,
  groupAbove,
} from '../../../src/reconciliation/intake/header/two-line-header.ts'
import { refuse } from '../../../src/reconciliation/intake/reasons/explain.ts'

const DIALECT = {
  delimiter: ';',
  quote: '"',
  lineEnd: '\n',
  sepLine: false,
  confidence: 1,
} as const

test.each([
  ['#12', 12],
  [' #007 ', 7],
  ['#0', undefined],
  ['#123456', undefined],
  ['a#1', undefined],
  ['#1a', undefined],
])('%j in a map is the place %j', (wanted, place) => {
  expect(columns.placeInMap(wanted)).toBe(place)
})

test.each([
  ['#1', 0],
  ['#2', 2],
  ['#6', -1],
  ['placa', 2],
  [' placa ', 2],
  ['PLÀCA', 0],
  ['?', -1],
])('%j in a map means the column %j of five', (wanted, column) => {
  expect(columns.columnWanted(['Placa', 'frota_status', ' placa ', '', 'UF'], wanted)).toBe(column)
})

test('a column is named in a map as a shell leaves it, or by its place', () => {
  const header = [' Placa ', 'x#', 'Frota 22', 'Frota 222', '#a', 'a|b', 'x#']
  const names = header.map((_, column) => columns.nameInMap(header, column))
  expect(names).toEqual(['Placa', 'x#', 'Frota 22', '#4', '#5', '#6', '#7'])
  const said = { renavam: 'PLACA', uf: '#2', nickname: 'Xis' }
  const meant = new Map([['plate', 1]])
  expect(columns.mapToType(header, said, meant)).toBe('renavam=Placa,uf=#2,nickname=Xis,plate=x#')
})

test.each([
  ['a;b;c\nd;e;f', 4, [], 2],
  ['a;b\nc;d;e;f', 4, [], 1],
  ['a;b;c\nd;e', 4, [], 1],
  ['a\r\nb;c;d;e\rf', 4, [], 3],
  ['a\nb;c;d\ne', 4, [], 1],
  ['a;b\nc;d', 3, [], 1],
  ['a;b;c\nd;e;f', 3, [], 2],
  ['a;b\nc;d', 2, [], 2],
  ['a\nb', 1, [], 1],
  ['a\nb', 4, ['x', 'a\nABC1D34;b'], 2],
  ['a\nb', 4, ['a\nABC1D34', 'ABC1D34;b', 'a\nb;c'], 1],
])(
  'of a record %j below %i columns, with cells %j, %i rows are made',
  (text, width, cells, rows) => {
    const record = { line: 5, lines: 2, cells, text }
    const parts = partJoinedRows(record, width, DIALECT)
    expect(parts.map(({ line }) => line)).toEqual([5, 6, 7].slice(0, rows))
    const first = text.split(/[\r\n]/)[0]?.split(';')
    expect(parts[0]?.cells).toEqual(rows === 1 ? cells : first)
  },
)

test.each([
  [['x\nABC1D34;y', 'z'], true],
  [['ABC1D34 00123456703'], true],
  [['t\nABC 1D34', '0012 3456 703'], true],
  [['t\nABC 1D34', 'z'], false],
])('the cells %j hold a vehicle: %j', (cells, holds) => {
  expect(holdsVehicle(cells, DIALECT)).toBe(holds)
})

const PLATE = 'ABC1D34'
const RENAVAM = '00123456703'

test.each<[string[], string, number[]?]>([
  [[`${PLATE};${RENAVAM};SP;11222333000181`], 'plate=0 ownerDocument=3 renavam=1 uf=2'],
  [[`${PLATE};SP`], 'plate=0 uf=1'],
  [['SP;x'], ''],
  [[`${PLATE};00123456704;${RENAVAM}`], 'plate=0 renavam=2'],
  [[`${PLATE};SP;00123456704`], 'plate=0 renavam=2 uf=1'],
  [[`${PLATE};Olinda/PE`], 'plate=0 uf=1'],
  [[`${PLATE};SP;11222333000182`], 'plate=0 ownerDocument=2 uf=1'],
  [[`${PLATE};SP;112223330001821`], 'plate=0 uf=1'],
  [[`${PLATE};SP;112223330001X2`], 'plate=0 uf=1'],
  [[`${PLATE}/SP;${RENAVAM}`, `${PLATE};${RENAVAM}`], 'plate=0 renavam=1 uf=0'],
  [[`${PLATE}/SP;${RENAVAM}`, `${PLATE};x`, `${PLATE};x`], 'plate=0'],
  // A number that is a CPF and a RENAVAM is one of them.
  [[`${PLATE};00639884962`], 'plate=0 ownerDocument=1'],
  [[`${PLATE};SP;${RENAVAM}`], 'plate=0 renavam=2', [1]],
  [[`${PLATE};SP`, `${PLATE};SP; `, `${PLATE};SP;${RENAVAM}`], 'plate=0 renavam=2 uf=1'],
  // The greater share of the cells that are filled.
  [[`${PLATE};SP;${PLATE}`, `${PLATE};SP;`, 'x;SP;'], 'plate=2 uf=1'],
  [[`${PLATE};SP;${PLATE}`, `${PLATE};SP;x`], 'plate=0 uf=1'],
  [[`${PLATE};SP`, 'x;SP', 'x;SP'], 'uf=1'],
  [[`${PLATE};SP;${PLATE}`], 'uf=1'],
])('below a title the rows %j are guessed to have %s', (lines, expected, taken = []) => {
  const rows = ['title', ...lines].map((line) => line.split(';'))
  const { columns: guessed, header } = guessColumns(rows, aliases.REQUIRED_FIELDS, new Set(taken))
  expect([...guessed].map(([field, at]) => `${field}=${at}`).join(' ')).toBe(expected)
  expect(header).toEqual(expected === '' ? [] : ['title'])
})

test.each([
  [['Veículo', '', 'Motorista', ''], 3, 'Motorista'],
  [['Veículo', '', 'Motorista', ''], 1, 'Veículo'],
  [['Veículo', '', 'Motorista', ''], -1, ''],
  [[' Veículo ', ' ', 'Motorista'], 1, 'Veículo'],
  [['Frota de 2026', ' ', ''], 1, ''],
])('above a column the row %j says for %i: %j', (upper, column, group) => {
  expect(groupAbove(upper, column)).toBe(group)
})

test('two lines are a fuller header only where they name more columns than each', () => {
  expect(fullerHeader(['Cód.'], ['Renavam'])).toEqual(['Renavam'])
  const both = ['CPF do proprietário', 'Cód. Renavam']
  expect(fullerHeader(['CPF do', 'Cód.'], ['proprietário', 'Renavam'])).toEqual(both)
})

test.each([
  [`placa${'-'.repeat(75)}`, 'plate'],
  [`placa${'-'.repeat(76)}`, undefined],
  ['Placa - obrigatório', 'plate'],
  ['Placa [obrigatório]', 'plate'],
  ['Placa - antiga', undefined],
  ['(obrigatório)', undefined],
])('the header %j names %j', (header, field) => {
  expect(aliases.fieldOfHeader(header)).toBe(field)
})

test('our own columns, a driver with a note and names of one spelling are known', () => {
  expect([' FROTA_ORIGEM', 'frota_status ', 'frota'].map(aliases.isVerdictColumn)).toEqual([
    true,
    true,
    false,
  ])
  expect(aliases.countKnownHeaders(['placa', 'frota_status', 'x'])).toBe(2)
  expect(aliases.isDriver('Motorista (opcional)')).toBe(true)
  expect(aliases.normalizeHeader(' C.P.F. -- Dono')).toBe('c p f dono')
})

test('a refusal of a workbook names its sheets where there are several', () => {
  const { refused } = refuse('F-EMPTY', {})
  const told = (...sheets: string[]) =>
    nameSheets({ refused }, { kind: 'xlsx', sheet: 'A', sheets }).refused
  expect(told('A')).toEqual(refused)
  const { code, message } = told('A', 'B')
  expect([code, message.pt, message.en]).toEqual([
    'F-EMPTY',
    `${refused.message.pt} Foi lida a aba A; as abas são: A, B. Escolha com --sheet.`,
    `${refused.message.en} The sheet A was read; the sheets are: A, B. Choose with --sheet.`,
  ])
  expect(told('A', 'x'.repeat(300)).message.en).toContain(`: A, ${'x'.repeat(197)}. Choose`)
})
