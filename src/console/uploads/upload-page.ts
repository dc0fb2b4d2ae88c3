/** The page that takes spreadsheets: the form, those that wait, and the watched folder. */
import { DRAFTS_MAX, type Draft } from '../../app/intake/drafts.ts'
import { RETENTION } from '../../app/purge/retention.ts'
import { html, type Content, type Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { pageWords } from '../frame/page-words.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { plainTable } from '../frame/plain-table.ts'
import { UPLOAD_LIMITS } from '../frame/upload-limits.ts'
import { draftWords } from './draft-words.ts'
import { wholeFileFields } from './whole-file-fields.ts'
import { basename } from 'node:path'
import type { InboxEntry } from '../../app/inbox/inbox-overview.ts'

/** Only a hint for the browser's dialog: the format is recognized by the bytes. */
const ACCEPTED = '.csv,.txt,.tsv,.xlsx,.ods,text/csv,text/plain'

export function uploadPage(
  setting: PageSetting,
  drafts: readonly Draft[],
  folder: Content,
): string {
  const { upload } = setting.texts
  const mayUpload = isAllowed(setting.visitor.role, 'upload')
  const form = mayUpload
    ? uploadForm(setting)
    : html`<p class="soft">${draftWords(setting.locale).notAllowed}</p>`
  const body = html`<section>
      <h1>${upload.title}</h1>
      <p class="lead">${upload.lead}</p>
      ${form}
    </section>
    <div id="waiting">${mayUpload && drafts.length > 0 && waiting(setting, drafts)}</div>
    ${folder}`
  return page(setting, { title: upload.title, body })
}

function uploadForm(setting: PageSetting): Html {
  const { texts, locale } = setting
  const { upload, notices } = texts
  const words = draftWords(locale)
  const dropping = html`enctype="multipart/form-data" data-drop="${words.dropHere}"
  data-checking="${upload.busy}" data-lost="${words.lost}" data-megabytes="${UPLOAD_LIMITS.limit}"
  data-large="${fill(notices.tooLarge, UPLOAD_LIMITS)}"`
  const fields = html`<details>
      <summary>${upload.defaults}</summary>
      ${wholeFileFields(texts)}
    </details>
    <label class="file"
      >${upload.file}
      <input type="file" name="file" accept="${ACCEPTED}" multiple required />
      <span class="soft small">${fill(upload.fileHelp, UPLOAD_LIMITS)}</span>
    </label>
    <p class="actions"><button class="button">${upload.submit}</button></p>
    <div class="sending" role="status"></div>`
  return postForm(setting, '/uploads', {}, fields, dropping)
}

function waiting(setting: PageSetting, drafts: readonly Draft[]): Html {
  const words = draftWords(setting.locale)
  const days = RETENTION.find(({ key }) => key === 'drafts')?.days ?? 0
  const limits = { days, limit: DRAFTS_MAX }
  const headings = [words.name, words.outcome, [words.sent, 'wide'], ''] as const
  return html`<section>
    <h2>${words.waiting}</h2>
    <p class="soft small">${fill(words.kept, limits)}</p>
    ${plainTable(
      headings,
      drafts.map((draft) => waitingRow(setting, draft)),
      { className: 'issues' },
    )}
  </section>`
}

function waitingRow(setting: PageSetting, { id, name, counts, ...draft }: Draft): Html {
  const { locale, display } = setting
  const words = draftWords(locale)
  const accepted = counts === null ? 0 : counts.accepted + counts.repaired
  const rejected = counts?.rejected ?? 0
  const button = (path: string, label: string, kind: string): Html =>
    postForm(
      setting,
      `/uploads/${id}/${path}`,
      {},
      html`<button class="button ${kind}" aria-label="${label}: ${name}">${label}</button>`,
    )
  return html`<tr>
    <td><a href="/uploads/${id}">${name}</a></td>
    <td>${counts === null ? words.refused : fill(words.counted, { accepted, rejected })}</td>
    <td class="wide">${display.instant(draft.sentAt)} ${pageWords(draft.sentBy, locale)}</td>
    <td class="buttons">
      ${accepted > 0 && button('run', words.start, '')} ${button('discard', words.discard, 'quiet')}
    </td>
  </tr>`
}

/** `lost`: the folder could not be read. */
export function inboxSection(
  setting: PageSetting,
  entries: readonly InboxEntry[] | 'lost',
): Content {
  const words = draftWords(setting.locale)
  const headings = [words.name, words.outcome, [words.sent, 'wide'], ''] as const
  const said = entries === 'lost' ? words.inboxLost : words.inboxNone
  const body =
    entries === 'lost' || entries.length === 0
      ? html`<p class="soft">${said}</p>`
      : plainTable(
          headings,
          entries.map((entry) => inboxRow(setting, entry)),
          { className: 'issues' },
        )
  return html`<section>
    <h2>${words.inbox}</h2>
    <p class="soft small">${words.inboxLead}</p>
    ${body}
  </section>`
}

function inboxRow(setting: PageSetting, entry: InboxEntry): Html {
  const { locale, display } = setting
  const words = draftWords(locale)
  const { name, key, state, at, verdict, why } = entry
  // It holds documents in full.
  const mayUpload = isAllowed(setting.visitor.role, 'upload')
  const label = `${words.inboxOpen}: ${name}`
  const button = html`<button class="button" aria-label="${label}">${words.inboxOpen}</button>`
  const address = `/inbox/${encodeURIComponent(basename(verdict ?? ''))}`
  return html`<tr>
    <td>${name}</td>
    <td>
      ${words.inboxStates[state]}${why !== undefined && html` <span class="soft">${why}</span>`}
    </td>
    <td class="wide">${display.instant(at)}</td>
    <td class="buttons">
      ${mayUpload && verdict !== undefined && html`<a href="${address}">${words.inboxVerdict}</a>`}
      ${
        mayUpload && state === 'waiting' && postForm(setting, '/inbox', { file: key ?? '' }, button)
      }
    </td>
  </tr>`
}
