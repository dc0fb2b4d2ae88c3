/** All exceptions of a run as lines: differences first, then code by code, the most urgent first. */
import { displayCents } from '../../../fleet/money.ts'
import type { ExceptionScope } from '../../../ledger/reports/report-exception-parts.ts'
import type { ReportSource } from '../../../ledger/reports/report-source.ts'
import type { Check } from '../check-totals.ts'
import { LEDGER_CODES } from '../exception-kinds.ts'
import { exceptionLine } from './exception-line.ts'
import type { ExceptionLine, SentenceContext } from './exception-line.ts'

export async function* exceptionLines(
  source: ReportSource,
  scope: ExceptionScope,
  wrong: readonly Check[],
  context: SentenceContext,
): AsyncGenerator<readonly ExceptionLine[]> {
  if (wrong.length > 0) yield wrong.map((check) => differenceLine(check, context))
  for (const code of LEDGER_CODES) {
    for await (const page of source.exceptions(scope, code, context.endedAt)) {
      yield page.map((fact) => exceptionLine(fact, context))
    }
  }
}

function differenceLine(check: Check, context: SentenceContext): ExceptionLine {
  const { code, of, unit, expected, found } = check
  const name = `${context.texts.checks[code]}${of === '' ? '' : ` (${of})`}`
  const inCents = unit === 'cents' && typeof expected === 'bigint' && typeof found === 'bigint'
  const detail = inCents
    ? `${name}: ${displayCents(expected, context.locale)} ≠ ${displayCents(found, context.locale)}`
    : `${name}: ${expected} ≠ ${found}`
  return exceptionLine(
    {
      code: 'totals-differ',
      plate: '',
      renavam: '',
      uf: '',
      nickname: '',
      costCentre: '',
      since: context.endedAt,
      amountCents: inCents ? expected : null,
      foundCents: inCents ? found : null,
      effect: null,
      detail,
      error: null,
      line: null,
      issues: [],
      reference: code,
    },
    context,
  )
}
