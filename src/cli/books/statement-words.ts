/** What was wrong with a statement, or noted of it, in the reader's words. */
import { bothOf, inLocale } from '../../bilingual.ts'
import type { Output } from '../../app/output.ts'
import type { StatementProblem } from '../../sheets/statement/statement.ts'

const WORDS = bothOf<StatementProblem['code']>({
  'S-AMOUNT': ['um valor não é um número', 'an amount is no number'],
  'S-FORMAT': [
    'não é OFX nem CSV; baixe o extrato num desses formatos',
    'it is neither OFX nor CSV; download the statement as one of them',
  ],
  'S-BYTES': ['é grande demais; divida o período', 'it is too large; split the period'],
  'S-COLUMNS': [
    'não há colunas de data e valor; confira o cabeçalho',
    'there are no columns of date and amount; check the header',
  ],
  'S-CURRENCY': ['não é em reais', 'it is not in reais'],
  'S-CUT': ['termina no meio; baixe-o de novo', 'it ends in the middle; download it again'],
  'S-DATE': ['uma data não é uma data', 'a date is no date'],
  'S-DELIMITER': ['não se acha o separador das colunas', 'no separator of columns is found'],
  'S-EMPTY': ['está vazio', 'it is empty'],
  'S-LINES': ['tem linhas demais; divida o período', 'it has too many lines; split the period'],
  'S-ROW': ['uma linha não tem as colunas do cabeçalho', 'a row has not the columns of the header'],
  'S-ID-MISSING': ['linhas sem identificador do banco', 'lines without an id of the bank'],
  'S-ID-REPEATED': ['linhas com identificador repetido', 'lines with a repeated id'],
  'S-TEXT-CUT': ['textos longos demais foram cortados', 'texts that are too long were cut'],
  'S-BALANCES': ['linhas de saldo, puladas', 'lines of balance, left out'],
  'S-NO-AMOUNT': ['linhas sem valor, puladas', 'lines without an amount, left out'],
  'S-SIGN': [
    'o sinal contradiz o tipo; vale o sinal',
    'the sign contradicts the type; the sign counts',
  ],
  'S-SECOND-TABLE': [
    'outra tabela começa ali e não foi lida',
    'another table begins there and was not read',
  ],
})

export function statementNote(
  { code, line, count }: StatementProblem,
  { locale, say }: Pick<Output, 'locale' | 'say'>,
): string {
  const at = line === undefined ? '' : say(` (linha ${line})`, ` (line ${line})`)
  const many = count === undefined ? '' : ` (${count})`
  return `${code}: ${inLocale(WORDS[code], locale)}${at}${many}`
}
