/** A file that cannot be read as it is: why, and where words can cure it, the form for them. */
import { html } from '../../html.ts'
import type { SeenDraft } from './drafts.ts'
import type { RefusedDraft } from './judge-draft.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { readingForm, sampleTable } from './reading-form.ts'

type RefusedUpload = SeenDraft<RefusedDraft>

export function refusedPage(setting: PageSetting, draft: RefusedUpload): string {
  const { texts } = setting
  const { notices, reading } = texts
  const form = readingForm(setting, draft)
  const notice = html`<section class="notice" role="alert">
    <p class="soft small">${draft.name}</p>
    <h1>${notices.refused}</h1>
    <p>${draft.judged.refusal}</p>
    <p class="soft">${notices.refusedNote}</p>
    <p class="actions"><a class="button quiet" href="/upload">${notices.back}</a></p>
  </section>`
  const cure =
    form &&
    html`<section id="reading">
      <h2>${reading.title}</h2>
      <p class="lead">${reading.lead}</p>
      ${sampleTable(texts, draft)} ${form}
    </section>`
  return page(setting, { title: notices.refused, body: [notice, cure] })
}
