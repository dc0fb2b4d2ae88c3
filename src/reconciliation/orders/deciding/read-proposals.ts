/**
 * Reads a proposals.csv that came back: from Excel, as the workbook that it saves, or by hand, in
 * any encoding and dialect that intake understands, with columns in any order and either language.
 */
import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { unprotect } from '../../intake/fields/clean-cell.ts'
import { unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { partJoinedRows } from '../../intake/header/joined-rows.ts'
import { refuse } from '../../intake/reasons/explain.ts'
import type { Refused } from '../../intake/judged.ts'
import { INTAKE_LIMITS } from '../../intake/limits.ts'
import { openRecords } from '../../intake/records/open-records.ts'
import type { UsedColumns } from '../../intake/records/record-source.ts'
import { BOUND_COLUMNS, columnOfHeader, PROPOSAL_HEADERS } from './proposal-headers.ts'
import type { ProposalColumn } from './proposal-headers.ts'

/** Ten thousand plans with ten debts each come to 35 MB. */
export const PROPOSALS_BYTES_MAX = 64 * 1024 * 1024
export const PROPOSAL_LINES_MAX = 200_000
/** A CSV that was opened and saved as a workbook is its only sheet that shows. */
const FIRST_SHEET = { asked: undefined, remembered: undefined }

export interface ReturnedLine {
  /** Line number in the file, from 1. */
  readonly line: number
  /** Without the apostrophe or `="…"` that keeps a spreadsheet from calculating a cell. */
  readonly cells: Readonly<Partial<Record<ProposalColumn, string>>>
  /** A cell that belongs to the binding holds bytes that are no text. */
  readonly isUnreadable: boolean
}

/** `bytes`: the whole file. A file that is no proposals.csv is refused as a whole. */
export async function readProposals(bytes: Uint8Array): Promise<readonly ReturnedLine[] | Refused> {
  if (bytes.length === 0) return noProposals(BOUND_COLUMNS, 1)
  const limits = { ...INTAKE_LIMITS, bytesMax: PROPOSALS_BYTES_MAX }
  const opened = await openRecords(() => once(bytes), limits, FIRST_SHEET)
  if ('refused' in opened) return opened
  // Places tell columns apart by guessing, which is too little to decide about money by.
  if (opened.survey.warnings.some(({ code }) => code === 'W-FIXED')) {
    return noProposals(BOUND_COLUMNS, 1)
  }
  const { dialect, container } = opened
  // A copy of the sheet may have other decisions, and nobody said which of them counts.
  if (container.kind !== 'csv' && container.sheets.length > 1) {
    return refuse('F-PROPOSALS-SHEETS', { sheets: container.sheets.join(', ') })
  }
  const records = (await Array.fromAsync(opened.read())).flat()
  const start = dialect.sepLine ? 1 : 0
  const header = headerOf(records.slice(start, start + INTAKE_LIMITS.preambleRowsMax), dialect)
  if ('refused' in header) return header
  const refused = await opened.refusalOf?.(header, () => false)
  if (refused !== undefined) return refused
  const rows = records.slice(start + header.records)
  if (rows.length > PROPOSAL_LINES_MAX) return refuse('F-ROWS', { limit: PROPOSAL_LINES_MAX })
  const broken = rows.find((record) => {
    // Of two lines that stray quotes have joined, one would get the decision about the other.
    const isJoined = partJoinedRows(record, header.cells.length, dialect).length > 1
    return isJoined || record.problem !== undefined
  })
  if (broken !== undefined) {
    return broken.problem === 'record-too-long'
      ? refuse('F-RECORD', { limit: limits.recordCharactersMax }, broken.line)
      : refuse('F-QUOTE', {}, broken.line)
  }
  return rows.flatMap((record) => lineOf(record, dialect, header.columns))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

interface FoundHeader extends UsedColumns {
  readonly records: number
  readonly columns: ReadonlyMap<ProposalColumn, number>
}

function headerOf(records: readonly CsvRecord[], dialect: Dialect): FoundHeader | Refused {
  let missing: readonly ProposalColumn[] = BOUND_COLUMNS
  let line = 1
  for (const [at, record] of records.entries()) {
    const columns = new Map<ProposalColumn, number>()
    const row = unwrapRow(record, dialect)
    for (const [index, cell] of row.entries()) {
      const column = columnOfHeader(cell)
      if (column === undefined) continue
      if (columns.has(column)) {
        const name = PROPOSAL_HEADERS[column].pt
        return refuse('F-DUPLICATE-COLUMN', { column: name }, record.line)
      }
      columns.set(column, index)
    }
    const absent = BOUND_COLUMNS.filter((column) => !columns.has(column))
    if (absent.length === 0) return { records: at + 1, line: record.line, cells: row, columns }
    if (absent.length < missing.length) {
      missing = absent
      line = record.line
    }
  }
  return noProposals(missing, line)
}

function noProposals(missing: readonly ProposalColumn[], line: number): Refused {
  const names = missing.map((each) => `${PROPOSAL_HEADERS[each].pt}/${PROPOSAL_HEADERS[each].en}`)
  return refuse('F-PROPOSALS', { missing: names.join(', ') }, line)
}

function lineOf(record: CsvRecord, dialect: Dialect, columns: FoundHeader['columns']) {
  const row = unwrapRow(record, dialect)
  if (row.every((cell) => cell.trim() === '')) return []
  const cells: Partial<Record<ProposalColumn, string>> = {}
  for (const [column, at] of columns) cells[column] = unprotect((row[at] ?? '').trim())
  const isUnreadable = BOUND_COLUMNS.some((column) => /[\0\uFFFD]/.test(cells[column] ?? ''))
  return [{ line: record.line, cells, isUnreadable }]
}
