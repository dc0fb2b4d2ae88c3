/** The first page: a file, values for the whole file, and the latest runs. */
import { UFS, ufName } from '../fleet/uf.ts'
import { html } from '../reconciliation/reports/html.ts'
import type { Content } from '../reconciliation/reports/html.ts'
import { fill } from '../reconciliation/reports/messages.ts'
import { formTokenField, page } from './page.ts'
import type { PageSetting } from './page.ts'
import { UPLOAD_MEGABYTES_MAX } from './take-upload.ts'

export function uploadPage(
  setting: PageSetting,
  { formToken, latestRuns }: { formToken: string; latestRuns: Content },
): string {
  const { upload } = setting.texts
  const ufs = UFS.toSorted().map((uf) => html`<option value="${uf}">${uf} · ${ufName(uf)}</option>`)
  const body = html`<section>
      <h1>${upload.title}</h1>
      <p class="lead">${upload.lead}</p>
      <form
        method="post"
        action="/uploads"
        enctype="multipart/form-data"
        data-busy="${upload.busy}"
      >
        ${formTokenField(formToken)}
        <fieldset>
          <legend>${upload.defaults}</legend>
          <div class="fields">
            <label
              >${upload.uf}
              <select name="uf">
                <option value="">${upload.ufNone}</option>
                ${ufs}
              </select>
            </label>
            <label
              >${upload.owner}
              <input name="owner_document" maxlength="20" autocomplete="off" spellcheck="false" />
              <span class="soft small">${upload.ownerHelp}</span>
            </label>
          </div>
        </fieldset>
        <label class="file"
          >${upload.file}
          <input type="file" name="file" accept=".csv,.txt,text/csv,text/plain" required />
          <span class="soft small">${fill(upload.fileHelp, { limit: UPLOAD_MEGABYTES_MAX })}</span>
        </label>
        <p class="actions"><button class="button">${upload.submit}</button></p>
      </form>
    </section>
    ${latestRuns}`
  return page(setting, { title: upload.title, body })
}
