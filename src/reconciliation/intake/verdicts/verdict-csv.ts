import { formatRecords } from '../../../sheets/csv/format-records.ts'
import { BYTE_ORDER_MARK } from '../../../sheets/csv/write-csv.ts'
import { encodeText } from '../../../sheets/text/encoding.ts'
import type { JudgedRow, Understood } from '../judged.ts'
import { verdictRecords, type VerdictOptions } from './verdict-records.ts'

/**
 * Writes rows back as they came, in the file's own dialect and encoding, with the columns that say
 * what to correct, so that the file can be sent again. It holds clear documents: it is the sender's
 * own data and goes nowhere else. A workbook's rows become what Excel opens.
 */

export async function* writeVerdictCsv(
  understood: Understood,
  rows: AsyncIterable<readonly JudgedRow[]>,
  options: VerdictOptions,
): AsyncGenerator<Uint8Array> {
  const { encoding, delimiter, lineEnd, sepLine } = understood
  const sep = sepLine ? `sep=${delimiter}${lineEnd}` : ''
  const start = (encoding.bom ? BYTE_ORDER_MARK : '') + sep
  if (start !== '') yield encodeText(start, encoding)
  const keep = keeperOfDigits(understood, options)
  for await (const records of verdictRecords(understood, rows, options)) {
    yield encodeText(formatRecords(records.map(keep), understood), encoding)
  }
}

/** Excel leaves shorter numbers unchanged. */
const CODE = /^[0-9]{8,}$/

/**
 * Excel would drop digits of a RENAVAM or a document when it opens a CSV, though not in a workbook.
 * `="..."` keeps them, and intake reads it back. Accepted rows are not protected so, because
 * reading a protected cell counts as a repair.
 */
function keeperOfDigits(
  { container, columns, header }: Understood,
  { rows }: VerdictOptions,
): (cells: readonly string[]) => readonly string[] {
  if (container.kind === 'csv' || rows === 'all') return (cells) => cells
  const names = new Set([columns.renavam, columns.ownerDocument])
  const isCode = header.map((name) => names.has(name.trim()))
  return (cells) =>
    cells.map((text, at) => (isCode[at] === true && CODE.test(text) ? `="${text}"` : text))
}
