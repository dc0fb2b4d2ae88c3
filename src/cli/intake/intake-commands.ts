/** Flags for a fleet's file, and the commands about files alone. */
import { PLANNING } from '../option-sets.ts'
import type { Command, CommandFlag } from '../command.ts'

/** Flags about how a file is read, for all commands that read one. */
const readingFlags = {
  uf: { value: 'UF', pt: 'UF das linhas sem UF', en: 'state of the rows that name none' },
  'owner-document': {
    value: 'CPF|CNPJ',
    pt: 'proprietário das linhas sem documento',
    en: 'owner of the rows that name none',
  },
  map: {
    value: 'FIELD=COLUMN,...',
    pt: 'colunas sem nome conhecido, como plate=Chapa,renavam=#2; none esquece as de antes',
    en: 'columns of unknown names, such as plate=Tag,renavam=#2; none forgets earlier ones',
  },
  sheet: {
    value: 'NAME',
    pt: 'aba da planilha que tem os veículos (padrão: a primeira)',
    en: "the workbook's sheet that holds the vehicles (default: the first)",
  },
  strict: {
    pt: 'dígito verificador errado recusa a linha, em vez de só avisar',
    en: 'a wrong check digit rejects the row instead of only being noted',
  },
  'repair-plates': {
    pt: 'troca O/0, I/1, S/5 na placa se só uma leitura serve e o RENAVAM confere',
    en: 'fixes O/0, I/1, S/5 in a plate if one reading alone fits and the RENAVAM is right',
  },
} as const satisfies Readonly<Record<string, CommandFlag>>

/** Flags about how a file is read and what it may change, for commands that import one. */
export const importFlags = {
  ...readingFlags,
  'other-fleet': {
    pt: 'aceita um arquivo com menos da metade dos veículos atuais',
    en: 'accepts a file that names less than half of the current vehicles',
  },
  'update-owners': {
    pt: 'leva ao serviço o proprietário que mudou no arquivo',
    en: "takes an owner that changed in the file to the service's vehicle",
  },
  'deactivate-missing': {
    pt: 'retira do serviço os veículos que o arquivo não traz mais',
    en: 'removes at the service the vehicles that the file no longer names',
  },
} as const satisfies Readonly<Record<string, CommandFlag>>

export const checkCommand: Command = {
  takes: 'FILE',
  pt: 'julga um arquivo (- lê a entrada padrão), diz o que corrigir e não envia nada',
  en: 'judges a file (- reads standard input), says what to fix and sends nothing',
  options: PLANNING,
  flags: {
    ...readingFlags,
    out: {
      value: 'FILE',
      pt: 'onde devolver o arquivo com o motivo de cada linha (- é a saída padrão)',
      en: 'where to give the file back with the reason of each row (- is standard output)',
    },
    'only-problems': {
      pt: 'devolve só as linhas recusadas e as duplicadas',
      en: 'gives back the refused and the duplicate rows only',
    },
    fix: {
      pt: 'põe no arquivo devolvido o que foi reparado, e a placa que só pode ser uma',
      en: 'puts into the returned file what was repaired, and a plate that can be but one',
    },
    'exit-code': {
      pt: 'sai com 20 se há linhas a corrigir, com 1 se a frota não pôde ser consultada',
      en: 'exits 20 when there are rows to fix, 1 when the fleet could not be looked up',
    },
  },
  load: () => import('./check.ts'),
}

export const templateCommand: Command = {
  pt: 'grava um modelo de planilha para preencher com a frota',
  en: 'writes a template of a spreadsheet to fill in with the fleet',
  options: ['FROTA_CSV_FLAVOUR', 'FROTA_LOCALE', 'FROTA_TIME_ZONE', 'LOG_LEVEL'],
  flags: {
    out: {
      value: 'FILE',
      pt: 'onde gravar (- é a saída padrão; padrão no terminal: modelo-frota.csv)',
      en: 'where to write it (- is standard output; default on a terminal: fleet-template.csv)',
    },
    format: {
      value: 'csv|xlsx',
      pt: 'csv (padrão) ou xlsx, que não perde zeros à esquerda',
      en: 'csv (the default) or xlsx, which loses no zeros in front',
    },
    force: { pt: 'troca um arquivo que já existe', en: 'replaces a file that is there already' },
  },
  load: () => import('./template.ts'),
}
