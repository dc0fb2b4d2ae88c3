/** Recognizes files that are no text whatever their name says, by their first bytes. */

export type BinaryKind =
  | 'ZIP'
  | 'XLS'
  | 'PDF'
  | 'GZIP'
  | 'PNG'
  | 'JPEG'
  | '7Z'
  | 'RAR'
  | 'SQLite'
  | 'HTML'
  | 'XML'
  | 'EXCEL-XML'
  | 'MHTML'
  | 'RTF'
  | 'BINARY'

const MAGIC: readonly (readonly [kind: BinaryKind, bytes: readonly number[]])[] = [
  ['XLS', [0xd0, 0xcf, 0x11, 0xe0]],
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['GZIP', [0x1f, 0x8b]],
  ['PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG', [0xff, 0xd8, 0xff]],
  ['7Z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['RAR', [0x52, 0x61, 0x72, 0x21]],
  ['SQLite', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
]

/** A delimiter of some databases. */
const UNIT_SEPARATOR = 0x1f

const HTML = /^<(?:!doctype\s+html|html|head|body|table|meta|style|title|center|div|font)\b/i

const ZIP = [0x50, 0x4b]

/** A file with a larger share of control characters is no text. */
const CONTROL_SHARE_MAX = 0.1

export function kindOfBinary(head: Uint8Array, isUtf16: boolean): BinaryKind | undefined {
  if (startsWith(head, ZIP) && (head[2] ?? 255) < 9) return 'ZIP'
  const magic = MAGIC.find(([, bytes]) => startsWith(head, bytes))
  if (magic !== undefined) return magic[0]
  const text = Buffer.from(head.subarray(0, 1024)).toString('latin1').replaceAll('\0', '')
  const plain = text.replace(/^(?:ï»¿|ÿþ|þÿ)/, '').trimStart()
  const inside = plain.replace(/^(?:<\?xml[^>]*>|<!--.*?-->|\s)+/is, '')
  if (HTML.test(inside)) return 'HTML'
  if (/^<(?:\?mso-application|(?:ss:)?workbook\b)/i.test(inside)) return 'EXCEL-XML'
  if (/^<\?xml/i.test(plain)) return 'XML'
  if (/^mime-version:/i.test(plain)) return 'MHTML'
  if (plain.startsWith('{\\rtf')) return 'RTF'
  if (isUtf16) return undefined
  const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < UNIT_SEPARATOR)
  const controls = head.filter(isControl).length
  return controls / head.length > CONTROL_SHARE_MAX ? 'BINARY' : undefined
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte)
}
