/** One content in every encoding and dialect that can hold it. */
import { formatRecords } from '../../../src/sheets/csv/format-records.ts'
import { splitText } from '../../../src/sheets/csv/read-records.ts'
import { decodeHead, encodeText, type Encoding } from '../../../src/sheets/text/encoding.ts'
import { byteOfCharacter } from '../../../src/sheets/text/windows-1252.ts'

export interface Form {
  readonly name: string
  readonly bytes: Uint8Array
}

export const ENCODINGS: readonly Encoding[] = [
  { name: 'utf-8', bom: false },
  { name: 'utf-8', bom: true },
  { name: 'windows-1252', bom: false },
  { name: 'utf-16le', bom: true },
  { name: 'utf-16le', bom: false },
  { name: 'utf-16be', bom: true },
  { name: 'utf-16be', bom: false },
]

const DELIMITERS = [';', ',', '\t', '|'] as const
const LINE_ENDS = ['\r\n', '\n', '\r'] as const

/** `text` is in UTF-8, cut by `;`. Forms of equal bytes are given once. */
export function encodings(text: string): Form[] {
  const forms = new Map<string, Form>()
  for (const encoding of ENCODINGS) {
    if (encoding.name === 'windows-1252' && !isWindows1252(text)) continue
    const bytes = encodeText((encoding.bom ? '\uFEFF' : '') + text, encoding)
    const name = `${encoding.name}${encoding.bom ? ' with BOM' : ''}`
    const key = Buffer.from(bytes).toString('base64')
    if (!forms.has(key)) forms.set(key, { name, bytes })
  }
  return [...forms.values()]
}

/** The same records by other delimiters and line ends, in UTF-8. */
export function dialects(text: string): Form[] {
  const given = { delimiter: ';', quote: '"' }
  const records = splitText(text, given).map((record) => record.cells)
  return DELIMITERS.flatMap((delimiter) =>
    LINE_ENDS.map((lineEnd) => ({
      name: JSON.stringify(delimiter + lineEnd),
      bytes: Buffer.from(formatRecords(records, { delimiter, quote: '"', lineEnd })),
    })),
  )
}

export function readText(bytes: Uint8Array): string {
  return decodeHead(bytes, { name: 'utf-8', bom: false }, true)
}

function isWindows1252(text: string): boolean {
  return Array.from(text).every((char) => byteOfCharacter(char) !== undefined)
}
