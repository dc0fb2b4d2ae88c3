/** What must hold of any answer to any file; the first thing that does not, in words. */
import type { Bilingual } from '../../../src/bilingual.ts'
import { isUf } from '../../../src/fleet/uf.ts'
import { isCnpj, isCpf, maskDocument, stripDocument } from '../../../src/fleet/document.ts'
import { hasRenavamCheckDigit } from '../../../src/fleet/renavam.ts'
import {
  isVerdictColumn,
  normalizeHeader,
} from '../../../src/reconciliation/intake/header/aliases.ts'
import { columnName } from '../../../src/reconciliation/intake/header/choose-columns.ts'
import { explainIssue, explainWarning } from '../../../src/reconciliation/intake/reasons/explain.ts'
import { judgeFile } from '../../../src/reconciliation/intake/judge-file.ts'
import type {
  JudgedFile,
  JudgedRow,
  JudgedVehicle,
} from '../../../src/reconciliation/intake/judged.ts'
import { shownElsewhere } from '../../../src/reconciliation/intake/fields/row-draft.ts'
import { differsChecked } from '../../reconciliation/intake/check-again.ts'
import { sourceOf, type Answer } from '../../reconciliation/intake/judge-bytes.ts'
import type { HostileInput } from './inputs.ts'

const SENTENCE_CHARACTERS_MAX = 1000

/** What a sentence has room for; `value` and `line` are words that files hold here. */
const GAP =
  /\{(?:missing|sample|count|limit|kind|field|name|candidates|columns?|headers?|bytes|first|second|repaired|suggestion|otherLine|map|rows|delimiter|encoding)\}/
const LONG_NUMBER = /[0-9](?:[ ./-]?[0-9]){10,}/

/** To survey it, to find a book's sheet, and for each of two passes: work that grows with it alone. */
const OPENED_MAX = 4

export async function breachOf(input: HostileInput): Promise<string | undefined> {
  const { bytes, options, pieceSize } = input
  const source = sourceOf(bytes, pieceSize)
  let opened = 0
  const file = await judgeFile(() => {
    opened += 1
    return source()
  }, options)
  const answer = 'refused' in file ? file : { file, rows: await rowsOf(file) }
  if (opened > OPENED_MAX) return `the file was opened ${opened} times`
  if ('refused' in answer) return brokenSentence(answer.refused.message)
  return (
    answer.file.understood.warnings.map(explainWarning).map(brokenSentence).find(Boolean) ??
    unclosed(answer) ??
    answer.rows.map((row) => badRow(row, answer, input)).find(Boolean) ??
    (await changedChecked(answer, input))
  )
}

async function rowsOf(file: JudgedFile): Promise<JudgedRow[]> {
  const rows: JudgedRow[] = []
  for await (const batch of file.rows) rows.push(...batch)
  return rows
}

function brokenSentence({ pt, en }: Bilingual): string | undefined {
  for (const text of [pt, en]) {
    if (GAP.test(text)) return `a gap in: ${text}`
    if (LONG_NUMBER.test(text)) return `a document, perhaps, in: ${text}`
    if (text.length > SENTENCE_CHARACTERS_MAX) return `a sentence of ${text.length} characters`
  }
  return undefined
}

function unclosed({ file, rows }: Answer): string | undefined {
  const { read, ...parts } = file.counts
  const sum = Object.values(parts).reduce((total, one) => total + one, 0)
  if (sum !== read || rows.length !== read) return `counts do not close: ${sum} of ${read}`
  const lines = rows.map((row) => row.line)
  const isInOrder = lines.every((line, at) => at === 0 || line >= (lines[at - 1] ?? 0))
  return isInOrder ? undefined : 'lines are out of order'
}

function badRow(row: JudgedRow, answer: Answer, { options }: HostileInput): string | undefined {
  const { verdict, vehicle, issues } = row
  const isKept = verdict === 'accepted' || verdict === 'repaired'
  if (isKept !== (vehicle !== undefined)) return at(row, `${verdict} with the wrong vehicle`)
  const rejects = issues.some((issue) => issue.code.startsWith('R-'))
  if (rejects !== (verdict === 'rejected')) return at(row, `${verdict} for the wrong reasons`)
  if (verdict !== 'accepted' && issues.length === 0) return at(row, `${verdict} without a word`)
  for (const issue of issues) {
    const pt = explainIssue(issue, 'pt-BR')
    const broken = brokenText(pt) ?? brokenText(explainIssue(issue, 'en'))
    if (broken !== undefined) return at(row, broken)
  }
  const shown = clearDocument(row, answer)
  if (shown !== undefined) return at(row, shown)
  return vehicle === undefined ? undefined : badVehicle(row, vehicle, answer, options.defaults)
}

function at({ line }: JudgedRow, what: string): string {
  return `line ${line}: ${what}`
}

function brokenText(text: string): string | undefined {
  if (GAP.test(text)) return `a gap in: ${text}`
  return text.length > SENTENCE_CHARACTERS_MAX
    ? `a sentence of ${text.length} characters`
    : undefined
}

/** Where the file's cells of a field may stand; two columns may bear one name. */
function cellsOf(row: JudgedRow, header: string, answer: Answer): string[] {
  return shownNames(answer).flatMap((name, index) =>
    name === header ? [row.rawCells[index] ?? ''] : [],
  )
}

function shownNames({ file }: Answer): string[] {
  const { allColumns } = file.understood
  return allColumns.map((_, index) => columnName(allColumns, index))
}

/** No issue may show the document of its row; a RENAVAM may read as one, and is shown. */
function clearDocument(row: JudgedRow, answer: Answer): string | undefined {
  const column = answer.file.understood.columns.ownerDocument
  if (column === undefined || row.issues.length === 0) return undefined
  const documents = cellsOf(row, column, answer).filter((cell) => {
    const document = stripDocument(cell)
    const isRenavam = document.length === 11 && hasRenavamCheckDigit(document)
    return !isRenavam && (isCpf(document) || isCnpj(document))
  })
  const issues = JSON.stringify(row.issues)
  const isShown = documents.some((cell) => standsAlone(cell.trim(), issues))
  return isShown ? 'an issue shows the document' : undefined
}

/** Not inside a longer number: that is none, and has to be seen to be fixed. */
function standsAlone(document: string, text: string): boolean {
  return new RegExp(`(?<![0-9])${RegExp.escape(document)}(?![0-9])`).test(text)
}

const FORMS = {
  plate: /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/,
  renavam: /^[0-9]{11}$/,
  ownerDocument: /^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/,
} as const

function badVehicle(
  row: JudgedRow,
  vehicle: JudgedVehicle,
  answer: Answer,
  defaults: { readonly uf?: string; readonly ownerDocument?: string } = {},
): string | undefined {
  for (const [field, form] of Object.entries(FORMS)) {
    const value = vehicle[field as keyof typeof FORMS]
    if (!form.test(value)) return at(row, `${field} is ${JSON.stringify(value)}`)
  }
  if (!isUf(vehicle.uf)) return at(row, `uf is ${JSON.stringify(vehicle.uf)}`)
  // The cells of a row that was wrapped as a whole stand inside its first.
  if (row.issues.some((issue) => issue.code === 'W-ROW-QUOTED')) return undefined
  return changedSilently(row, vehicle, answer, defaults) ?? lostExtras(row, vehicle, answer)
}

/** A value must be its cell, or what a repair that was told made of it, or the file's default. */
function changedSilently(
  row: JudgedRow,
  vehicle: JudgedVehicle,
  answer: Answer,
  defaults: { readonly uf?: string; readonly ownerDocument?: string },
): string | undefined {
  const { columns } = answer.file.understood
  for (const field of [
    'plate',
    'renavam',
    'uf',
    'ownerDocument',
    'nickname',
    'costCentre',
  ] as const) {
    const value = vehicle[field] ?? ''
    const header = columns[field]
    const cells = header === undefined ? [''] : cellsOf(row, header, answer)
    if (cells.includes(value)) continue
    const told = row.issues.filter((issue) => issue.column === header)
    const last = told.findLast((issue) => issue.repaired !== undefined)?.repaired
    // What reads as a document is masked in whatever column it stands.
    const shown = [shownElsewhere(value), maskDocument(value)]
    if (last !== undefined && shown.includes(last) && row.verdict === 'repaired') continue
    const isOfTwo = columns.plate === columns.uf && (field === 'plate' || field === 'uf')
    if (isOfTwo && told.some(({ repaired = '' }) => repaired.split(' ').includes(value))) continue
    const isDefault =
      field === 'uf' || field === 'ownerDocument' ? defaults[field] !== undefined : false
    const isEmpty = isOfTwo || last === '' || cells.some((cell) => cell.trim() === '')
    if (isDefault && isEmpty) continue
    return at(row, `${field} changed without a word: ${JSON.stringify([cells, value, last])}`)
  }
  return undefined
}

function lostExtras(row: JudgedRow, vehicle: JudgedVehicle, answer: Answer): string | undefined {
  const kept = Object.values(vehicle.extras)
  const changed = kept.find((value) => !row.rawCells.includes(value))
  if (changed !== undefined) return at(row, `an extra cell became ${JSON.stringify(changed)}`)
  const used = new Set(Object.values(answer.file.understood.columns).map(normalizeHeader))
  const names = shownNames(answer)
  const lost = row.rawCells.find((cell, index) => {
    const name = names[index]
    // Another column of a required field's name says the same, or the file would be refused.
    const isOurs = name === undefined || used.has(normalizeHeader(name)) || isVerdictColumn(name)
    return cell !== '' && !isOurs && !kept.includes(cell)
  })
  return lost === undefined ? undefined : at(row, `an extra cell was lost: ${JSON.stringify(lost)}`)
}

/** The file that goes back, in either language, must get the same verdicts. */
async function changedChecked(
  answer: Answer,
  { options, bytes, again }: HostileInput,
): Promise<string | undefined> {
  if (!again || answer.rows.length === 0) return undefined
  // A verdict makes a file longer and wider, and tight limits are those of the first check alone.
  const { limits: _, ...same } = options
  const locale = bytes.length % 2 === 0 ? 'pt-BR' : 'en'
  const differs = await differsChecked(answer, same, locale)
  return differs === undefined ? undefined : `checked again, ${differs}`
}
