import type { Container, JudgedRow, Understood } from '../judged.ts'
import { writeVerdictCsv } from './verdict-csv.ts'
import { verdictHeader, verdictRecords, type VerdictOptions } from './verdict-records.ts'
import { writeOds } from '../../../sheets/workbook/write-ods.ts'
import { writeXlsx } from '../../../sheets/workbook/write-xlsx.ts'

/**
 * Gives a judged file back as what it was, text or workbook, with its verdicts. Of a workbook it is
 * the sheet that was read, every cell a text, so that no program counts with a document.
 */
export function writeVerdicts(
  understood: Understood,
  rows: AsyncIterable<readonly JudgedRow[]>,
  options: VerdictOptions,
): AsyncGenerator<Uint8Array> {
  const { container } = understood
  if (container.kind === 'csv') return writeVerdictCsv(understood, rows, options)
  const records = verdictRecords(understood, rows, options)
  const width = verdictHeader(understood, options).length
  const sheet = { name: sheetName(container.sheet), width }
  return container.kind === 'ods' ? writeOds(records, sheet) : writeXlsx(records, sheet)
}

/** A page that was saved as `.xls` goes back as what its program meant to write. */
const EXTENSIONS = { csv: '.csv', xlsx: '.xlsx', ods: '.ods', html: '.xlsx' } as const

/** The extension of the file that `writeVerdicts` writes. */
export function verdictExtension(understood: Understood): '.csv' | '.xlsx' | '.ods' {
  return EXTENSIONS[understood.container.kind]
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: XLSX,
  html: XLSX,
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
} as const satisfies Record<Container['kind'], string>

export function verdictMediaType(understood: Understood): string {
  return MEDIA_TYPES[understood.container.kind]
}

/** Excel opens no workbook whose sheet has a longer name, or one of these characters in it. */
const NAME_CHARACTERS_MAX = 31
const FORBIDDEN = /[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu

function sheetName(given: string): string {
  const name = given.replace(FORBIDDEN, ' ').slice(0, NAME_CHARACTERS_MAX).replace(/^'|'$/g, ' ')
  const isUsable = name.trim() !== '' && name.toLowerCase() !== 'history'
  return isUsable ? name.toWellFormed() : 'Frota'
}
