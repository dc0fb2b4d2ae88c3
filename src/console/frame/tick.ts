/** A box that a person ticks, before its label. */
import { html, type Html } from '../../html.ts'

export function tick(name: string, label: string, isTicked = false, value = 'yes'): Html {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" value="${value}" ${isTicked && html`checked`} />
    ${label}</label
  >`
}
