/** Pure. The pieces that every step of the sandbox is made of. */
import { markup, type Markup, type Piece } from '../pages/markup.ts'

export interface Field {
  readonly id: string
  readonly label: string
  readonly help?: string
  /** The interface's name of the field, which an error may name. */
  readonly field?: string
  readonly type?: 'text' | 'password' | 'url' | 'search'
  readonly numeric?: boolean
  readonly max?: number
}

/** Without a name, so that no browser can put its value into an address. */
export function field({ id, label, help, field: name, type = 'text', ...rest }: Field): Markup {
  const described = help !== undefined && markup` aria-describedby="${id}-help"`
  return markup`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" type="${type}" autocomplete="off" autocapitalize="off" spellcheck="false"
data-1p-ignore data-lpignore="true" maxlength="${rest.max ?? 200}"
${name !== undefined && markup`data-field="${name}"`}
${rest.numeric === true && markup`inputmode="numeric"`}${described} />
${help !== undefined && markup`<p class="help" id="${id}-help">${help}</p>`}</div>`
}

export function step(id: string, number: number, title: string, body: Piece): Markup {
  return markup`<section class="step" id="step-${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><span class="number" aria-hidden="true">${number}</span>${title}</h2>
${body}
</section>`
}

export function button(id: string, label: string, quiet = false): Markup {
  return markup`<button type="button" id="${id}" class="${quiet && 'quiet'}">${label}</button>`
}

export function submit(label: string): Markup {
  return markup`<button type="submit">${label}</button>`
}

/** Where a step says how its last call ended; screen readers read it out. */
export function outcome(id: string): Markup {
  return markup`<div class="outcome" id="${id}-outcome" role="status" hidden></div>`
}
