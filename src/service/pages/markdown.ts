/** Pure. The little Markdown that our descriptions use, as markup: no HTML, no links, no images. */
import { markup, type Markup, type Piece } from './markup.ts'

/** Headings become `h3`, since the page has its own above them. */
export function markdown(text: string): Markup {
  return markup`${blocksOf(text).map(block)}`
}

/** One line of it, without blocks. */
export function inlineMarkdown(text: string): Markup {
  const pieces = text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((piece): Piece => {
    if (/^`.+`$/.test(piece)) return markup`<code>${piece.slice(1, -1)}</code>`
    if (/^\*\*.+\*\*$/.test(piece)) return markup`<strong>${piece.slice(2, -2)}</strong>`
    return piece
  })
  return markup`${pieces}`
}

function blocksOf(text: string): string[][] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
}

function block(lines: string[]): Markup {
  const [first = ''] = lines
  if (first.startsWith('## ')) return markup`<h3>${inlineMarkdown(first.slice(3))}</h3>`
  if (first.startsWith('- ')) return markup`<ul>${points(lines, /^- /)}</ul>`
  if (/^\d+\. /.test(first)) return markup`<ol>${points(lines, /^\d+\. /)}</ol>`
  return markup`<p>${inlineMarkdown(lines.join(' '))}</p>`
}

/** A line without a mark goes on with the point before it. */
function points(lines: readonly string[], mark: RegExp): Markup[] {
  const joined: string[] = []
  for (const line of lines) {
    if (mark.test(line)) joined.push(line.replace(mark, ''))
    else joined.push(`${joined.pop() ?? ''} ${line.trim()}`)
  }
  return joined.map((point) => markup`<li>${inlineMarkdown(point)}</li>`)
}
