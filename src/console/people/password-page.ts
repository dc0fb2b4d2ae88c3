/** The page on which a person chooses a password: the first by a link, the next by the old one. */
import {
  PASSWORD_CHARACTERS_MAX as max,
  PASSWORD_CHARACTERS_MIN as min,
} from '../../app/people/password.ts'
import { html, type Content, type Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { factorWords } from './factor-words.ts'
import { peopleWords } from './people-words.ts'
import { noteLine } from './sign-in-page.ts'
import type { OwnSession } from '../../ledger/people/sessions.ts'
import { plainTable } from '../frame/plain-table.ts'

export interface PasswordForm {
  /** Where the form is sent: `/link/TOKEN`, or `/password` of who is signed in. */
  readonly at: string
  readonly name: string
  /** Why the last attempt failed. */
  readonly note: string
}

export function passwordPage(
  setting: PageSetting,
  { at, name, note }: PasswordForm,
  more: Content = null,
): string {
  const words = peopleWords(setting.locale)
  const { formToken } = setting.visitor
  const fields = html`<div class="fields">
      ${formToken !== '' && passwordField(words.old, 'old')}
      ${passwordField(words.password, 'password')} ${passwordField(words.again, 'again')}
    </div>
    <p class="actions"><button class="button">${words.keep}</button></p>`
  const body = html`<section>
      <h1>${words.newPassword}</h1>
      <p>${fill(words.newPasswordLead, { name, min, max })}</p>
      ${noteLine(note)} ${postForm(setting, at, {}, fields)}
      ${formToken !== '' && html`<p><a href="/factor">${factorWords(setting.locale).title}</a></p>`}
    </section>
    ${more}`
  return page(setting, { title: words.newPassword, body })
}

export function passwordField(label: string, name: 'old' | 'password' | 'again'): Html {
  const known = name === 'old' ? 'current-password' : 'new-password'
  return html`<label
    >${label} <input name="${name}" type="password" autocomplete="${known}" required
  /></label>`
}

/** A person's own open sessions, which they end by their password. */
export function sessionsSection(setting: PageSetting, sessions: readonly OwnSession[]): Html {
  const { locale, display } = setting
  const words = peopleWords(locale)
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
