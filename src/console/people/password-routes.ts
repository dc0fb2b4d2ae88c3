/** How a person gets a password: by their link, or by the old one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  hashPassword,
  PASSWORD_CHARACTERS_MAX as max,
  PASSWORD_CHARACTERS_MIN as min,
  weakness,
} from '../../app/people/password.ts'
import { checkPassword, sessionsBeside } from '../../app/people/sign-in.ts'
import { tokenHash } from '../../app/people/token.ts'
import type { Member } from '../../ledger/people/people.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { Place } from '../access/place.ts'
import { noticePage, type PageSetting } from '../frame/page.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { passwordPage, sessionsSection } from './password-page.ts'
import { peopleWords } from './people-words.ts'
import {
  failedWords,
  ACCOUNT,
  nextToken,
  sessionHash,
  signedInName,
  withPeople,
} from './own-session.ts'
import { signInPage } from './sign-in-page.ts'

export function addPasswordRoutes(
  pages: FastifyInstance,
  { tools }: RouteParts,
  place: Place,
): void {
  const { ledger, clock, random } = tools

  pages.get('/link/:token', needs('enter'), async ({ setting, params }, reply) => {
    const token = wordOf(params, 'token')
    const { name } = await memberOf(setting, token)
    return sendPage(reply, passwordPage(setting, { at: `/link/${token}`, name, note: '' }))
  })

  pages.post('/link/:token', needs('enter'), async ({ setting, form, params }, reply) => {
    const token = wordOf(params, 'token')
    const { name } = await memberOf(setting, token)
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

  pages.get('/password', ACCOUNT, async (request, reply) => {
    const { setting } = request
    return sendPage(reply, await account(request, setting, ''))
  })

  pages.post('/password', ACCOUNT, async (request, reply) => {
    const { setting, form } = request
    const name = signedInName(setting)
    const words = peopleWords(setting.locale)
    const checked = await checkOld(name, form)
    const isRight = checked.outcome === 'right'
    const note = isRight ? noteOf(setting, name, form) : failedWords(setting, checked)
    if (note !== undefined || !isRight) {
      return sendPage(reply, await account(request, setting, note ?? ''), STATUS_REFUSED)
    }
    const hash = await hashPassword(form.get('password') ?? '', random)
    const { token, own } = nextToken(place, request, tools)
    await ledger.use(({ people }) => people.changePassword(checked.member.id, hash, own))
    place.setCookie(reply, token)
    const done = { title: words.newPassword, message: words.changed }
    return sendPage(reply, noticePage(setting, done))
  })

  pages.post('/password/sessions', ACCOUNT, async (request, reply) => {
    const { setting, form } = request
    const name = signedInName(setting)
    const which = form.get('session') ?? ''
    if (!/^(?:[0-9a-f]{64}|others)$/.test(which)) throw new Refusal(400, setting.texts.notices.form)
    const checked = await checkOld(name, form)
    if (checked.outcome !== 'right') {
      const again = await account(request, setting, failedWords(setting, checked))
      return sendPage(reply, again, STATUS_REFUSED)
    }
    await ledger.use(({ sessions }) => sessions.endBeside(sessionHash(place, request), which))
    return reply.redirect('/password', 303)
  })

  function checkOld(name: string, form: URLSearchParams) {
    const old = { name, password: form.get('old') ?? '' }
    return withPeople(tools, (of) => checkPassword(of, old))
  }

  async function account(request: FastifyRequest, setting: PageSetting, note: string) {
    const name = signedInName(setting)
    const token = place.cookieOf(request) ?? ''
    const open = await ledger.use(({ sessions }) => sessionsBeside(sessions, token, clock))
    const form = { at: '/password', name, note }
    return passwordPage(setting, form, sessionsSection(setting, open))
  }

  async function memberOf(setting: PageSetting, token: string): Promise<Member> {
    const now = new Date(clock.now())
    const member = await ledger.look(({ people }) => people.byLink(tokenHash(token), now))
    if (member === undefined) throw linkGone(setting)
    return member
  }
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
