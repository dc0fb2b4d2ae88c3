/** Signing in and out. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signIn, type SignedIn } from '../../app/people/sign-in.ts'
import { tokenHash } from '../../app/people/token.ts'
import { fieldsOf } from '../../fields.ts'
import type { Place } from '../access/place.ts'
import { needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { failedWords } from './failed-words.ts'
import { signInPage } from './sign-in-page.ts'

const STATUS: Readonly<Record<Exclude<SignedIn['outcome'], 'in'>, number>> = {
  wrong: 401,
  slowed: 429,
  busy: 503,
}
/** More than a form of ours lets anybody type. */
const NAME_CHARACTERS_MAX = 200

export function addSignInRoutes(
  pages: FastifyInstance,
  { tools, settingOf }: RouteParts,
  place: Place,
): void {
  const { ledger, clock, random } = tools

  pages.get('/sign-in', needs('enter'), async (request, reply) => {
    const next = ownPath(fieldsOf(request.query)['next'])
    return sendPage(reply, signInPage(settingOf(request), { next, name: '', note: '' }))
  })

  pages.post('/sign-in', needs('enter'), async (request, reply) => {
    const setting = settingOf(request)
    const { name, password, next } = typed(request.body)
    const given = { name: name.slice(0, NAME_CHARACTERS_MAX), password }
    const signed: SignedIn = ledger.isNew()
      ? { outcome: 'wrong' }
      : await ledger.use(({ people, sessions }) =>
          signIn({ people, sessions, clock, random }, given),
        )
    if (signed.outcome === 'in') {
      await endSession(request)
      place.setCookie(reply, signed.token)
      return reply.redirect(ownPath(next), 303)
    }
    const form = { next: ownPath(next), name, note: failedWords(setting, signed) }
    return sendPage(reply, signInPage(setting, form), STATUS[signed.outcome])
  })

  pages.post('/sign-out', needs('enter'), async (request, reply) => {
    await endSession(request)
    place.setCookie(reply, '')
    return reply.redirect('/sign-in', 303)
  })

  async function endSession(request: FastifyRequest): Promise<void> {
    const token = place.cookieOf(request)
    if (token === undefined || ledger.isNew()) return
    await ledger.use(({ sessions }) => sessions.end(tokenHash(token)))
  }
}

function typed(body: unknown): { name: string; password: string; next: string } {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const field = (name: string): string => form.get(name) ?? ''
  return { name: field('name').trim(), password: field('password'), next: field('next') }
}

/** A path of this console; anything else, also `//elsewhere`, is the first page. */
function ownPath(next: unknown): string {
  const here = 'http://console'
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return '/'
  const { origin, pathname, search } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
}
