/**
 * A form of ours that a page sends, with fields that are not shown. The session's token, which
 * proves that it came from a page of ours, stands first, before any file.
 */
import { exact, html, type Content, type Html } from '../../html.ts'
import type { PageSetting } from './page.ts'

export function postForm(
  { visitor }: Pick<PageSetting, 'visitor'>,
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
    ${unseen} ${fields}
  </form>`
}
