/** The present exceptions, grouped by code, for what shows them outside the reports. */
import type { ExceptionCode } from '../../ledger/reports/report-exception-sources.ts'
import type { ExceptionScope } from '../../ledger/reports/report-exception-parts.ts'
import type { ReportReads } from '../../ledger/reports/report-source.ts'
import type { LineCode } from './exception-kinds.ts'
import { exceptionLine, nowOf } from './files/exception-line.ts'
import type { ExceptionLine, SentenceContext } from './files/exception-line.ts'

/** Exceptions of one code, of which the first are shown. */
export interface ExceptionGroup {
  readonly code: LineCode
  readonly rows: number
  readonly shown: readonly ExceptionLine[]
}

/** `shown`: lines of each code; `endedAt` is now. Codes without exceptions are left out. */
export async function exceptionGroups(
  source: Pick<ReportReads, 'firstExceptions'>,
  scope: ExceptionScope,
  codes: readonly ExceptionCode[],
  context: SentenceContext & { readonly shown: number },
): Promise<ExceptionGroup[]> {
  const of = { ...nowOf(context), limit: context.shown }
  const groups: ExceptionGroup[] = []
  for (const code of codes) {
    const { rows, first } = await source.firstExceptions(scope, code, of)
    if (rows === 0) continue
    groups.push({ code, rows, shown: first.map((fact) => exceptionLine(fact, context)) })
  }
  return groups
}
