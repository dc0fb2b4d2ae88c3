import { formatRecords } from '../../../sheets/csv/format-records.ts'
import { encodeText } from '../../../sheets/text/encoding.ts'
import type { JudgedRow, Understood } from '../judged.ts'
import type { VerdictOptions } from './verdict-records.ts'
import { verdictRecords } from './verdict-records.ts'

/**
 * Writes rows back as they came, in the file's own dialect and encoding, with the columns that say
 * what to mend, so that the file can be corrected and sent again. It holds clear documents: it is
 * the sender's own data and goes nowhere else. A workbook's rows become what Excel opens.
 */

const BYTE_ORDER_MARK = '\uFEFF'

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

/** Shorter ones Excel leaves alone. */
const CODE = /^[0-9]{8,}$/

/**
 * Out of a workbook, a RENAVAM or a document would lose its digits when Excel opens the CSV, which
 * it did not in the workbook. `="..."` keeps them, and intake reads it back; rows that are accepted
 * stay as they are, since a mark to take off is a repair.
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
