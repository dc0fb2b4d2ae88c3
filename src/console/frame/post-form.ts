/** A form of ours that a page sends: with the session's token, and fields that are not shown. */
import { html, type Content, type Html } from '../../html.ts'
import { formTokenField, type PageSetting } from './page.ts'

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
    ${formTokenField(visitor.formToken)} ${unseen} ${fields}
  </form>`
}
