/** Pure. What a person reads about a checked file: how it was read, the counts, and what to fix. */
import { inLocale } from '../../bilingual.ts'
import type { Locale } from '../../bilingual.ts'
import { FIELD_NAMES } from '../../reconciliation/intake/header/choose-columns.ts'
import { explainIssue, explainWarning } from '../../reconciliation/intake/reasons/explain.ts'
import type { JudgedFile, RowIssue, Understood } from '../../reconciliation/intake/judged.ts'
import type { Output } from '../../app/output.ts'
import type { FileFlags } from '../given-file.ts'
import type { CodeCount, Gathered } from './gather-problems.ts'
import { printable, shownCell } from './printable.ts'
import { counted } from '../../app/counted.ts'

type Say = Pick<Output, 'say' | 'locale'>

const LINE_ENDS = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const

/** How the file was read. */
export function understoodLines(
  understood: Understood,
  { defaults }: Pick<FileFlags, 'defaults'>,
  { say, locale }: Say,
): string[] {
  const { container, encoding, delimiter, quote, lineEnd, headerLine, confidence } = understood
  const form =
    container.kind === 'csv'
      ? [
          encoding.bom ? `${encoding.name} (BOM)` : encoding.name,
          `${say('separador', 'delimiter')} ${JSON.stringify(delimiter)} (${percent(confidence)})`,
          ...(quote === '' ? [] : [`${say('aspas', 'quote')} ${quote}`]),
          `${say('fim de linha', 'line end')} ${LINE_ENDS[lineEnd]}`,
        ]
      : [container.kind.toUpperCase(), `${say('aba', 'sheet')} ${shownCell(container.sheet)}`]
  const header =
    headerLine === 0
      ? say('sem cabeçalho', 'no header')
      : `${say('cabeçalho na linha', 'header on line')} ${headerLine}`
  const columns = Object.entries(understood.columns).map(
    ([field, name]) => `${fieldName(field, say)} = ${name}`,
  )
  const { uf, ownerDocument } = defaults
  const whole = [
    ...(uf === undefined ? [] : ['--uf']),
    ...(ownerDocument === undefined ? [] : ['--owner-document']),
  ]
  const forAll =
    whole.length === 0
      ? ''
      : `; ${say('para as linhas em branco', 'for rows without')}: ${whole.join(', ')}`
  return [
    `${say('Entendido', 'Understood')}: ${[...form, header].join(', ')}`,
    `${say('Colunas', 'Columns')}: ${printable(columns.join(', '))}${forAll}`,
    ...understood.warnings.map(
      (warning) => `! ${printable(inLocale(explainWarning(warning), locale))}`,
    ),
  ]
}

/** `centro de custo`, `cost centre`; fields with the same name in both languages are not listed. */
function fieldName(field: string, say: Say['say']): string {
  const names: Readonly<Record<string, string>> = FIELD_NAMES
  const [pt = field, en = pt] = (names[field] ?? field).split('/')
  return say(pt, en)
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}

export function countLine({ counts }: Pick<JudgedFile, 'counts'>, output: Say): string {
  const verdicts = ['accepted', 'repaired', 'rejected', 'duplicate', 'skipped'] as const
  const judged = verdicts.map((verdict) => counted('row', verdict, counts[verdict], output))
  return `${counted('row', 'read', counts.read, output)}: ${judged.join(', ')}`
}

/** The first rows to correct one by one, then counts of all findings by code. */
export function problemLines(
  { problems, codes }: Gathered,
  rejected: number,
  output: Say,
): string[] {
  const { say } = output
  const lines = problems.flatMap(({ line, issues }) =>
    issues.map((issue) => `  ${say('linha', 'line')} ${line}${placeOf(issue)}${cureOf(issue)}`),
  )
  const left = rejected - problems.length
  const rest = say(`… e mais ${left} linhas`, `… and ${left} more rows`)
  const one = say('… e mais 1 linha', '… and 1 more row')
  const more = left > 0 ? [`  ${left === 1 ? one : rest}`] : []
  // Codes that reject are counted only if not every rejected row is listed above.
  const noticed = [...codes.values()]
    .filter(({ code }) => left > 0 || !code.startsWith('R-'))
    .map((each) => `  ${noticedLine(each, output)}`)
  return [
    ...(lines.length > 0 ? [say('A corrigir:', 'To fix:'), ...lines, ...more] : []),
    ...(noticed.length > 0 ? [say('Por código:', 'By code:'), ...noticed] : []),
  ]

  function cureOf(issue: RowIssue): string {
    const { suggestion = '' } = issue
    const isSaid = issue.code === 'R-COLS' || suggestion === ''
    const maybe = isSaid ? '' : ` ${say('Talvez', 'Maybe')} ${shownCell(suggestion)}.`
    return `: ${printable(explainIssue(issue, output.locale))}${maybe} (${issue.code})`
  }
}

/** The same for `--json`, with the sentence of each code. */
export function problemsObject({ problems, codes }: Gathered, locale: Locale): object {
  const explained = (issue: RowIssue): object => ({
    ...issue,
    reason: explainIssue(issue, locale),
  })
  return {
    problems: problems.map(({ line, verdict, issues }) => ({
      line,
      verdict,
      issues: issues.map(explained),
    })),
    codes: [...codes.values()].map(({ issue, line, count }) => ({
      ...explained(issue),
      firstLine: line,
      count,
    })),
  }
}

function placeOf({ column, value }: RowIssue): string {
  const cell = value === '' ? '' : ` ${shownCell(value)}`
  return column === '' ? '' : `, ${printable(column)}${cell}`
}

function noticedLine({ code, issue, line, count }: CodeCount, { say, locale }: Say): string {
  const column = issue.column === '' ? '' : `, ${printable(issue.column)}`
  const first = `${say('a primeira na linha', 'the first on line')} ${line}${column}`
  return `${code} × ${count} (${first}): ${printable(explainIssue(issue, locale))}`
}
