/** All exceptions as lines: a report's own first, then code by code, the most urgent first. */
import { displayCents } from '../../../fleet/money.ts'
import type { ExceptionScope } from '../../../ledger/reports/report-exception-parts.ts'
import type { ReportReads } from '../../../ledger/reports/report-source.ts'
import type { Check } from '../check-totals.ts'
import { LEDGER_CODES, type ReportCode } from '../exception-kinds.ts'
import type { OutsideLine } from '../outside.ts'
import { displayFor } from '../words/display.ts'
import { outsideSays } from '../words/outside.ts'
import { exceptionLine, nowOf } from './exception-line.ts'
import type { ExceptionLine, SentenceContext } from './exception-line.ts'

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
  const inCents = unit === 'cents' && typeof expected === 'bigint' && typeof found === 'bigint'
  const detail = inCents
    ? `${name}: ${displayCents(expected, context.locale)} ≠ ${displayCents(found, context.locale)}`
    : `${name}: ${expected} ≠ ${found}`
  return ownLine(
    {
      code: 'totals-differ',
      detail,
      reference: code,
      amountCents: inCents ? expected : null,
      foundCents: inCents ? found : null,
    },
    context,
  )
}

/** What the service says of the account stands for what was expected. */
export function outsideLine(line: OutsideLine, context: SentenceContext): ExceptionLine {
  const { locale, zone } = context
  const { what, status, unit, service, frota } = line
  return ownLine(
    {
      code: 'outside-differs',
      detail: outsideSays(line, locale, displayFor(locale, zone)),
      reference: status === '' ? what : `${what} ${status}`,
      amountCents: unit === 'cents' ? service : null,
      foundCents: unit === 'cents' ? frota : null,
    },
    context,
  )
}

type OwnFact = Pick<ExceptionLine, 'detail' | 'reference' | 'amountCents' | 'foundCents'> & {
  readonly code: ReportCode
}

function ownLine(fact: OwnFact, context: SentenceContext): ExceptionLine {
  const nobody = { plate: '', renavam: '', uf: '', nickname: '', costCentre: '' }
  const nothing = { effect: null, error: null, line: null, issues: [] }
  return exceptionLine({ ...nobody, ...nothing, ...fact, since: context.endedAt }, context)
}
