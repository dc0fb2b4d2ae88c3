/** Pure. What a person reads about a checked file: how it was read, the counts, and what to fix. */
import { inLocale, type Locale } from '../../bilingual.ts'
import { FIELD_NAMES } from '../../reconciliation/intake/header/choose-columns.ts'
import { explainIssue, explainWarning } from '../../reconciliation/intake/reasons/explain.ts'
import type { JudgedFile, Understood } from '../../reconciliation/intake/judged.ts'
import { GROUPS_SHOWN_MAX } from '../../reconciliation/intake/verdicts/group-issues.ts'
import type { IssueGroup } from '../../reconciliation/intake/verdicts/group-issues.ts'
import type { Output } from '../../app/output.ts'
import type { FileFlags } from '../given-file.ts'
import { printable, shownCell } from '../../app/printable.ts'
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

/** What to fix first, then what was repaired or looks odd: a line for each reason. */
export function problemLines(groups: readonly IssueGroup[], output: Say): string[] {
  const { say } = output
  const shown = groups.slice(0, GROUPS_SHOWN_MAX)
  const left = groups.length - shown.length
  const lines = (rejects: boolean): string[] =>
    shown
      .filter((group) => group.rejects === rejects)
      .map((group) => `  ${groupLine(group, output)}`)
  const under = (title: string, found: string[]) => (found.length > 0 ? [title, ...found] : [])
  return [
    ...under(say('A corrigir:', 'To fix:'), lines(true)),
    ...under(say('Reparado, ou a notar:', 'Repaired, or to be noted:'), lines(false)),
    ...(left > 0 ? [say(`  … e mais: ${left}`, `  … and more: ${left}`)] : []),
  ]
}

function groupLine({ issue, lines, count, rejects }: IssueGroup, { say, locale }: Say): string {
  const { code, column, value, suggestion = '' } = issue
  const isOne = count === 1
  const rest = count > lines.length ? ', …' : ''
  const amount = `${count.toLocaleString(locale)} ${say('linhas', 'rows')}`
  const example = isOne ? ' ' : say(', por exemplo ', ', for instance ')
  const cell = value === '' || !rejects ? '' : `${example}${shownCell(value)}`
  const isSaid = code === 'R-COLS' || suggestion === ''
  const maybe = isSaid ? '' : ` ${say('Talvez', 'Maybe')} ${shownCell(suggestion)}.`
  const place = column === '' ? '' : `, ${printable(column)}${cell}`
  const where = isOne
    ? `${say('linha', 'line')} ${lines[0]}`
    : `${amount} (${lines.join(', ')}${rest})`
  return `${where}${place}: ${printable(explainIssue(issue, locale))}${maybe} (${code})`
}

/** The same for `--json`, with the sentence of each code. */
export function groupsObject(groups: readonly IssueGroup[], locale: Locale): object[] {
  return groups.map(({ issue, ...group }) => ({
    ...group,
    ...issue,
    reason: explainIssue(issue, locale),
  }))
}
