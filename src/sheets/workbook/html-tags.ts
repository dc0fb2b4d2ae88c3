/**
 * Cuts an HTML page, or OFX, into tags and text. htmlparser2's tokenizer knows what quotes,
 * comments, scripts and entities hide. Its parser would keep each tag that is never closed, as the
 * `<font>` of old reports, and search all of them at each closing tag.
 */
import { Tokenizer } from 'htmlparser2'

export type HtmlAttribute = 'colspan' | 'hidden' | 'rowspan' | 'style'

/** `at`: the place in the page. A long text comes in several pieces. */
export interface HtmlHandler {
  readonly open: (name: string, attributes: HtmlAttributes, at: number) => void
  readonly text: (piece: string) => void
  readonly close: (name: string, at: number) => void
}

export type HtmlAttributes = ReadonlyMap<string, string>

/** Characters that are parsed before the rows that they ended are handed on. */
const PIECE_CHARACTERS = 64 * 1024
/** Longer than any name that means something. */
const NAME_CHARACTERS_MAX = 20
/** Characters of an attribute's value; what follows is not kept. */
const VALUE_CHARACTERS_MAX = 1_000
const KEPT: ReadonlySet<string> = new Set<HtmlAttribute>(['colspan', 'hidden', 'rowspan', 'style'])
const NONE: HtmlAttributes = new Map()

/**
 * Yields after each piece, so that what the handler has gathered can be taken. `isXml`: CDATA is
 * text, and no element's content is a script. It reads SGML, too, and expands no declared entity.
 */
export function* readTags(page: string, handler: HtmlHandler, isXml = false): Generator<void> {
  let [tag, tagAt, attribute, value] = ['', 0, '', '']
  let attributes: Map<string, string> | undefined
  const name = (start: number, end: number): string => {
    return page.slice(start, Math.min(end, start + NAME_CHARACTERS_MAX)).toLowerCase()
  }
  const add = (text: string): void => {
    if (value.length < VALUE_CHARACTERS_MAX) value += text.slice(0, VALUE_CHARACTERS_MAX)
  }
  const open = (): void => handler.open(tag, attributes ?? NONE, tagAt)
  const nothing = (): void => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: isXml },
    {
      onopentagname(start, end) {
        ;[tag, tagAt, attributes] = [name(start, end), start, undefined]
      },
      onattribname(start, end) {
        ;[attribute, value] = [name(start, end), '']
      },
      onattribdata: (start, end) => add(page.slice(start, end)),
      onattribentity: (code) => add(String.fromCodePoint(code)),
      onattribend() {
        if (KEPT.has(attribute)) (attributes ??= new Map()).set(attribute, value)
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => handler.close(name(start, end), start),
      ontext: (start, end) => handler.text(page.slice(start, end)),
      ontextentity: (code) => handler.text(String.fromCodePoint(code)),
      oncomment: nothing,
      oncdata(start, end, offset) {
        if (isXml) handler.text(page.slice(start, end - offset))
      },
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  for (let at = 0; at < page.length; at += PIECE_CHARACTERS) {
    tokenizer.write(page.slice(at, at + PIECE_CHARACTERS))
    yield
  }
  tokenizer.end()
  yield
}
