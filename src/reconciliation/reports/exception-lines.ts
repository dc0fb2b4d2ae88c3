/** All exceptions of a run as lines: differences first, then code by code, the gravest first. */
import { displayCents } from '../../fleet/money.ts'
import type { ExceptionCode } from '../../ledger/report-rows.ts'
import type { ReportScope } from '../../ledger/report-scope.ts'
import type { ReportSource } from '../../ledger/report-source.ts'
import type { Check } from './check-totals.ts'
import { exceptionLine, severityOf } from './exception-line.ts'
import type { ExceptionLine, SentenceContext } from './exception-line.ts'

const GRAVITY = { error: 0, warning: 1, notice: 2 } as const

export async function* exceptionLines(
  source: ReportSource,
  scope: ReportScope,
  wrong: readonly Check[],
  context: SentenceContext,
): AsyncGenerator<readonly ExceptionLine[]> {
  if (wrong.length > 0) yield wrong.map((check) => differenceLine(check, context))
  for (const code of codesByGravity()) {
    for await (const page of source.exceptions(scope, code, context.endedAt)) {
      yield page.map((fact) => exceptionLine(fact, context))
    }
  }
}

/** Within a gravity, in the order of the table. */
function codesByGravity(): ExceptionCode[] {
  return Object.keys(severityOf)
    .filter(isLedgerCode)
    .sort((a, b) => GRAVITY[severityOf[a]] - GRAVITY[severityOf[b]])
}

/** The table has a row for each code, and one for the report's own. */
function isLedgerCode(code: string): code is ExceptionCode {
  return code !== 'totals-differ'
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
