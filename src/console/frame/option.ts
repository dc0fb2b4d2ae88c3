/** One choice of a select or of a list of suggestions. */
import { html, type Html } from '../../html.ts'

export function option(value: string, label: string, isChosen = false): Html {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
