/** Pure. The words of a file that lies beside a dropped one: whoever dropped it types no command. */
import type { Bilingual } from '../../bilingual.ts'
import type { Refused } from '../../reconciliation/intake/judged.ts'
import { printable } from '../printable.ts'
import { withoutCommands } from '../without-commands.ts'
import type { Why } from './take-file.ts'

const NAMED: Bilingual = {
  pt:
    'Dê às colunas, numa linha só, os nomes placa, renavam, uf e cpf_cnpj, e deixe a aba da frota ' +
    'em primeiro lugar.',
  en:
    'Name the columns, in one line, plate, renavam, uf and owner_document, and put the sheet of ' +
    'the fleet first.',
}
const SHEET: Bilingual = {
  pt: 'Deixe a aba da frota em primeiro lugar.',
  en: 'Put the sheet of the fleet first.',
}

/** What somebody can do about a refused file where it was dropped. */
const CURES: Readonly<Record<string, Bilingual>> = {
  'F-HEADER': NAMED,
  'F-MISSING-COLUMN': NAMED,
  'F-AMBIGUOUS-COLUMN': NAMED,
  'F-DRIVER-DOCUMENT': NAMED,
  'F-SWAPPED': NAMED,
  'F-SHEET-EMPTY': SHEET,
  'F-TABLES': SHEET,
  'F-SHEET-GONE': {
    pt: 'Dê à aba da frota o nome de antes.',
    en: 'Give the sheet of the fleet its former name.',
  },
  'F-OVERLAP': {
    pt: 'Se é de outra frota, ponha-o na pasta dela.',
    en: 'If it is another fleet’s, put it into the folder of that.',
  },
  'F-NO-VEHICLE': {
    pt: 'O motivo de cada linha está no arquivo de vereditos, ao lado.',
    en: 'The reason of each row is in the verdict file beside it.',
  },
}

const ELSEWHERE: Bilingual = {
  pt: 'Se não bastar, abra o arquivo no console, ou peça a quem opera o frota.',
  en: 'If that is not enough, open the file in the console, or ask who runs frota.',
}

/** `facts`: of a file whose columns were not all found. */
export function clerkWhy(why: Why, facts: Refused['refused']['facts']): Bilingual {
  const cure = CURES[why.code]
  const fact = (name: string): string => printable(String(facts[name] ?? ''))
  const guess = fact('map').replaceAll('"', '')
  const lines = (language: 'pt' | 'en', seen: readonly (readonly [string, string])[]): string =>
    [
      withoutCommands(why[language]),
      ...seen.filter(([, found]) => found !== '').map(([name, found]) => `${name}: ${found}`),
      ...(cure === undefined ? [] : [`${cure[language]} ${ELSEWHERE[language]}`]),
    ].join('\r\n')
  const [known, others] = [fact('recognized'), fact('others')]
  return {
    pt: lines('pt', [
      ['Reconhecidas', known],
      ['Sem uso', others],
      ['Pelo conteúdo, devem ser estas', guess],
    ]),
    en: lines('en', [
      ['Recognized', known],
      ['Without a use', others],
      ['By their contents these may be they', guess],
    ]),
  }
}
