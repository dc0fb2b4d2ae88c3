/** What each judge of a field makes of one cell: its value, what is said, and what is suggested. */
import { expect, test } from 'vitest'
import { judgeDocument } from '../../../src/reconciliation/intake/fields/judge-document.ts'
import { judgePlate } from '../../../src/reconciliation/intake/fields/judge-plate.ts'
import { judgeRenavam } from '../../../src/reconciliation/intake/fields/judge-renavam.ts'
import { judgeUf } from '../../../src/reconciliation/intake/fields/judge-uf.ts'
import { RowDraft, shownValue } from '../../../src/reconciliation/intake/fields/row-draft.ts'

const FIELDS = ['plate', 'renavam', 'uf', 'ownerDocument', 'nickname', 'costCentre'] as const
const columns = Object.fromEntries(FIELDS.map((field) => [field, field])) as Record<
  (typeof FIELDS)[number],
  string
>

/** `value CODE CODE (suggestion)`; a row that is rejected has the value `-`. */
function said(judge: (draft: RowDraft) => string | undefined): string {
  const draft = new RowDraft(columns)
  const value = judge(draft)
  expect(draft.rejected).toBe(value === undefined)
  const hints = draft.issues.flatMap(({ suggestion }) => suggestion ?? [])
  const told = [...draft.issues.map(({ code }) => code), ...hints.map((hint) => `(${hint})`)]
  return [value ?? '-', ...told].join(' ')
}

test.each([
  [['ABC1D23'], 'ABC1D23'],
  [['ABC1234'], 'ABC1234'],
  [['abc1d23', 'ABC-1D23', 'ABC 1d23', 'ABC–1D23', 'ABC·1D23', 'ABC•1D23'], 'ABC1D23 W-PLATE'],
  [["'ABC1D23", '="ABC1D23"'], 'ABC1D23 W-PLATE'],
  [['', "'"], '- R-EMPTY'],
  [['N/D'], '- W-NULL R-EMPTY'],
  [['AAA0000', 'AAA-0000'], '- R-PLACEHOLDER'],
  [['ABCıD23', 'placa abc1d23', 'a placa deste veículo é agora ABC1D23 ok'], '- R-PLATE (ABC1D23)'],
  [['ABCß123', 'AB1D234', 'ABC1D2', 'ABC1D234', 'XABC1D23', 'placa AAA0000'], '- R-PLATE'],
  [['a placa deste veículo é agora ABC1D23 ok.'], '- R-PLATE'],
  [['placa abc-1d23 ou ABC 1234'], '- R-PLATE (ABC1D23 / ABC1234)'],
  [['АВС1D23'], '- R-CONFUSABLE (ABC1D23)'],
  [['Я 11222333000181'], '- R-CONFUSABLE'],
  [['ABC1D\u00003'], '- R-NUL'],
])('of the plates %j is said: %s', (cells, expected) => {
  const read = (cell: string) => said((draft) => judgePlate(cell, draft))
  expect(cells.map(read)).toEqual(cells.map(() => expected))
})

test.each([
  ['ABC12O4', true, 'ABC1204 W-PLATE-GUESS'],
  ['ABC12O4', false, '- R-PLATE (ABC1204)'],
  ['ABC1Z34', true, 'ABC1Z34'],
])('the plate %j, if the RENAVAM is sound: %j: %s', (cell, isSound, expected) => {
  expect(said((draft) => judgePlate(cell, draft, () => isSound))).toBe(expected)
})

test.each([
  [['00639884962'], '00639884962'],
  [['639884962'], '00639884962 W-ZEROPAD'],
  [['639.884.962', '639,884,962', '639884962,00'], '00639884962 W-FMT W-ZEROPAD'],
  [['0063988496-2', '0063988496–2', ' 00639884962'], '00639884962 W-FMT'],
  [['639884962.5', '0o63988496Z', 'abc', '529.982.247-25'], '- R-RENAVAM'],
  [['0063988496.2', '0063988496,2', 'OO639884962'], '- R-RENAVAM (00639884962)'],
  [['00639884961'], '00639884961 W-DV'],
  [['90000000008'], '90000000008 W-DV W-PROVISIONAL'],
  [['91234560006'], '91234560006 W-PROVISIONAL'],
  [['00000000000', '11111111111', '111111111'], '- R-REPEATED'],
  [['11111111112'], '11111111112 W-DV'],
  [['63988496', '000639884962', '1,20000E+5'], '- R-RENAVAM-LENGTH'],
  [['', '- -'], '- R-EMPTY'],
  [['1,8025729392E+10'], '18025729392 W-SCI'],
  [['1,8025729393E+10'], '- R-DV'],
  [['639884961', '0639884961'], '- R-DV'],
  [['1,2E+5'], '- R-SCI-LOST'],
  [['\u202e00639884962'], '- R-RTL'],
])('of the RENAVAMs %j is said: %s', (cells, expected) => {
  const read = (cell: string) => said((draft) => judgeRenavam(cell, false, draft))
  expect(cells.map(read)).toEqual(cells.map(() => expected))
})

test('a RENAVAM with a wrong check digit is rejected where that was asked for', () => {
  expect(said((draft) => judgeRenavam('00639884961', true, draft))).toBe('- R-DV')
  expect(said((draft) => judgeRenavam('00639884962', true, draft))).toBe('00639884962')
})

test.each([
  [['SP'], 'SP'],
  [['sp', 'são paulo', '="SP"', ' SÃ£o Paulo '], 'SP W-UF'],
  [['Olinda/PE'], 'PE W-SPLIT'],
  [['12'], '- R-UF'],
  [['СП'], '- R-CONFUSABLE'],
  [['S\uFFFD'], '- R-ENC'],
  [[''], '- R-EMPTY'],
  [["'", 'N/D'], '- W-NULL R-EMPTY'],
])('of the states %j is said: %s', (cells, expected) => {
  const read = (cell: string) => said((draft) => judgeUf(cell, undefined, draft))
  expect(cells.map(read)).toEqual(cells.map(() => expected))
})

test.each([
  ['', 'PE'],
  ["'", 'PE W-NULL'],
  ['SP', 'SP'],
  ['12', '- R-UF'],
])('the state %j where the file has PE: %s', (cell, expected) => {
  expect(said((draft) => judgeUf(cell, 'PE', draft))).toBe(expected)
})

test.each([
  [['52998224725'], '52998224725'],
  [['11222333000181'], '11222333000181'],
  [['529.982.247-25', '529.982.247–25', "'52998224725", '52998224725,00'], '52998224725 W-DOC'],
  [['11.222.333/0001-81'], '11222333000181 W-DOC'],
  [['1234567890'], '01234567890 W-DOC-PAD'],
  [['123456789', '529982247251'], '- R-DOC-AMBIGUOUS'],
  [['11111111111'], '- R-REPEATED'],
  [['ISENTO'], '- R-DOC-TEXT'],
  [['112223330001811'], '- R-DOC'],
  [['529.982.247-26'], '52998224726 W-DOC W-DOC-DV'],
  [['52998224726'], '52998224726 W-DOC-DV'],
  [['1,1222333000181E+13'], '11222333000181 W-SCI'],
  [['1,1222333000182E+13'], '- R-DOC-DV'],
  [['1,12223E+13'], '- R-SCI-LOST'],
  [['5299822472Я'], '- R-CONFUSABLE'],
  [[''], '- R-EMPTY'],
  [['-', '. /'], '- W-NULL R-EMPTY'],
  [['52998\u000024725'], '- R-NUL'],
])('of the documents %j is said: %s', (cells, expected) => {
  const rules = { strict: false, byDefault: undefined }
  const read = (cell: string) => said((draft) => judgeDocument(cell, rules, draft))
  expect(cells.map(read)).toEqual(cells.map(() => expected))
})

test.each([
  ['', 'byDefault', '52998224725'],
  ['. /', 'byDefault', '52998224725 W-NULL'],
  ['52998224726', 'strict', '- R-DOC-DV'],
  ['529.982.247-26', 'strict', '- R-DOC-DV'],
  ['529.982.247-25', 'strict', '52998224725 W-DOC'],
])('the document %j with %s: %s', (cell, rule, expected) => {
  const byDefault = rule === 'byDefault' ? '52998224725' : undefined
  const rules = { strict: rule === 'strict', byDefault }
  expect(said((draft) => judgeDocument(cell, rules, draft))).toBe(expected)
})

test.each([
  ['x'.repeat(101), 'x'.repeat(100)],
  ['52998224', '52998224'],
  ['52998224725', '***.982.247-**'],
  ['529.982.247-25', '***.982.247-**'],
  ['11.222.333/0001-81 x', '11.***.***/****-81 x'],
  ['12.ABC.345/01DE-35', '12.***.***/****-35'],
  [`CPF ${'1'.repeat(101)}`, `CPF ${'#'.repeat(96)}`],
  ['x 529.982.247-25 y', 'x ***.982.247-** y'],
  ['00639884962', '00639884962'],
  ['x 00639884962', 'x 00639884962'],
  ['x 123456789012345', 'x ###############'],
  ['x 12345678901234', 'x 12345678901234'],
  ['x 11222333000181', 'x 11.***.***/****-81'],
  ['de 12ABC34501DE35.', 'de 12.***.***/****-35.'],
  ['de x12ABC34501DE35', 'de x12ABC34501DE35'],
])('a value %j is shown as %j', (value, shown) => {
  for (const field of ['uf', undefined] as const) expect(shownValue(field, value)).toBe(shown)
})

test.each([
  ['1'.repeat(101), '#'.repeat(100)],
  ['ISENTO', 'ISENTO'],
  ['CPF 529982247', 'CPF #########'],
  // Wrong check digits, so nobody's document, and yet most of somebody's.
  ['52998224726', '***.982.247-**'],
  ['12ABC34501DE3', '##ABC#####DE#'],
  ['12abc34501DE99', '12.***.***/****-99'],
  ['529.982.247–26', '***.982.247-**'],
])('an owner %j is shown as %j', (value, shown) => {
  expect(shownValue('ownerDocument', value)).toBe(shown)
})

test('each issue names its column, and a repaired cell what it should hold', () => {
  const draft = new RowDraft({ ...columns, uf: 'Estado' })
  judgeUf('sp', undefined, draft)
  judgeDocument('529.982.247-25', { strict: false, byDefault: undefined }, draft)
  const masked = '***.982.247-**'
  expect(draft.issues).toEqual([
    { code: 'W-UF', column: 'Estado', value: 'sp', repaired: 'SP' },
    { code: 'W-DOC', column: 'ownerDocument', value: masked, repaired: masked },
  ])
  expect([draft.repaired, [...(draft.fixes ?? [])]]).toEqual([
    true,
    [
      ['uf', 'SP'],
      ['ownerDocument', '52998224725'],
    ],
  ])
  expect(new RowDraft(columns)).toMatchObject({ repaired: false, rejected: false })
})

test.each([
  ['R-QUOTE', true],
  ['W-ROW-QUOTED', false],
] as const)('a row of which %s is said is rejected: %j', (code, rejected) => {
  const draft = new RowDraft(columns)
  draft.note({ code, column: '', value: '' })
  expect([draft.rejected, draft.issues.length]).toEqual([rejected, 1])
})
