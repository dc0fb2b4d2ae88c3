/** Tables: a row of headings, and the given rows; terms of a list. */
import { Html, html, type Content } from '../../html.ts'

/** Its text, or with a class: `n` for numbers, `wide` for what phones do not show; or its cell. */
export type Heading = Html | string | readonly [text: string, className: 'n' | 'wide' | 'n wide']

export interface TableMore {
  readonly className?: string
  /** Rows of sums. */
  readonly foot?: Content
}

/** An empty heading stands above buttons. Whoever has no mouse scrolls a wide table by its focus. */
export function plainTable(
  headings: readonly Heading[],
  rows: Content,
  { className = '', foot = null }: TableMore = {},
): Html {
  const cell = (heading: Heading): Html => {
    if (heading instanceof Html) return heading
    if (heading === '') return html`<td></td>`
    if (typeof heading === 'string') return html`<th scope="col">${heading}</th>`
    const [text, kind] = heading
    return html`<th class="${kind}" scope="col">${text}</th>`
  }
  const sums = html`<tfoot>
    ${foot}
  </tfoot>`
  return html`<div class="table" tabindex="0">
    <table class="${className}">
      <thead>
        <tr>
          ${headings.map(cell)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
      ${foot !== null && sums}
    </table>
  </div>`
}

/** A name, and what is said of it, in a `dl`. */
export function term(name: string, value: Content): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}
