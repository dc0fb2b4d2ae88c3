/** Pure. The pieces that every step of the sandbox is made of. */
import { QUERY_CHARACTERS_MAX } from '../../contract/limits.ts'
import { html, type Html, type Content } from '../../html.ts'

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
export function field({ id, label, help, field: name, type = 'text', ...rest }: Field): Html {
  const described = help !== undefined && html` aria-describedby="${id}-help"`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      type="${type}"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      data-1p-ignore
      data-lpignore="true"
      maxlength="${rest.max ?? 200}"
      ${name !== undefined && html`data-field="${name}"`}
      ${rest.numeric === true && html`inputmode="numeric"`}${described}
    />
    ${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
  </div>`
}

export function step(id: string, number: number, title: string, body: Content): Html {
  return html`<section class="step" id="step-${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title"><span class="number" aria-hidden="true">${number}</span>${title}</h2>
    ${body}
  </section>`
}

export function button(id: string, label: string, quiet = false): Html {
  return html`<button type="button" id="${id}" class="${quiet && 'quiet'}">${label}</button>`
}

export function submit(label: string): Html {
  return html`<button type="submit">${label}</button>`
}

/** A search over a list, and what it found; `of` begins every id. */
export function searchForm(
  of: 'vehicles' | 'records',
  { search, list, totals }: Readonly<Record<'search' | 'list' | 'totals', string>>,
): Html {
  const query = { id: `${of}-q`, label: search, field: 'q', max: QUERY_CHARACTERS_MAX }
  return html`<form id="${of}-form" class="search" novalidate autocomplete="off">
      ${field({ ...query, type: 'search' })}
      <div class="actions">
        <button type="submit" class="quiet">${list}</button>
        ${button(`${of}-totals`, totals, true)}
      </div>
    </form>
    ${outcome(of)}
    <div id="${of}-list"></div>`
}

/** Where a step says how its last call ended; screen readers read it out. */
export function outcome(id: string): Html {
  return html`<div class="outcome" id="${id}-outcome" role="status" hidden></div>`
}
