/**
 * All text that an HTML page shows, in tables or not, by what a browser puts on lines of its own:
 * for whoever asks whether a page names something at all.
 */
import { Parser } from 'htmlparser2'

export interface HtmlLine {
  /** Of the file, from 1, where the text ends. */
  readonly line: number
  readonly text: string
}

/** Marks within a line: `AB<b>C</b>` is one word. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b big em font i mark s small span strike strong sub sup tt u'.split(' '),
)

export function linesOfHtml(text: string): readonly HtmlLine[] {
  const lines: HtmlLine[] = []
  let [line, seen, gathered] = [1, 0, '']
  const end = (): void => {
    for (; seen < parser.startIndex; seen++) if (text[seen] === '\n') line++
    if (gathered.trim() !== '') lines.push({ line, text: gathered })
    gathered = ''
  }
  const parser = new Parser({
    onopentag: (name) => (INLINE.has(name) ? undefined : end()),
    ontext: (piece) => void (gathered += piece),
    onclosetag: (name) => (INLINE.has(name) ? undefined : end()),
  })
  parser.end(text)
  end()
  return lines
}
