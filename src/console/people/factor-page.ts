/** A person's second factor: what they have, the picture of a new key, and the recovery codes. */
import { keyAddress } from '../../app/people/authenticator.ts'
import { exact, html, svgImage, type Html } from '../../html.ts'
import { qrPicture } from '../../reconciliation/reports/page/qr-picture.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { factorWords } from './factor-words.ts'
import { passwordField } from './password-page.ts'
import { peopleWords } from './people-words.ts'
import { noteLine } from './sign-in-page.ts'

export interface ShownFactor {
  readonly hasFactor: boolean
  readonly codesLeft: number
  /** Why the last attempt failed. */
  readonly note: string
}

export function factorPage(
  setting: PageSetting,
  { hasFactor, codesLeft, note }: ShownFactor,
): string {
  const words = factorWords(setting.locale)
  const old = passwordField(peopleWords(setting.locale).old, 'old')
  const renewed = html`<div class="fields">${old} ${codeField(words.code)}</div>
    <p class="actions">
      <button class="button">${words.renew}</button>
      <button class="button quiet" formaction="/factor/remove">${words.remove}</button>
    </p>`
  const begun = html`<div class="fields">${old}</div>
    <p class="actions"><button class="button">${words.begin}</button></p>`
  const required = setting.visitor.role === 'enrolling' && words.required
  const body = html`<p>${required}</p>
    <p>${hasFactor ? fill(words.has, { n: codesLeft }) : words.hasNot}</p>
    ${postForm(setting, '/factor/new', {}, hasFactor ? renewed : begun)}`
  return factorFrame(setting, note, body)
}

/** The only page on which a key is ever shown. */
export function keyPage(setting: PageSetting, key: string, note: string): string {
  const words = factorWords(setting.locale)
  const picture = qrPicture(keyAddress(key, setting.visitor.person.name), null)
  const fields = html`<div class="fields">${codeField(words.first)}</div>
    <p class="actions"><button class="button">${words.confirm}</button></p>`
  const body = html`<p>${words.scan}</p>
    ${svgImage(picture, words.picture, 'qr')}
    <p><code class="code">${exact(key)}</code></p>
    ${postForm(setting, '/factor', {}, fields)}`
  return factorFrame(setting, note, body)
}

/** The only page on which recovery codes are ever shown. */
export function recoveryPage(setting: PageSetting, codes: readonly string[]): string {
  const words = factorWords(setting.locale)
  const body = html`<p>${words.kept}</p>
    <ul>
      ${codes.map((code) => html`<li><code>${exact(code)}</code></li>`)}
    </ul>
    <p class="actions"><a class="button" href="/">${words.done}</a></p>`
  return factorFrame(setting, '', body)
}

/** The second page of signing in. */
export function codePage(
  setting: PageSetting,
  { next, note }: { next: string; note: string },
): string {
  const words = factorWords(setting.locale)
  const fields = html`<div class="fields">${codeField(words.code)}</div>
    <p class="actions"><button class="button">${peopleWords(setting.locale).signIn}</button></p>`
  const body = html`${postForm(setting, '/sign-in/code', { next }, fields)}
    <p class="soft">${words.lost}</p>`
  return factorFrame(setting, note, body)
}

function factorFrame(setting: PageSetting, note: string, body: Html): string {
  const { title } = factorWords(setting.locale)
  const section = html`<section>
    <h1>${title}</h1>
    ${noteLine(note)} ${body}
  </section>`
  return page(setting, { title, body: section })
}

function codeField(label: string): Html {
  return html`<label
    >${label} <input name="code" maxlength="40" autocomplete="one-time-code" required
  /></label>`
}
