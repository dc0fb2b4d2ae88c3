/** A table of a page: plain rows under headings, with sums below. */
import { html, type Content, type Html } from '../../../html.ts'

export interface PageTable {
  readonly head?: readonly Content[]
  readonly rows: readonly (readonly Content[])[]
  readonly foot?: readonly Content[]
}

/** `classes`: of each column; `n` has figures. Whoever has no mouse scrolls it by its focus. */
export function pageTable(classes: readonly string[], { head, rows, foot }: PageTable): Html {
  const cell = (content: Content, at: number): Html => {
    const name = classes[at] ?? ''
    return name === '' ? html`<td>${content}</td>` : html`<td class="${name}">${content}</td>`
  }
  const heading = (content: Content, at: number): Html => {
    if (content === '') return html`<td></td>`
    const name = classes[at] ?? ''
    return name === '' ? html`<th>${content}</th>` : html`<th class="${name}">${content}</th>`
  }
  const line = (cells: readonly Html[]): Html =>
    html`<tr>
      ${cells}
    </tr>`
  return html`<div class="table" tabindex="0">
    <table>
      ${
        head !== undefined &&
        html`<thead>
          ${line(head.map(heading))}
        </thead>`
      }
      <tbody>
        ${rows.map((cells) => line(cells.map(cell)))}
      </tbody>
      ${
        foot !== undefined &&
        html`<tfoot>
          ${line(foot.map(cell))}
        </tfoot>`
      }
    </table>
  </div>`
}

/** A heading with what belongs under it. */
export function pageSection(title: string, ...content: readonly Content[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}
