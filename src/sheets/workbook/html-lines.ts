/**
 * All text that an HTML page shows, in tables or not, by what a browser puts on lines of its own:
 * for whoever asks whether a page names something at all.
 */
import { readTags } from './html-tags.ts'

/** Marks within a line: `AB<b>C</b>` is one word. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b big em font i mark s small span strike strong sub sup tt u'.split(' '),
)

/** `line`: of the file, from 1, where the text ends. */
export function linesOfHtml(page: string) {
  const lines: { readonly line: number; readonly text: string }[] = []
  let [line, seen, gathered] = [1, 0, '']
  const end = (name: string, at: number): void => {
    if (INLINE.has(name)) return
    for (; seen < at; seen++) if (page[seen] === '\n') line++
    if (gathered.trim() !== '') lines.push({ line, text: gathered })
    gathered = ''
  }
  const text = (piece: string): void => void (gathered += piece)
  for (const _ of readTags(page, { open: (name, __, at) => end(name, at), text, close: end }))
    continue
  end('', page.length)
  return lines
}
