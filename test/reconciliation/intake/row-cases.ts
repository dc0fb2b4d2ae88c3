/** What each imperfect row gets, as data. */
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { GOOD } from './judge-bytes.ts'

export interface Case {
  readonly name: string
  /** The line under `placa;renavam;uf;cpf_cnpj;apelido`. */
  readonly row: string
  readonly verdict: string
  readonly codes: readonly string[]
  readonly vehicle?: object
  readonly issue?: object
  readonly options?: JudgeOptions
}

const RENAVAM = '00639884962'
const CNPJ = '11222333000181'

/** A good row in which `was` is written as `is`. `outcome`: its verdict and the codes. */
function changed(
  name: string,
  was: string,
  is: string,
  outcome: string,
  more: Partial<Case> = {},
): Case {
  const [verdict = '', ...codes] = outcome.split(' ')
  return { name, row: GOOD.replace(was, is), verdict, codes, ...more }
}

/** The numbers are the lines of the table in design: what each imperfect row gets. */
export const CASES: readonly Case[] = [
  { name: 'a good row', row: GOOD, verdict: 'accepted', codes: [] },
  changed('13 a state written out', 'SP', 'São Paulo', 'repaired W-UF', {
    vehicle: { uf: 'SP' },
    issue: { column: 'uf', value: 'São Paulo', repaired: 'SP' },
  }),
  ...(
    [
      ['no state, and one in the nickname', '00639884962;;11222333000181;SP', 'rejected R-EMPTY'],
      ['a CNPJ whose digits are a RENAVAM', '00639884961;SP;12AHC345000173;', 'accepted W-DV'],
      ['a RENAVAM that is a CPF', '00639884962;SP;52998224727;', 'accepted W-DOC-DV'],
      ['a CPF that is one, too', '00639884961;SP;"00639884962,00";', 'repaired W-DV W-DOC'],
    ] as const
  ).map(([name, row, outcome]) => changed(name, GOOD.slice(8), row, outcome)),
  changed(
    '17 a RENAVAM in scientific notation with all its digits',
    GOOD.slice(8),
    '"1,8025729392E+10";SP;52998224725;',
    'repaired W-SCI',
    { vehicle: { renavam: '18025729392' } },
  ),
  changed('18 a RENAVAM of nine digits', RENAVAM, '639884962', 'repaired W-ZEROPAD', {
    vehicle: { renavam: '00639884962' },
    issue: { value: '639884962', repaired: '00639884962' },
  }),
  ...['639884962.0', '"639884962,00"', "'639884962", '6.398.849-62', '"=""639884962"""'].map(
    (cell): Case =>
      changed(`19, 52 a RENAVAM formatted as ${cell}`, RENAVAM, cell, 'repaired W-FMT W-ZEROPAD', {
        vehicle: { renavam: '00639884962' },
      }),
  ),
  changed('20 a wrong check digit, strictly', RENAVAM, '00639884961', 'rejected R-DV', {
    options: { strict: true },
  }),
  ...['ABC-1C34', 'abc 1c34', ' Abc1c34', 'ＡＢＣ１Ｃ３４', 'ABC1C34\u00a0'].map((cell): Case =>
    changed(`22 the plate written ${JSON.stringify(cell)}`, 'ABC1C34', cell, 'repaired W-PLATE', {
      vehicle: { plate: 'ABC1C34' },
      issue: { value: cell, repaired: 'ABC1C34' },
    }),
  ),
  changed('23 a letter O for a zero', 'ABC1C34', 'ABC12O4', 'repaired W-PLATE-GUESS', {
    options: { repairPlates: true },
  }),
  changed(
    '23 the same beside a wrong RENAVAM',
    GOOD.slice(0, 19),
    'ABC12O4;00639884961',
    'rejected R-PLATE W-DV',
    {
      options: { repairPlates: true },
    },
  ),
  changed('25 a CNPJ with punctuation', CNPJ, '11.222.333/0001-81', 'repaired W-DOC', {
    vehicle: { ownerDocument: '11222333000181' },
    issue: { value: '11.***.***/****-81', repaired: '11.***.***/****-81' },
  }),
  changed('29 no document', CNPJ, '', 'rejected R-EMPTY', { issue: { column: 'cpf_cnpj' } }),
  changed('29 no document, and a default for the file', CNPJ, '', 'accepted', {
    vehicle: { ownerDocument: '52998224725' },
    options: { defaults: { ownerDocument: '529.982.247-25' } },
  }),
  changed('33 a line end in the nickname', 'Van 1', '"Van\n1"', 'repaired W-NEWLINE', {
    vehicle: { nickname: 'Van 1' },
  }),
  ...[GOOD.slice(0, 19), `${GOOD};de;lá`].map((row): Case => {
    const value = `${row.split(';').length}`
    const issue = { value, suggestion: '5' }
    return { name: `35 ${value} cells`, row, verdict: 'rejected', codes: ['R-COLS'], issue }
  }),
  { name: 'delimiters at the end of a row', row: `${GOOD};;`, verdict: 'accepted', codes: [] },
  changed('39 a zero-width character', 'ABC1C34', 'ABC\u200b1C34', 'repaired W-CTRL W-PLATE', {
    vehicle: { plate: 'ABC1C34' },
  }),
  changed('39 text that runs backwards', 'Van 1', 'Van \u202e1', 'rejected R-RTL'),
  changed('7 an unreadable character in a used field', 'Van 1', 'Van \uFFFD', 'rejected R-ENC'),
  changed('8 a nickname encoded twice', 'Van 1', 'CaminhÃ£o 1', 'repaired W-MOJIBAKE', {
    vehicle: { nickname: 'Caminhão 1' },
  }),
  changed('46 a formula as nickname stays as it is', 'Van 1', '=1+1', 'accepted W-FORMULA', {
    vehicle: { nickname: '=1+1' },
  }),
  ...['NULL', 'N/D', '-', '#N/D', '#REF!'].map((cell): Case =>
    changed(`50 ${cell} in a required field`, 'ABC1C34', cell, 'rejected W-NULL R-EMPTY'),
  ),
  changed('50 #N/D as nickname', 'Van 1', '#N/D', 'repaired W-NULL', { vehicle: { nickname: '' } }),
  changed('spaces around a nickname', 'Van 1', ' Van 1 ', 'repaired W-FMT', {
    issue: { value: ' Van 1 ', repaired: 'Van 1' },
  }),
  {
    name: 'a whole row in quotes',
    row: `"${GOOD.replace('Van 1', '""Van 1""')}"`,
    verdict: 'repaired',
    codes: ['W-ROW-QUOTED'],
    vehicle: { nickname: 'Van 1' },
  },
]
