/** Writes proposals.result.csv: what became of each line of a proposals.csv. */
import { writeCsv, type CsvColumn } from '../../sheets/csv/write-csv.ts'
import { replaceFile } from '../../replace-file.ts'
import type { Config } from '../../config.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { FiledDecision } from '../../reconciliation/orders/deciding/decide-file.ts'
import { outcomeWords } from '../../app/orders/outcome-words.ts'

const FILE_MODE = 0o644

interface ResultLine {
  readonly line: number
  readonly decision: FiledDecision
}

export async function writeDecisions(
  path: string,
  decisions: readonly FiledDecision[],
  config: Pick<Config, 'FROTA_LOCALE' | 'FROTA_CSV_FLAVOUR'>,
): Promise<void> {
  const rows = decisions
    .flatMap((decision) => decision.lines.map((line): ResultLine => ({ line, decision })))
    .toSorted((a, b) => a.line - b.line)
  const pieces = writeCsv(config.FROTA_CSV_FLAVOUR, columnsOf(config.FROTA_LOCALE), rows)
  await replaceFile(path, pieces, { mode: FILE_MODE })
}

function columnsOf(locale: Config['FROTA_LOCALE']): CsvColumn<ResultLine>[] {
  const en = locale === 'en'
  const text = (
    header: string,
    cell: (decision: FiledDecision, line: number) => string,
  ): CsvColumn<ResultLine> => ({
    header,
    kind: 'text',
    cell: ({ decision, line }) => veilDocuments(cell(decision, line)),
  })
  return [
    { header: en ? 'line' : 'linha', kind: 'integer', cell: ({ line }) => line },
    text(en ? 'plan' : 'plano', ({ planId }) => planId.slice(0, 100)),
    text(en ? 'plate' : 'placa', ({ plate }) => plate.slice(0, 100)),
    text(en ? 'decision' : 'decisao', ({ verdict }) => verdictWord(verdict, en)),
    text(en ? 'outcome' : 'resultado', ({ outcome }) => outcome.outcome),
    text(en ? 'reason' : 'motivo', ({ outcome, line: blamed }, line) => {
      const isBlamed = line === blamed ? '' : `${en ? 'see line' : 'veja a linha'} ${blamed}: `
      const words = outcomeWords(outcome, locale)
      return outcome.outcome === 'bounced' ? `${isBlamed}${words}` : words
    }),
  ]
}

function verdictWord(verdict: FiledDecision['verdict'], en: boolean): string {
  if (verdict === undefined) return ''
  if (verdict === 'approve') return en ? 'approve' : 'aprovar'
  return en ? 'reject' : 'rejeitar'
}
