/**
 * A form of ours that a page sends, with fields that are not shown. The session's token, which
 * proves that it came from a page of ours, and the fleet that the page shows stand before any file.
 */
import { exact, html, type Content, type Html } from '../../html.ts'
import type { PageSetting } from './page.ts'

export function postForm(
  { visitor, fleet, keyOf }: Pick<PageSetting, 'visitor' | 'fleet' | 'keyOf'>,
  action: string,
  hidden: Readonly<Record<string, string>>,
  fields: Content,
  attributes: Content = null,
): Html {
  const unseen = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`<form method="post" action="${action}" ${attributes}>
    <input type="hidden" name="form_token" value="${exact(visitor.formToken)}" />
    <input type="hidden" name="form_fleet" value="${keyOf(fleet)}" />
    ${unseen} ${fields}
  </form>`
}

/** One choice of a select or of a list of suggestions. */
export function option(value: string, label: string, isChosen = false): Html {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}

/** A box that a person ticks, before its label. */
export function tick(name: string, label: string, isTicked = false, value = 'yes'): Html {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" value="${value}" ${isTicked && html`checked`} />
    ${label}</label
  >`
}
