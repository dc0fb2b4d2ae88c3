import { splitText } from '../../../src/sheets/csv/read-records.ts'
import type { Ambiguous, Dialect } from '../../../src/sheets/text/dialect.ts'
import { unwrapRow } from '../../../src/sheets/text/dialect.ts'
import type { Encoding } from '../../../src/sheets/text/encoding.ts'
import { decodeHead, encodingOfHead, EncodingEvidence } from '../../../src/sheets/text/encoding.ts'
import { findTable } from './find-table.ts'
import { findNamedRow, HITS_MIN, tableWidth } from '../../../src/sheets/text/read-candidate.ts'
import type { SniffOptions } from '../../../src/sheets/text/sniff-text.ts'
import { sniffText } from '../../../src/sheets/text/sniff-text.ts'

/** The whole stage: bytes in; encoding, dialect and the place of the header out. */

export interface Sniffed extends Dialect {
  readonly encoding: Encoding
  /** Records before the header, the `sep=` line among them; of the first row without a header. */
  readonly preamble: number
  /** How many rows the header takes; zero when there is none. */
  readonly headerRows: number
  /** The header's first line in the text, from 1; undefined without a header. */
  readonly headerLine: number | undefined
}

/** `head`: the first bytes, as many as HEAD_BYTES; `isWhole` when there are no more. */
export function sniffBytes(
  head: Uint8Array,
  isWhole: boolean,
  options: SniffOptions = {},
): Sniffed | Ambiguous {
  const encoding = encodingOf(head)
  const text = decodeHead(head, encoding, isWhole)
  const dialect = sniffText(text, isWhole, options)
  if ('ambiguous' in dialect) return dialect
  const records = splitText(text, dialect, { isWhole })
  const start = dialect.sepLine ? 1 : 0
  const rows = records.slice(start).map((record) => unwrapRow(record, dialect))
  const named = findNamedRow(rows, options.headerHits ?? ((): number => 0))
  const { width } = tableWidth(rows, named)
  const table =
    named !== undefined && named.hits >= HITS_MIN
      ? { preamble: named.at, headerRows: 1 }
      : findTable(rows, width)
  const preamble = start + table.preamble
  const headerLine = table.headerRows === 0 ? undefined : records[preamble]?.line
  return { ...dialect, encoding, preamble, headerRows: table.headerRows, headerLine }
}

function encodingOf(head: Uint8Array): Encoding {
  const known = encodingOfHead(head)
  if (known !== undefined) return known
  const evidence = new EncodingEvidence()
  evidence.add(head)
  return { name: evidence.verdict().name, bom: false }
}
