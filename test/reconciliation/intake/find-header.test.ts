/** Which record of a file's beginning is its header, and why it has none. */
import { expect, test } from 'vitest'
import { VERDICT_COLUMNS } from '../../../src/reconciliation/intake/header/aliases.ts'
import { findHeader, type HeaderOptions } from '../../../src/reconciliation/intake/header/header.ts'
import type { CsvRecord } from '../../../src/sheets/csv/csv-record.ts'
import type { Dialect } from '../../../src/sheets/text/dialect.ts'

const OPTIONS = { map: {}, columnsMax: 6, recordCharactersMax: 70, isWhole: true }
const DIALECT = { delimiter: ';', quote: '"', lineEnd: '\n', confidence: 1 } as const

interface World extends Partial<Pick<HeaderOptions, 'map' | 'isWhole'>> {
  /** Fields that the file's defaults give. */
  readonly given?: readonly ('uf' | 'ownerDocument')[]
  readonly sepLine?: boolean
}

/** Records, one a line; `!` opens a quote that nothing closes, `…` begins one that is too long. */
function recordsOf(text: string): CsvRecord[] {
  return text.split('\n').map((whole, at) => {
    const cells = whole.replace(/^[!…]/, '').split(';')
    const record = { line: at + 1, lines: 1, cells }
    if (whole.startsWith('!')) return { ...record, problem: 'unclosed-quote' }
    return whole.startsWith('…') ? { ...record, problem: 'record-too-long' } : record
  })
}

/** The header's line and columns, the others, ours, and what is said with its facts. */
function found(text: string, { given = [], sepLine = false, ...more }: World): string {
  const options = { ...OPTIONS, ...more, defaults: new Set(given) }
  const dialect: Dialect = { ...DIALECT, sepLine }
  const answer = findHeader(recordsOf(text), dialect, options)
  if ('refused' in answer) {
    const { code, line, facts } = answer.refused
    return [code, line, ...Object.values(facts)].join(' | ')
  }
  const columns = [...answer.columns].map(([field, at]) => `${field}=${at}`)
  const ours = [...answer.verdicts].map(([name, at]) => `${name}=${at}`)
  const said = answer.warnings.map(({ code, facts }) => [code, ...Object.values(facts)].join(' '))
  const place = `${answer.line}${'twoLines' in answer ? ' of two' : ''}, ${answer.records}`
  return [place, columns.join(' '), answer.extras, ours.join(' '), ...said].join(' | ')
}

const HEADER = 'placa;renavam;uf;cpf_cnpj'
const ALL = 'plate=0 renavam=1 uf=2 ownerDocument=3'
const THREE = 'plate=0 renavam=1 uf=2'
const VEHICLE = 'ABC1D34;00123456703;SP;11222333000181'
const TWO_LINES = 'Veículo;Cód.;;CPF\nPlaca;Renavam;UF;Proprietário'
const GROUPED = 'Veículo;;;Motorista\nplaca;renavam;uf;CPF'
const OURS = VERDICT_COLUMNS.join(';')
const OURS_AT_6 = VERDICT_COLUMNS.map((name, at) => `${name}=${at + 6}`).join(' ')
const DOCUMENT: World = { given: ['ownerDocument'] }
const BOTH: World = { given: ['uf', 'ownerDocument'] }
const PLACES = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4' }
const { plate: _, ...OTHERS } = PLACES

test.each<[string, string, World?]>([
  [HEADER, `1, 1 | ${ALL} |  | `],
  [HEADER, `1, 1 | ${ALL} |  | `, { map: PLACES }],
  [`sep=;\n${HEADER}`, `2, 2 | ${ALL} |  |  | W-SEP ;`, { sepLine: true }],
  [`Frota\n${HEADER}; ;cor`, `2, 2 | ${ALL} | 5 |  | W-PREAMBLE 1 | W-EXTRA 1 cor`],
  [`${HEADER};a;b;${OURS}`, `1, 1 | ${ALL} | 4,5 | ${OURS_AT_6} | W-EXTRA 2 a, b`],
  [TWO_LINES, `2 of two, 2 | ${ALL} |  |  | W-TWO-LINES 1 2`],
  // What a person names goes before the names of others: the first line lacks it.
  [
    `${HEADER}\nChapa;renavam;uf;cpf`,
    `2, 2 | ${ALL} |  |  | W-PREAMBLE 1`,
    { map: { plate: 'Chapa' } },
  ],
  // One name is enough where all other fields have a place or a default.
  ['placa;x;y;z', `1, 1 | ${ALL} |  | `, { map: OTHERS }],
  ['placa;x', '1, 1 | plate=0 renavam=1 |  | ', { ...BOTH, map: { renavam: '#2' } }],
  ['…x;y;z;w', `0, 0 | ${ALL} |  |  | W-NO-HEADER 4`, { map: PLACES }],
  ['a;b;c;d;e;f', `0, 0 | ${ALL} | 4,5 |  | W-NO-HEADER 6`, { map: PLACES }],
  [
    'sep=;\na;b;c;d',
    `0, 1 | ${ALL} |  |  | W-NO-HEADER 4 | W-SEP ;`,
    { sepLine: true, map: PLACES },
  ],
  ['a;b;c;d;e\na;;c;d\na;b;;d', `0, 0 | ${ALL} |  |  | W-NO-HEADER 4`, { map: PLACES }],
  ['a;b;c;d\na;b;c;d;e', `0, 0 | ${ALL} | 4 |  | W-NO-HEADER 5`, { map: PLACES }],
  ['a;b;c;d\n ; ;\n; ; ', `0, 0 | ${ALL} |  |  | W-NO-HEADER 4`, { map: PLACES }],
  // Titles, and the header of another table without rows.
  [`placa;renavam\n ;\n${HEADER}`, `3, 3 | ${ALL} |  |  | W-PREAMBLE 2`],
  // A driver's document is not the owner's.
  [`${HEADER};Motorista`, `1, 1 | ${ALL} | 4 |  | W-EXTRA 1 Motorista`],
  [GROUPED, `2, 2 | ${ALL} |  |  | W-PREAMBLE 1`, { map: { ownerDocument: 'CPF' } }],
  [GROUPED, `2 of two, 2 | ${THREE} | 3 |  | W-TWO-LINES 1 2 | W-EXTRA 1 Motorista CPF`, DOCUMENT],
  [
    'placa;renavam;uf;CPF;Motorista',
    `1, 1 | ${THREE} | 3,4 |  | W-EXTRA 2 CPF, Motorista`,
    DOCUMENT,
  ],
  ['Frota;Motorista\nplaca;renavam;uf', `2, 2 | ${THREE} |  |  | W-PREAMBLE 1`, DOCUMENT],
  // The end of a cell of several lines is a column's name only where that column is missing.
  [`${HEADER};Frota\rplaca`, `1, 1 | ${ALL} | 4 |  | W-EXTRA 1 Frotaplaca`],
  ['placa;renavam;uf;a\rcpf\rb', `1, 1 | ${THREE} | 3 |  | W-EXTRA 1 acpfb`, DOCUMENT],
])('of %j the header is %s with %j', (text, expected, world = {}) => {
  expect(found(text, world)).toBe(expected)
})

/** The facts of a file without a header: its first line as others and as a sample. */
function none(others: string, sample = others.replaceAll(', ', ' | ')): string {
  const facts = ['placa/plate, renavam, uf, cpf_cnpj/owner_document', '', others, '']
  return ['F-HEADER | 1', ...facts, 'plate, renavam, uf, ownerDocument', sample].join(' | ')
}

const TWO_NAMED = 'plate=placa, renavam=renavam |  |  | uf, ownerDocument'
const TWO_MISSING = `F-MISSING-COLUMN | 1 | uf, cpf_cnpj/owner_document | ${TWO_NAMED}`

test.each<[string, string, World?]>([
  ['a;;b', none('a, coluna 2, b', 'a | b')],
  ['a\uFFFD;b', none('a\uFFFD, b', 'a | b')],
  ['a\0;b', none('a, b')],
  ['x'.repeat(99), none('x'.repeat(99), 'x'.repeat(80))],
  ['frota_status;a', none('a', 'frota_status | a')],
  ['a;b', none('a, b'), { map: { plate: 'Chapa' } }],
  ['placa;renavam', TWO_MISSING],
  ['placa;renavam', TWO_MISSING, { map: { plate: 'placa' } }],
  [
    'placa;renavam;x',
    'F-MAP | 1 | nickname | Xis | 3 | placa, renavam, x',
    { map: { nickname: 'Xis' } },
  ],
  ['pla\0ca;x', 'F-NUL | 1'],
  ['pla\0ca;renavam;uf;cpf', 'F-NUL | 1'],
  [`${HEADER};c\uFFFDr`, 'F-ENC | 1'],
  ['!a;b', 'F-QUOTE | 1'],
  [TWO_LINES.replace('\n', '\n!'), 'F-QUOTE | 2'],
  [`!${TWO_LINES}`, 'F-QUOTE | 1'],
  ['Frota\rcpf;placa;renavam;uf', 'F-QUOTE | 1', DOCUMENT],
  ['a;b;c;d;e;f;g', 'F-COLUMNS | 1 | 7 | 6', { map: PLACES }],
  [`x\n${VEHICLE}\n${HEADER}`, 'F-ABOVE-HEADER | 2 | 3'],
  [`placa;renavam\nx;\n${HEADER}`, 'F-ABOVE-HEADER | 2 | 3'],
  ['…x', 'F-RECORD | 1 | 70'],
  [' \n;;', 'F-EMPTY | ', { map: PLACES }],
  ['sep=;', 'F-EMPTY | ', { sepLine: true, map: PLACES }],
  ['sep=;', 'F-EMPTY | ', { sepLine: true }],
  ['sep=;', 'F-RECORD | 1 | 70', { sepLine: true, isWhole: false }],
  [`${HEADER};a;b;c`, 'F-COLUMNS | 1 | 7 | 6'],
  [GROUPED, 'F-DRIVER-DOCUMENT | 2 | CPF | Motorista | ownerDocument=CPF'],
  [
    GROUPED.replace('Veículo', '2026'),
    'F-DRIVER-DOCUMENT | 2 | CPF | Motorista | ownerDocument=CPF',
    DOCUMENT,
  ],
  [
    'placa;renavam;uf;CPF; Motorista ',
    'F-DRIVER-DOCUMENT | 1 | CPF | Motorista | ownerDocument=CPF',
  ],
])('%j is refused: %s, with %j', (text, expected, world = {}) => {
  expect(found(text, world)).toBe(expected)
})

test('of lines that name as much the first is told, and a map names no line above the vehicles', () => {
  expect(found('placa;x\nrenavam;y', {})).toContain('F-HEADER | 1 |')
  expect(found('Veículo;Cód.\nPlaca;Renavam', {})).toContain('F-MISSING-COLUMN | 2 |')
  expect(found(HEADER, { map: { nickname: 'cpf_cnpj' } })).toContain('F-MISSING-COLUMN | 1 | cpf')
  expect(found('a;b', { map: { ...PLACES, plate: 'Chapa' } })).toContain('F-HEADER | 1 |')
  expect(found('a;b', { ...BOTH, map: { ...PLACES, uf: 'Estado' } })).toContain('F-HEADER | 1 |')
  const places = 'plate=#1,ownerDocument=#4,renavam=#2,uf=#3'
  expect(found(`Chapa;Cod;UF;Dono\n${VEHICLE}`, { sepLine: true })).toContain(places)
})
