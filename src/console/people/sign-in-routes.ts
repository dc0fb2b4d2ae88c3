/** Signing in and out. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signInByCode } from '../../app/people/second-factor.ts'
import { signIn, type NotIn, type SignedIn } from '../../app/people/sign-in.ts'
import { tokenHash } from '../../app/people/token.ts'
import { fieldsOf } from '../../fields.ts'
import { ownPath, type Place } from '../access/place.ts'
import { needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { codePage } from './factor-page.ts'
import { failedWords, withPeople } from './own-session.ts'
import { signInPage } from './sign-in-page.ts'

const STATUS: Readonly<Record<NotIn['outcome'], number>> = {
  wrong: 401,
  wrongCode: 401,
  slowed: 429,
  busy: 503,
}
/** More than a form of ours lets anybody type. */
const NAME_CHARACTERS_MAX = 200

export function addSignInRoutes(pages: FastifyInstance, { tools }: RouteParts, place: Place): void {
  const { ledger } = tools

  pages.get('/sign-in', needs('enter'), async ({ setting, query }, reply) =>
    sendPage(reply, signInPage(setting, { next: nextOf(query), name: '', note: '' })),
  )

  pages.post('/sign-in', needs('enter'), async (request, reply) => {
    const { setting } = request
    const { name, password, next } = typed(request.form)
    const given = { name: name.slice(0, NAME_CHARACTERS_MAX), password }
    const signed: SignedIn = ledger.isNew()
      ? { outcome: 'wrong' }
      : await withPeople(tools, (of) => signIn(of, given))
    if (signed.outcome === 'in' || signed.outcome === 'code') {
      await endSession(request)
      place.setCookie(reply, signed.token)
      const code = `/sign-in/code?next=${encodeURIComponent(next)}`
      return reply.redirect(signed.outcome === 'in' ? next : code, 303)
    }
    const form = { next, name, note: failedWords(setting, signed) }
    return sendPage(reply, signInPage(setting, form), STATUS[signed.outcome])
  })

  pages.get('/sign-in/code', needs('enter'), async ({ setting, query }, reply) =>
    sendPage(reply, codePage(setting, { next: nextOf(query), note: '' })),
  )

  pages.post('/sign-in/code', needs('enter'), async (request, reply) => {
    const { setting } = request
    const { code, next } = typed(request.form)
    const token = place.cookieOf(request)
    const signed =
      token === undefined || ledger.isNew()
        ? ({ outcome: 'late' } as const)
        : await withPeople(tools, (of) => signInByCode(of, token, code))
    if (signed.outcome === 'late') {
      return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303)
    }
    if (signed.outcome === 'in') {
      place.setCookie(reply, signed.token)
      return reply.redirect(next, 303)
    }
    const form = { next, note: failedWords(setting, signed) }
    return sendPage(reply, codePage(setting, form), STATUS[signed.outcome])
  })

  pages.post('/sign-out', needs('enter'), async (request, reply) => {
    await endSession(request)
    place.setCookie(reply, '')
    return reply.redirect('/sign-in', 303)
  })

  async function endSession(request: FastifyRequest): Promise<void> {
    const token = place.cookieOf(request)
    if (token === undefined) return
    await ledger.look(({ sessions }) => sessions.end(tokenHash(token)))
  }
}

function typed(form: URLSearchParams) {
  const field = (name: string): string => form.get(name) ?? ''
  const [name, password, code] = [field('name').trim(), field('password'), field('code')]
  return { name, password, code, next: ownPath(field('next')) }
}

function nextOf(query: unknown): string {
  return ownPath(fieldsOf(query)['next'])
}
