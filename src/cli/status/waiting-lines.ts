/** Pure. Lines of exceptions: those for a person, and requests that frota looks up by itself. */
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { duration } from '../../app/duration.ts'
import type { Output } from '../../app/output.ts'
import { shortTime } from '../../app/short-time.ts'
import { countOf } from '../../app/reports/exceptions-now.ts'

/** `now`: to compute ages. Returns no lines when there are no exceptions. */
export function waitingLines(
  title: string,
  groups: readonly ExceptionGroup[],
  output: Output,
  at: { readonly zone: string; readonly nowMs: number },
): string[] {
  if (groups.length === 0) return []
  const { exceptions } = messagesOf(output.locale)
  const more = (rows: number): string => `${output.say('e mais', 'and')} ${rows}`
  return [
    `${title}: ${countOf(groups)}`,
    ...groups.flatMap(({ code, rows, shown }) => {
      const rest = rows - shown.length
      return [
        `  ${exceptions[code].title}: ${rows}`,
        ...shown.map((line) => `    ${waitingLine(line, output, at)}`),
        ...(rest > 0 ? [`    ${more(rest)}${output.say('', ' more')}`] : []),
      ]
    }),
  ]
}

/** One exception: plate, age, and the sentence that says what to do. */
function waitingLine(
  { plate, since, sentence }: ExceptionLine,
  output: Output,
  { zone, nowMs }: { readonly zone: string; readonly nowMs: number },
): string {
  const began = new Date(since)
  const age = duration(nowMs - began.getTime(), output)
  const whose = plate === '' ? '' : `${plate}  `
  const from = `${output.say('desde', 'since')} ${shortTime(began, output, zone)} (${age})`
  return `${whose}${from}  ${sentence.replaceAll('`', '')}`
}

/** For scripts. */
export function groupsAsObjects(groups: readonly ExceptionGroup[]): object[] {
  return groups.map(({ code, rows, shown }) => ({
    code,
    count: rows,
    shown: shown.map(({ plate, reference, since, amountCents, line, sentence }) => {
      return { plate, reference, since, amountCents, line, sentence }
    }),
  }))
}
