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

/** The numbers are the lines of the table in design: what each imperfect row gets. */
export const CASES: readonly Case[] = [
  { name: 'a good row', row: GOOD, verdict: 'accepted', codes: [] },
  {
    name: '13 a state written out',
    row: GOOD.replace('SP', 'São Paulo'),
    verdict: 'repaired',
    codes: ['W-UF'],
    vehicle: { uf: 'SP' },
    issue: { column: 'uf', value: 'São Paulo', repaired: 'SP' },
  },
  {
    name: '13 an unknown state',
    row: GOOD.replace('SP', 'Buenos Aires'),
    verdict: 'rejected',
    codes: ['R-UF'],
  },
  {
    name: '16 a RENAVAM whose digits a spreadsheet rounded away',
    row: GOOD.replace('00639884962', '"6,39885E+08"'),
    verdict: 'rejected',
    codes: ['R-SCI-LOST'],
  },
  {
    name: '17 a RENAVAM in scientific notation with all its digits',
    row: GOOD.replace('00639884962', '"1,8025729392E+10"'),
    verdict: 'repaired',
    codes: ['W-SCI'],
    vehicle: { renavam: '18025729392' },
  },
  {
    name: '17 the same with a wrong check digit',
    row: GOOD.replace('00639884962', '"1,8025729393E+10"'),
    verdict: 'rejected',
    codes: ['R-DV'],
  },
  {
    name: '18 a RENAVAM of nine digits',
    row: GOOD.replace('00639884962', '639884962'),
    verdict: 'repaired',
    codes: ['W-ZEROPAD'],
    vehicle: { renavam: '00639884962' },
    issue: { value: '639884962', repaired: '00639884962' },
  },
  {
    name: '18 a RENAVAM of eight digits',
    row: GOOD.replace('00639884962', '39884962'),
    verdict: 'rejected',
    codes: ['R-RENAVAM-LENGTH'],
  },
  {
    name: '18 a RENAVAM of twelve digits',
    row: GOOD.replace('00639884962', '000639884962'),
    verdict: 'rejected',
    codes: ['R-RENAVAM-LENGTH'],
  },
  {
    name: '18 a RENAVAM with a letter, which the check digit explains',
    row: GOOD.replace('00639884962', 'OO639884962'),
    verdict: 'rejected',
    codes: ['R-RENAVAM'],
    issue: { suggestion: '00639884962' },
  },
  ...['639884962.0', '"639884962,00"', "'639884962", '6.398.849-62', '"=""639884962"""'].map(
    (cell): Case => ({
      name: `19, 52 a RENAVAM formatted as ${cell}`,
      row: GOOD.replace('00639884962', cell),
      verdict: 'repaired',
      codes: ['W-FMT', 'W-ZEROPAD'],
      vehicle: { renavam: '00639884962' },
    }),
  ),
  {
    name: '20 a wrong check digit is for the authority to decide',
    row: GOOD.replace('00639884962', '00639884961'),
    verdict: 'accepted',
    codes: ['W-DV'],
  },
  {
    name: '20 a wrong check digit, strictly',
    row: GOOD.replace('00639884962', '00639884961'),
    verdict: 'rejected',
    codes: ['R-DV'],
    options: { strict: true },
  },
  {
    name: '21 a repeated digit',
    row: GOOD.replace('00639884962', '00000000000'),
    verdict: 'rejected',
    codes: ['R-REPEATED'],
  },
  {
    name: 'a provisional RENAVAM',
    row: GOOD.replace('00639884962', '90000000008'),
    verdict: 'accepted',
    codes: ['W-DV', 'W-PROVISIONAL'],
  },
  ...['ABC-1C34', 'abc 1c34', ' Abc1c34', 'ＡＢＣ１Ｃ３４', 'ABC1C34\u00a0'].map((cell): Case => ({
    name: `22 the plate written ${JSON.stringify(cell)}`,
    row: GOOD.replace('ABC1C34', cell),
    verdict: 'repaired',
    codes: ['W-PLATE'],
    vehicle: { plate: 'ABC1C34' },
    issue: { value: cell, repaired: 'ABC1C34' },
  })),
  {
    name: '22 a plate with Cyrillic letters',
    row: GOOD.replace('ABC', 'АВС'),
    verdict: 'rejected',
    codes: ['R-CONFUSABLE'],
    issue: { suggestion: 'ABC1C34' },
  },
  {
    name: '23 a letter O for a zero',
    row: GOOD.replace('ABC1C34', 'ABC12O4'),
    verdict: 'rejected',
    codes: ['R-PLATE'],
    issue: { value: 'ABC12O4', suggestion: 'ABC1204' },
  },
  {
    name: 'a made-up plate',
    row: GOOD.replace('ABC1C34', 'ZZZ-0000'),
    verdict: 'rejected',
    codes: ['R-PLACEHOLDER'],
  },
  {
    name: '25 a CNPJ with punctuation',
    row: GOOD.replace('11222333000181', '11.222.333/0001-81'),
    verdict: 'repaired',
    codes: ['W-DOC'],
    vehicle: { ownerDocument: '11222333000181' },
    issue: { value: '11.***.***/****-81', repaired: '11.***.***/****-81' },
  },
  {
    name: '25b wrong check digits are for the service to decide',
    row: GOOD.replace('11222333000181', '11222333000182'),
    verdict: 'accepted',
    codes: ['W-DOC-DV'],
    vehicle: { ownerDocument: '11222333000182' },
  },
  {
    name: '25b wrong check digits, strictly',
    row: GOOD.replace('11222333000181', '11222333000182'),
    verdict: 'rejected',
    codes: ['R-DOC-DV'],
    options: { strict: true },
  },
  {
    name: '26 a CPF that lost a zero',
    row: GOOD.replace('11222333000181', '1234567890'),
    verdict: 'repaired',
    codes: ['W-DOC-PAD'],
    vehicle: { ownerDocument: '01234567890' },
  },
  {
    name: '26 a short document that is valid as neither',
    row: GOOD.replace('11222333000181', '123456789'),
    verdict: 'rejected',
    codes: ['R-DOC-AMBIGUOUS'],
  },
  {
    name: '27 an alphanumeric CNPJ',
    row: GOOD.replace('11222333000181', '12ABC34501DE35'),
    verdict: 'accepted',
    codes: [],
    vehicle: { ownerDocument: '12ABC34501DE35' },
  },
  {
    name: '28 a document whose digits were rounded away',
    row: GOOD.replace('11222333000181', '"1,12223E+13"'),
    verdict: 'rejected',
    codes: ['R-SCI-LOST'],
  },
  {
    name: '28 a document in scientific notation with all its digits',
    row: GOOD.replace('11222333000181', '"1,1222333000181E+13"'),
    verdict: 'repaired',
    codes: ['W-SCI'],
    vehicle: { ownerDocument: '11222333000181' },
  },
  {
    name: '29 no document',
    row: GOOD.replace('11222333000181', ''),
    verdict: 'rejected',
    codes: ['R-EMPTY'],
    issue: { column: 'cpf_cnpj' },
  },
  {
    name: '29 no document, and a default for the file',
    row: GOOD.replace('11222333000181', ''),
    verdict: 'accepted',
    codes: [],
    vehicle: { ownerDocument: '52998224725' },
    options: { defaults: { ownerDocument: '529.982.247-25' } },
  },
  {
    name: '33 a line end in the nickname',
    row: GOOD.replace('Van 1', '"Van\n1"'),
    verdict: 'repaired',
    codes: ['W-NEWLINE'],
    vehicle: { nickname: 'Van 1' },
  },
  { name: '35 too few cells', row: 'ABC1C34;00639884962', verdict: 'rejected', codes: ['R-COLS'] },
  { name: '35 too many cells', row: `${GOOD};de;lá`, verdict: 'rejected', codes: ['R-COLS'] },
  { name: 'delimiters at the end of a row', row: `${GOOD};;`, verdict: 'accepted', codes: [] },
  {
    name: '38 a NUL in a field',
    row: GOOD.replace('ABC1C34', 'ABC\u00001C34'),
    verdict: 'rejected',
    codes: ['R-NUL'],
  },
  {
    name: '39 a zero-width character',
    row: GOOD.replace('ABC1C34', 'ABC\u200b1C34'),
    verdict: 'repaired',
    codes: ['W-CTRL', 'W-PLATE'],
    vehicle: { plate: 'ABC1C34' },
  },
  {
    name: '39 text that runs backwards',
    row: GOOD.replace('Van 1', 'Van \u202e1'),
    verdict: 'rejected',
    codes: ['R-RTL'],
  },
  {
    name: '7 an unreadable character in a used field',
    row: GOOD.replace('Van 1', 'Van \uFFFD'),
    verdict: 'rejected',
    codes: ['R-ENC'],
  },
  {
    name: '8 a nickname encoded twice',
    row: GOOD.replace('Van 1', 'CaminhÃ£o 1'),
    verdict: 'repaired',
    codes: ['W-MOJIBAKE'],
    vehicle: { nickname: 'Caminhão 1' },
  },
  {
    name: '46 a formula as nickname stays as it is',
    row: GOOD.replace('Van 1', '=1+1'),
    verdict: 'accepted',
    codes: ['W-FORMULA'],
    vehicle: { nickname: '=1+1' },
  },
  ...['NULL', 'N/D', '-', '#N/D', '#REF!'].map((cell): Case => ({
    name: `50 ${cell} in a required field`,
    row: GOOD.replace('ABC1C34', cell),
    verdict: 'rejected',
    codes: ['W-NULL', 'R-EMPTY'],
  })),
  {
    name: '50 #N/D as nickname',
    row: GOOD.replace('Van 1', '#N/D'),
    verdict: 'repaired',
    codes: ['W-NULL'],
    vehicle: { nickname: '' },
  },
  {
    name: '51 words for a document',
    row: GOOD.replace('11222333000181', 'ISENTO'),
    verdict: 'rejected',
    codes: ['R-DOC-TEXT'],
    issue: { value: 'ISENTO' },
  },
  {
    name: 'spaces around a nickname',
    row: GOOD.replace('Van 1', ' Van 1 '),
    verdict: 'repaired',
    codes: ['W-FMT'],
    issue: { value: ' Van 1 ', repaired: 'Van 1' },
  },
  {
    name: 'a whole row in quotes',
    row: `"${GOOD.replace('Van 1', '""Van 1""')}"`,
    verdict: 'repaired',
    codes: ['W-ROW-QUOTED'],
    vehicle: { nickname: 'Van 1' },
  },
]
