/** The page that opens without a session: name and password. */
import { html, type Html } from '../../html.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { peopleWords } from './people-words.ts'

export interface SignInForm {
  /** Where to go afterwards: a path of ours. */
  readonly next: string
  readonly name: string
  /** Why the last attempt failed, or that a password was kept. */
  readonly note: string
}

export function signInPage(setting: PageSetting, { next, name, note }: SignInForm): string {
  const words = peopleWords(setting.locale)
  const body = html`<section>
    <h1>${words.signIn}</h1>
    ${noteLine(note)}
    <form method="post" action="/sign-in">
      <input type="hidden" name="next" value="${next}" />
      <div class="fields">
        <label
          >${words.name}
          <input name="name" value="${name}" maxlength="80" autocomplete="username" required
        /></label>
        <label
          >${words.password}
          <input name="password" type="password" autocomplete="current-password" required
        /></label>
      </div>
      <p class="actions"><button type="submit" class="button">${words.signIn}</button></p>
    </form>
    <p class="soft">${words.lost}</p>
  </section>`
  return page(setting, { title: words.signIn, body })
}

export function noteLine(note: string): Html | false {
  return note !== '' && html`<p role="alert"><strong>${note}</strong></p>`
}
