/**
 * What is kept how long, and for which purpose (LGPD, art. 15 and 16): the one table of all that
 * ends by its age. What is not in it is kept: money, its audit log and evidence, closed months, and
 * the facts that they and the runs refer to. The embedded service's own data has the retention of
 * its account (`frota service accounts retention`).
 */
import type { Bilingual } from '../../bilingual.ts'
import type { OldRowsKey } from '../../ledger/retention/old-rows.ts'
import type { OldFilesKey, Places } from './old-files.ts'

export interface Retention {
  readonly key: OldRowsKey | OldFilesKey
  readonly days: number
  readonly what: Bilingual
  readonly why: Bilingual
}

const correcting = { pt: 'corrigir o arquivo', en: 'correcting a file' }
const checking = { pt: 'conferir o ano que fechou', en: 'checking the year that closed' }

function row(
  key: Retention['key'],
  days: number,
  [pt, en]: readonly [string, string],
  why: Bilingual,
): Retention {
  return { key, days, what: { pt, en }, why }
}

export const RETENTION: readonly Retention[] = [
  row('uploads', 30, ['planilhas enviadas, seladas', 'sealed uploads'], correcting),
  row('drafts', 7, ['planilhas não iniciadas no console', 'uploads not started'], correcting),
  row('checked', 30, ['arquivos de frota check', 'files of frota check'], correcting),
  row('replaced', 30, ['banco que o restore substituiu', 'database that restore replaced'], {
    pt: 'desfazer a restauração',
    en: 'undoing the restoration',
  }),
  row('inbox', 30, ['resultados da pasta vigiada', 'results of the watched folder'], correcting),
  row('rejected', 30, ['conteúdo de rejected.csv', 'contents of rejected.csv'], correcting),
  row('cells', 30, ['células das planilhas', 'cells of spreadsheets'], correcting),
  row('documents', 30, ['documentos selados', 'sealed documents'], {
    pt: 'registrar o veículo',
    en: 'registering the vehicle',
  }),
  row('removed', 180, ['dados pessoais de quem saiu', 'personal data of vehicles that left'], {
    pt: 'a volta do veículo à frota',
    en: 'a return to the fleet',
  }),
  row('changes', 180, ['apelidos, donos, colunas de antes', 'former names, owners, columns'], {
    pt: 'conferir uma mudança',
    en: 'checking a change',
  }),
  row('answers', 400, ['itens de respostas superadas', 'items of superseded answers'], checking),
  row('moves', 400, ['histórico de registros e consultas', 'log of effects but orders'], checking),
  row('slots', 90, ['uso de vagas', 'uses of slots'], {
    pt: 'explicar a cota',
    en: 'explaining the quota',
  }),
  row('requests', 400, ['pedidos feitos no console', 'what the console was asked'], checking),
  row('notices', 30, ['avisos enviados', 'notices sent'], {
    pt: 'não avisar duas vezes',
    en: 'telling once',
  }),
  row('sessions', 1, ['sessões encerradas', 'ended sessions'], { pt: 'acesso', en: 'access' }),
  row('links', 7, ['convites vencidos', 'expired links'], { pt: 'acesso', en: 'access' }),
  row('reports', 400, ['relatórios de execuções', 'report folders of runs'], checking),
]

/** Only the reports' time is a setting: they can be written again, and take the most room. */
export function daysOf({ key, days }: Retention, config: Places): number {
  return key === 'reports' ? (config.FROTA_REPORT_DAYS ?? days) : days
}
