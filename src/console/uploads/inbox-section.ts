/** Files of the watched folder, beside those that people send to the page. */
import { basename } from 'node:path'
import type { InboxEntry } from '../../app/inbox/inbox-overview.ts'
import { html, type Content, type Html } from '../../html.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { isAllowed } from '../access/permissions.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { postForm } from '../frame/post-form.ts'
import { draftWords } from './draft-words.ts'

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
  const words = draftWords(setting.locale)
  const { name, key, state, at, verdict, why } = entry
  const display = displayFor(setting.locale, setting.zone)
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
