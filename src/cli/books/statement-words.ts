/** What was wrong with a statement, or noted of it, in the reader's words. */
import { inLocale, type Bilingual } from '../../bilingual.ts'
import type { Output } from '../../app/output.ts'
import type { StatementProblem } from '../../sheets/statement/statement.ts'

const WORDS: Readonly<Record<StatementProblem['code'], Bilingual>> = {
  'S-AMOUNT': { pt: 'um valor não é um número', en: 'an amount is no number' },
  'S-FORMAT': {
    pt: 'não é OFX nem CSV; baixe o extrato num desses formatos',
    en: 'it is neither OFX nor CSV; download the statement as one of them',
  },
  'S-BYTES': { pt: 'é grande demais; divida o período', en: 'it is too large; split the period' },
  'S-COLUMNS': {
    pt: 'não há colunas de data e valor; confira o cabeçalho',
    en: 'there are no columns of date and amount; check the header',
  },
  'S-CURRENCY': { pt: 'não é em reais', en: 'it is not in reais' },
  'S-CUT': {
    pt: 'termina no meio; baixe-o de novo',
    en: 'it ends in the middle; download it again',
  },
  'S-DATE': { pt: 'uma data não é uma data', en: 'a date is no date' },
  'S-DELIMITER': {
    pt: 'não se acha o separador das colunas',
    en: 'no separator of columns is found',
  },
  'S-EMPTY': { pt: 'está vazio', en: 'it is empty' },
  'S-LINES': {
    pt: 'tem linhas demais; divida o período',
    en: 'it has too many lines; split the period',
  },
  'S-ROW': {
    pt: 'uma linha não tem as colunas do cabeçalho',
    en: 'a row has not the columns of the header',
  },
  'S-ID-MISSING': {
    pt: 'linhas sem identificador do banco',
    en: 'lines without an id of the bank',
  },
  'S-ID-REPEATED': { pt: 'linhas com identificador repetido', en: 'lines with a repeated id' },
  'S-TEXT-CUT': {
    pt: 'textos longos demais foram cortados',
    en: 'texts that are too long were cut',
  },
  'S-BALANCES': { pt: 'linhas de saldo, puladas', en: 'lines of balance, left out' },
  'S-NO-AMOUNT': { pt: 'linhas sem valor, puladas', en: 'lines without an amount, left out' },
  'S-SIGN': {
    pt: 'o sinal contradiz o tipo; vale o sinal',
    en: 'the sign contradicts the type; the sign counts',
  },
  'S-SECOND-TABLE': {
    pt: 'outra tabela começa ali e não foi lida',
    en: 'another table begins there and was not read',
  },
}

export function statementNote(
  { code, line, count }: StatementProblem,
  { locale, say }: Pick<Output, 'locale' | 'say'>,
): string {
  const at = line === undefined ? '' : say(` (linha ${line})`, ` (line ${line})`)
  const many = count === undefined ? '' : ` (${count})`
  return `${code}: ${inLocale(WORDS[code], locale)}${at}${many}`
}
