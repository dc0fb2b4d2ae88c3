/** The first page: a file, values for the whole file, and the latest runs. */
import { html } from '../../html.ts'
import type { Content } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { formTokenField, page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { UPLOAD_MEGABYTES_MAX } from '../frame/upload-limits.ts'
import { wholeFileFields } from './whole-file-fields.ts'

/** Only a hint for the browser's dialog: the format is recognized by the bytes. */
const ACCEPTED = '.csv,.txt,.tsv,.xlsx,.ods,text/csv,text/plain'

export function uploadPage(setting: PageSetting, latestRuns: Content): string {
  const { upload } = setting.texts
  const { formToken } = setting.visitor
  const body = html`<section>
      <h1>${upload.title}</h1>
      <p class="lead">${upload.lead}</p>
      <form
        method="post"
        action="/uploads"
        enctype="multipart/form-data"
        data-busy="${upload.busy}"
      >
        ${formTokenField(formToken)} ${wholeFileFields(setting.texts)}
        <label class="file"
          >${upload.file}
          <input type="file" name="file" accept="${ACCEPTED}" required />
          <span class="soft small">${fill(upload.fileHelp, { limit: UPLOAD_MEGABYTES_MAX })}</span>
        </label>
        <p class="actions"><button class="button">${upload.submit}</button></p>
      </form>
    </section>
    ${latestRuns}`
  return page(setting, { title: upload.title, body })
}
