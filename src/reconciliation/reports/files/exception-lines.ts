/** All exceptions as lines: a report's own first, then code by code, the most urgent first. */
import { displayCents } from '../../../fleet/money.ts'
import type { ExceptionScope } from '../../../ledger/reports/report-exception-parts.ts'
import type { ReportReads } from '../../../ledger/reports/report-source.ts'
import type { Check } from '../check-totals.ts'
import { LEDGER_CODES, type ReportCode } from '../exception-kinds.ts'
import type { OutsideCheck } from '../outside.ts'
import { displayFor } from '../words/display.ts'
import { outsideSays } from '../words/outside.ts'
import { exceptionLine, nowOf, type ExceptionLine, type SentenceContext } from './exception-line.ts'

export async function* exceptionLines(
  source: ReportReads,
  scope: ExceptionScope,
  own: readonly ExceptionLine[],
  context: SentenceContext,
): AsyncGenerator<readonly ExceptionLine[]> {
  if (own.length > 0) yield own
  for (const code of LEDGER_CODES) {
    for await (const page of source.exceptions(scope, code, nowOf(context))) {
      yield page.map((fact) => exceptionLine(fact, context))
    }
  }
}

export function differenceLine(check: Check, context: SentenceContext): ExceptionLine {
  const { code, of, unit, expected, found } = check
  const name = `${context.texts.checks[code]}${of === '' ? '' : ` (${of})`}`
  const figure = (value: bigint | string): string =>
    unit === 'cents' ? displayCents(BigInt(value), context.locale) : value.toString()
  const detail = `${name}: ${figure(expected)} ≠ ${figure(found)}`
  return ownLine({ code: 'totals-differ', detail, reference: code, check }, context)
}

/** What the service says of the account stands for what was expected. */
export function outsideLine(check: OutsideCheck, context: SentenceContext): ExceptionLine {
  const { locale, zone } = context
  const detail = outsideSays(check, locale, displayFor(locale, zone))
  const reference = check.of === '' ? check.code : `${check.code} ${check.of}`
  return ownLine({ code: 'outside-differs', detail, reference, check }, context)
}

interface OwnFact extends Pick<ExceptionLine, 'detail' | 'reference'> {
  readonly code: ReportCode
  readonly check: Check<string>
}

function ownLine({ check, ...fact }: OwnFact, context: SentenceContext): ExceptionLine {
  const nobody = { plate: '', renavam: '', uf: '', nickname: '', costCentre: '' }
  const nothing = { effect: null, error: null, line: null, issues: [] }
  const [amountCents, foundCents] =
    check.unit === 'cents' ? [check.expected, check.found] : [null, null]
  const about = { ...fact, amountCents, foundCents, since: context.endedAt }
  return exceptionLine({ ...nobody, ...nothing, ...about }, context)
}
