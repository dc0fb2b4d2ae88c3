/** How a person gets a password: by their link, or by the old one. */
import type { FastifyInstance } from 'fastify'
import {
  hashPassword,
  PASSWORD_CHARACTERS_MAX as max,
  PASSWORD_CHARACTERS_MIN as min,
  weakness,
} from '../../app/people/password.ts'
import { checkPassword } from '../../app/people/sign-in.ts'
import { newToken, tokenHash } from '../../app/people/token.ts'
import { fieldsOf } from '../../fields.ts'
import type { Member } from '../../ledger/people/people.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { Place } from '../access/place.ts'
import { noticePage, type PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { formOf, needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { passwordPage } from './password-page.ts'
import { peopleWords } from './people-words.ts'
import { failedWords } from './failed-words.ts'
import { signInPage } from './sign-in-page.ts'

const STATUS_REFUSED = 422

export function addPasswordRoutes(
  pages: FastifyInstance,
  { tools, settingOf }: RouteParts,
  place: Place,
): void {
  const { ledger, clock, random } = tools

  pages.get('/link/:token', needs('enter'), async (request, reply) => {
    const setting = settingOf(request)
    const token = tokenOf(request.params)
    const { name } = await memberOf(setting, token)
    return sendPage(reply, passwordPage(setting, { at: `/link/${token}`, name, note: '' }))
  })

  pages.post('/link/:token', needs('enter'), async (request, reply) => {
    const setting = settingOf(request)
    const token = tokenOf(request.params)
    const { name } = await memberOf(setting, token)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const note = noteOf(setting, name, form)
    if (note !== undefined) {
      const again = passwordPage(setting, { at: `/link/${token}`, name, note })
      return sendPage(reply, again, STATUS_REFUSED)
    }
    const hash = await hashPassword(form.get('password') ?? '', random)
    const now = new Date(clock.now())
    const kept = await ledger.use(({ people }) => people.setPassword(tokenHash(token), hash, now))
    if (kept === undefined) throw linkGone(setting)
    const said = peopleWords(setting.locale).kept
    return sendPage(reply, signInPage(setting, { next: '/', name, note: said }))
  })

  pages.get('/password', needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const { name } = signedIn(setting)
    return sendPage(reply, passwordPage(setting, { at: '/password', name, note: '' }))
  })

  pages.post('/password', needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const { name } = signedIn(setting)
    const form = formOf(request, setting)
    const words = peopleWords(setting.locale)
    const old = { name, password: form.get('old') ?? '' }
    const checked = await ledger.use(({ people, sessions }) =>
      checkPassword({ people, sessions, clock }, old),
    )
    const isRight = checked.outcome === 'right'
    const note = isRight ? noteOf(setting, name, form) : failedWords(setting, checked)
    if (note !== undefined || !isRight) {
      const again = passwordPage(setting, { at: '/password', name, note: note ?? '' })
      return sendPage(reply, again, STATUS_REFUSED)
    }
    const hash = await hashPassword(form.get('password') ?? '', random)
    const token = newToken(random)
    const session = { old: tokenHash(place.cookieOf(request) ?? ''), next: tokenHash(token) }
    await ledger.use(({ people }) => people.changePassword(checked.member.id, hash, session))
    place.setCookie(reply, token)
    const done = { title: words.newPassword, message: words.changed }
    return sendPage(reply, noticePage(setting, done))
  })

  async function memberOf(setting: PageSetting, token: string): Promise<Member> {
    if (ledger.isNew()) throw linkGone(setting)
    const now = new Date(clock.now())
    const member = await ledger.use(({ people }) => people.byLink(tokenHash(token), now))
    if (member === undefined) throw linkGone(setting)
    return member
  }
}

/** Throws a Refusal for who got in without a password, and so has none to change. */
function signedIn({ visitor, texts }: PageSetting): { name: string } {
  if (!visitor.signedIn) throw new Refusal(404, texts.notices.missing)
  return visitor.person
}

function linkGone({ locale }: PageSetting): Refusal {
  return new Refusal(410, peopleWords(locale).linkGone)
}

/** Undefined when the new password is strong enough and was typed alike twice. */
function noteOf({ locale }: PageSetting, name: string, form: URLSearchParams): string | undefined {
  const words = peopleWords(locale)
  const password = form.get('password') ?? ''
  const why = weakness(password, name)
  if (why !== undefined) return fill(words[why], { min, max })
  return password === form.get('again') ? undefined : words.differ
}

function tokenOf(params: unknown): string {
  return String(fieldsOf(params)['token'])
}
