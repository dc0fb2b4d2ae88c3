/** Pure. HTML as a value: whatever is put into a template is escaped unless it is markup already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Piece = Markup | string | number | null | false | readonly Piece[]

export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(parts.reduce((text, part, at) => text + shown(pieces[at - 1] ?? null) + part))
}

/** For text between tags and in double-quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function shown(piece: Piece): string {
  if (piece === null || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(shown).join('')
  return escaped(String(piece))
}
