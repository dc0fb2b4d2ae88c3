/** An answer about a file as a few lines that a person can check, and a test can compare. */
import { explainIssue } from '../../../src/reconciliation/intake/reasons/explain.ts'
import type { JudgedRow, Refused, RowIssue } from '../../../src/reconciliation/intake/judged.ts'
import type { Answer } from './judge-bytes.ts'

/** `file`: what may differ between the encodings and dialects of one content; `rows`: what may not. */
export interface Described {
  readonly file: readonly string[]
  readonly rows: readonly string[]
}

export function describeAnswer(answer: Answer | Refused): Described {
  if ('refused' in answer) {
    const { code, line, message } = answer.refused
    const at = line === undefined ? '' : ` line ${line}`
    return { file: [], rows: [`refused ${code}${at}`, visible(message.pt), visible(message.en)] }
  }
  const { understood, counts } = answer.file
  const { encoding, delimiter, lineEnd, headerLine, columns, warnings } = understood
  const bom = encoding.bom ? ' with BOM' : ''
  return {
    file: [
      `${encoding.name}${bom} ${JSON.stringify(delimiter)} ${JSON.stringify(lineEnd)}`,
      ...warnings.filter(isOfForm).map((one) => `${one.code} ${JSON.stringify(one.facts)}`),
    ],
    rows: [
      `header line ${headerLine}: ${visible(JSON.stringify(columns))}`,
      ...warnings
        .filter((one) => !isOfForm(one))
        .map((one) => visible(`${one.code} ${JSON.stringify(one.facts)}`)),
      JSON.stringify(counts),
      ...answer.rows.map(describeRow),
    ],
  }
}

function isOfForm({ code }: { readonly code: string }): boolean {
  return ['W-ENC', 'W-ENC-DOUBT', 'W-SEP'].includes(code)
}

function describeRow({ line, verdict, vehicle, issues }: JudgedRow): string {
  const parts = [`${line} ${verdict}`]
  if (vehicle !== undefined) {
    const { plate, renavam, uf, ownerDocument, nickname, costCentre, extras } = vehicle
    const more = Object.keys(extras).length === 0 ? [] : [JSON.stringify(extras)]
    const centre = costCentre === undefined ? [] : [costCentre]
    parts.push([plate, renavam, uf, ownerDocument, nickname, ...centre, ...more].join(' '))
  }
  return visible([...parts, ...issues.map(describeIssue)].join('; '))
}

function describeIssue(issue: RowIssue): string {
  const { code, column, value, repaired, suggestion, otherLine } = issue
  return [
    code,
    column === '' ? '' : ` ${column}`,
    value === '' ? '' : ` ${JSON.stringify(value)}`,
    repaired === undefined ? '' : ` > ${JSON.stringify(repaired)}`,
    suggestion === undefined ? '' : ` ? ${suggestion}`,
    otherLine === undefined ? '' : ` line ${otherLine}`,
    // What it says in either language has no gap.
    /[{}]/.test(explainIssue(issue, 'pt-BR') + explainIssue(issue, 'en')) ? ' GAP' : '',
  ].join('')
}

/** Characters that are not seen, by their number. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u00a0]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
  })
}
