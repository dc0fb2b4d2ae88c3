/** A person's own open sessions, which they end by their password. */
import { html, type Html } from '../../html.ts'
import type { OwnSession } from '../../ledger/people/sessions.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { postForm } from '../frame/post-form.ts'
import { passwordField } from './password-page.ts'
import { peopleWords } from './people-words.ts'

export function sessionsSection(setting: PageSetting, sessions: readonly OwnSession[]): Html {
  const words = peopleWords(setting.locale)
  const display = displayFor(setting.locale, setting.zone)
  const end = (value: string, label: string): Html =>
    html`<button class="button quiet" name="session" value="${value}">${label}</button>`
  const rows = sessions.map(
    ({ id, openedAt, seenAt, isThis }) =>
      html`<tr>
        <td>${display.instant(openedAt.toISOString())}</td>
        <td>${display.instant(seenAt.toISOString())}</td>
        <td class="buttons">${isThis ? words.thisSession : end(id, words.endSession)}</td>
      </tr>`,
  )
  const table = plainTable([words.opened, words.seen, ''], rows)
  const form = html`${table} ${passwordField(words.old, 'old')}
    <p class="actions">${end('others', words.endOthers)}</p>`
  return html`<section>
    <h2>${words.sessions}</h2>
    ${sessions.length > 1 ? postForm(setting, '/password/sessions', {}, form) : table}
  </section>`
}
