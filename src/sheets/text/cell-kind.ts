/** What a cell looks like, as far as it helps to tell cells from pieces of text. */
export type CellKind = 'empty' | 'number' | 'date' | 'time' | 'link' | 'words' | 'other'

/** Longer cells are judged by their beginning; no number, date or address is that long. */
const CELL_CHARACTERS_JUDGED_MAX = 200

const NUMBER = /^(?:R\$|US\$|[$€£])? ?[+-]?[0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)? ?(?:%|€)?$/i
const DATE = /^[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}(?:[ T][0-9]{1,2}:[0-9]{2}[0-9:.Z+-]*)?$/
const TIME = /^[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?$/
const LINK = /^(?:https?:\/\/[^\s"]+|www\.[^\s"]+|[^\s"@]+@[^\s"@]+\.[^\s"@]+)$/i

export function kindOfCell(cell: string): CellKind {
  const text = cell.slice(0, CELL_CHARACTERS_JUDGED_MAX).trim()
  if (text === '') return 'empty'
  const code = text.charCodeAt(0)
  const mayBeNumber = code < 0x3a || text.startsWith('R$') || text.startsWith('US$') || code > 0x7f
  if (mayBeNumber) {
    if (NUMBER.test(text)) return 'number'
    if (TIME.test(text)) return 'time'
    if (DATE.test(text)) return 'date'
  }
  if (LINK.test(text)) return 'link'
  const isCut = /[;,\t|]/.test(text) || text.startsWith('"') || text.endsWith('"')
  return isCut || isBetween(text, "'") ? 'other' : 'words'
}

/** Kinds that a column of values has and its header has not. */
export function isTyped(kind: CellKind): boolean {
  return kind === 'number' || kind === 'date' || kind === 'time' || kind === 'link'
}

function isBetween(text: string, mark: string): boolean {
  return text.length > 1 && text.startsWith(mark) && text.endsWith(mark)
}
