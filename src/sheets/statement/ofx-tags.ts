/** Cuts OFX into tags and values. htmlparser2's tokenizer reads SGML and XML and expands no entity. */
import { Tokenizer } from 'htmlparser2'

interface OfxHandler {
  /** `at`: the place in the text. */
  readonly open: (name: string, at: number) => void
  readonly close: (name: string) => void
  /** A long value comes in several pieces. */
  readonly text: (piece: string) => void
}

/** Longer than any name of the specification. */
const NAME_CHARACTERS_MAX = 32

export function readOfxTags(text: string, handler: OfxHandler): void {
  const name = (start: number, end: number): string =>
    text.slice(start, Math.min(end, start + NAME_CHARACTERS_MAX)).toUpperCase()
  const nothing = (): void => undefined
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname: (start, end) => handler.open(name(start, end), start),
      onclosetag: (start, end) => handler.close(name(start, end)),
      onselfclosingtag: nothing,
      onopentagend: nothing,
      ontext: (start, end) => handler.text(text.slice(start, end)),
      ontextentity: (code) => handler.text(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => handler.text(text.slice(start, end - offset)),
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
}
