/**
 * HTML as a value: whatever is put into a template is veiled and escaped unless it is HTML already,
 * so that no text of a sheet or a service can become markup or name a person's document.
 */
import { veilDocuments } from './fleet/veil-documents.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Content = Html | string | number | null | false | readonly Content[]

/** The template's indentation is removed. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(
    parts.reduce(
      (text, part, at) => text + (at === 0 ? '' : render(values[at - 1] ?? null)) + bare(part),
      '',
    ),
  )
}

function bare(part: string): string {
  return part.replace(/\s*\n\s*/g, '\n')
}

/** Escaped and not veiled: a payment code must stay as it is. */
export function exact(text: string): Html {
  return new Html(escapeHtml(text))
}

/** Escapes text for use between tags and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A picture inside the page: an SVG in an <img> runs no scripts and loads nothing. */
export function svgImage(svg: string, alt: string, className: string): Html {
  const data = Buffer.from(svg, 'utf8').toString('base64')
  return html`<img
    class="${className}"
    alt="${alt}"
    src="data:image/svg+xml;base64,${exact(data)}"
  />`
}

function render(content: Content): string {
  if (content === null || content === false) return ''
  if (content instanceof Html) return content.text
  if (typeof content === 'object') return content.map(render).join('')
  return escapeHtml(veilDocuments(String(content)))
}
