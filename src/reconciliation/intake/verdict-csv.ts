import { formatRecords } from '../../csv/format-records.ts'
import { encodeText } from './encoding.ts'
import type { JudgedRow, Understood } from './judged.ts'
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
  for await (const records of verdictRecords(understood, rows, options)) {
    yield encodeText(formatRecords(records, understood), encoding)
  }
}
