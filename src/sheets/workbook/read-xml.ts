import { TextDecoder } from 'node:util'
import type { RowGatherer } from './gather-row.ts'
import type { WorkbookLimits } from './limits.ts'
import { damaged, WorkbookProblem } from './problem.ts'
import type { SheetRow } from './sheet-row.ts'
import { decodeXmlText } from './xml-text.ts'

/**
 * Cuts the XML of a workbook's part into elements and text as its bytes arrive. Only what
 * spreadsheets write is read: no declarations, no entities but the five and numbers, a bounded
 * depth, and never more in memory than a piece and one tag.
 */

export interface XmlHandler {
  /** `depth`: how many elements it stands in; names come without their prefix. */
  readonly open: (name: string, attributes: string, depth: number) => void
  /** A long text comes in several pieces. */
  readonly text?: (piece: string, depth: number) => void
  readonly close?: (name: string, depth: number) => void
}

const ILLEGAL = /(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/u

/** The longest reference that is read, `&#1114111;`, may be cut in two by the end of a piece. */
const REFERENCE_CHARACTERS_MAX = 12

export class XmlReader {
  readonly #part: string
  readonly #handler: XmlHandler
  readonly #limits: WorkbookLimits
  readonly #names: string[] = []
  #decoder: TextDecoder | undefined
  #rest = ''
  #hasRoot = false

  constructor(part: string, handler: XmlHandler, limits: WorkbookLimits) {
    this.#part = part
    this.#handler = handler
    this.#limits = limits
  }

  take(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true })
    this.#cut(this.#decode(bytes), false)
  }

  end(): void {
    this.#cut(this.#decode(undefined), true)
    if (this.#rest !== '' || this.#names.length > 0 || !this.#hasRoot) throw damaged(this.#part)
  }

  #decode(bytes: Uint8Array | undefined): string {
    try {
      const text = this.#decoder?.decode(bytes, { stream: bytes !== undefined }) ?? ''
      if (!ILLEGAL.test(text)) return text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    throw damaged(this.#part)
  }

  #cut(text: string, last: boolean): void {
    const buffer = this.#rest + text
    let at = 0
    while (at < buffer.length) {
      const open = buffer.indexOf('<', at)
      if (open !== at) {
        const end = open === -1 ? (last ? buffer.length : endOfText(buffer, at)) : open
        if (end > at) this.#text(buffer.slice(at, end))
        at = end
        if (open === -1) break
      }
      const next = this.#markup(buffer, at)
      if (next === -1) break
      at = next
    }
    this.#rest = buffer.slice(at)
    if (this.#rest.length > this.#limits.markupCharactersMax) throw damaged(this.#part)
  }

  #text(raw: string): void {
    const depth = this.#names.length
    const text = decodeXmlText(raw)
    if (text === undefined) throw damaged(this.#part)
    if (depth > 0) this.#handler.text?.(text, depth)
    else if (text.trim() !== '') throw damaged(this.#part)
  }

  /** The place after the markup that begins here, or -1 while its end has not come. */
  #markup(buffer: string, at: number): number {
    const second = buffer[at + 1]
    if (second === undefined) return -1
    if (second === '/') return this.#closeTag(buffer, at)
    if (second === '?') return after(buffer, '?>', at + 2)
    if (second === '!') return this.#declaration(buffer, at)
    return this.#openTag(buffer, at)
  }

  #declaration(buffer: string, at: number): number {
    if (buffer.startsWith('<!--', at)) return after(buffer, '-->', at + 4)
    if (buffer.length - at < '<![CDATA['.length) return -1
    if (!buffer.startsWith('<![CDATA[', at)) {
      throw new WorkbookProblem('F-WORKBOOK-DTD', { part: this.#part })
    }
    const next = after(buffer, ']]>', at)
    const depth = this.#names.length
    if (next !== -1) this.#handler.text?.(buffer.slice(at + '<![CDATA['.length, next - 3), depth)
    return next
  }

  #closeTag(buffer: string, at: number): number {
    const end = buffer.indexOf('>', at)
    if (end === -1) return -1
    const name = buffer.slice(at + 2, end).trimEnd()
    if (this.#names.pop() !== name) throw damaged(this.#part)
    this.#handler.close?.(localName(name), this.#names.length)
    return end + 1
  }

  #openTag(buffer: string, at: number): number {
    const end = endOfTag(buffer, at)
    if (end === -1) return -1
    const isEmpty = buffer[end - 1] === '/'
    const last = isEmpty ? end - 1 : end
    const space = endOfName(buffer, at, last)
    const name = buffer.slice(at + 1, space)
    const depth = this.#names.length
    const isSecondRoot = depth === 0 && this.#hasRoot
    if (!isLetter(name) || depth >= this.#limits.depthMax || isSecondRoot) {
      throw damaged(this.#part)
    }
    this.#hasRoot = true
    const local = localName(name)
    this.#handler.open(local, buffer.slice(space, last), depth)
    if (isEmpty) this.#handler.close?.(local, depth)
    else this.#names.push(name)
    return end + 1
  }
}

/** Reads a part to its end. */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
  limits: WorkbookLimits,
): Promise<void> {
  const reader = new XmlReader(part, handler, limits)
  for await (const piece of bytes) reader.take(piece)
  reader.end()
}

/** The rows that a part's handler gathers in `row`, as the bytes come. */
export async function* readXmlRows(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler & { readonly row: RowGatherer },
  limits: WorkbookLimits,
): AsyncGenerator<readonly SheetRow[]> {
  const reader = new XmlReader(part, handler, limits)
  for await (const piece of bytes) {
    reader.take(piece)
    const rows = handler.row.drain()
    if (rows.length > 0) yield rows
  }
  reader.end()
  yield handler.row.drain()
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || second === 0) return 'utf-16le'
  return first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8'
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function after(buffer: string, mark: string, from: number): number {
  const at = buffer.indexOf(mark, from)
  return at === -1 ? -1 : at + mark.length
}

/** XML allows more letters; programs begin the names of elements only with these. */
function isLetter(name: string): boolean {
  const code = name.charCodeAt(0) | 0x20
  return (code >= 0x61 && code <= 0x7a) || name.startsWith('_')
}

/** The place of the first space, or `end`. */
function endOfName(buffer: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const code = buffer.charCodeAt(at)
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) return at
  }
  return end
}

/** The place of the closing bracket, which is the first one outside quotes. */
function endOfTag(buffer: string, start: number): number {
  let quote = 0
  for (let at = start + 1; at < buffer.length; at++) {
    const code = buffer.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x22 || code === 0x27) quote = code
    else if (code === 0x3e) return at
  }
  return -1
}

/** Stops before a reference, line end or pair of surrogates that the next piece completes. */
function endOfText(buffer: string, start: number): number {
  const reference = buffer.lastIndexOf('&')
  const isOpen = reference >= start && !buffer.includes(';', reference)
  if (isOpen && buffer.length - reference <= REFERENCE_CHARACTERS_MAX) return reference
  const code = buffer.charCodeAt(buffer.length - 1)
  const isHalf = code === 0x0d || (code >= 0xd800 && code <= 0xdbff)
  return isHalf ? buffer.length - 1 : buffer.length
}
