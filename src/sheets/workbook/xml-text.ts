/** Decodes the text and the attributes of XML, and encodes its text. */

const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6});|#([0-9]{1,7});|(amp|lt|gt|quot|apos);)?/g

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Undefined when it refers to an entity that XML does not define, or to a forbidden character. */
export function decodeXmlText(raw: string): string | undefined {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  let isKnown = true
  const decoded = text.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? ''
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (isCharacter(code)) return String.fromCodePoint(code)
    isKnown = false
    return ''
  })
  return isKnown ? decoded : undefined
}

function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  if (code >= 0xd800 && code <= 0xdfff) return false
  return code <= 0x10ffff && code !== 0xfffe && code !== 0xffff
}

const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

/** The attributes by name without prefix; undefined when they are not well formed. */
export function readAttributes(raw: string): Map<string, string> | undefined {
  const found = new Map<string, string>()
  ATTRIBUTE.lastIndex = 0
  let at = 0
  while (at < raw.length) {
    const [all = '', name = '', double, single] = ATTRIBUTE.exec(raw) ?? []
    if (all === '') return raw.slice(at).trim() === '' ? found : undefined
    const value = decodeXmlText(double ?? single ?? '')
    if (value === undefined) return undefined
    if (!name.startsWith('xmlns')) found.set(name.slice(name.indexOf(':') + 1), value)
    at = ATTRIBUTE.lastIndex
  }
  return found
}

/** Characters that XML cannot hold are written `_x0000_` in an XLSX. */
export function decodeOfficeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Escapes what `decodeOfficeEscapes` would take for an escape. */
export function encodeOfficeEscapes(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

/** Characters that XML cannot hold become U+FFFD. */
export function encodeXmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu, '\uFFFD')
}
