/** What a person does with their own sign-in: password, second factor, sessions. */
import type { FastifyRequest } from 'fastify'
import type { CodeTools } from '../../app/people/second-factor.ts'
import { newToken, tokenHash } from '../../app/people/token.ts'
import type { Place } from '../access/place.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import type { NotIn } from '../../app/people/sign-in.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { peopleWords } from './people-words.ts'

/** Routes that are of no fleet, and open to who must enrol a second factor first. */
export const ACCOUNT = { config: { needs: 'account', anyFleet: true } } as const

/** Throws a Refusal for who got in without a password, and so has none to change. */
export function signedInName({ visitor, texts }: PageSetting): string {
  if (!visitor.signedIn) throw new Refusal(404, texts.notices.missing)
  return visitor.person.name
}

export function withPeople<T>(
  { ledger, secret, clock, random }: ConsoleTools,
  work: (of: CodeTools) => Promise<T>,
): Promise<T> {
  return ledger.use(({ people, sessions }) => work({ people, sessions, secret, clock, random }))
}

export function sessionHash(place: Place, request: FastifyRequest): Uint8Array {
  return tokenHash(place.cookieOf(request) ?? '')
}

/** A token that this browser gets once `own`, its session's hash and the next, was kept. */
export function nextToken(place: Place, request: FastifyRequest, { random }: ConsoleTools) {
  const token = newToken(random)
  return { token, own: { old: sessionHash(place, request), next: tokenHash(token) } }
}

/** Pure. Why a name and a password were not accepted. */
export function failedWords({ locale, display }: PageSetting, failed: NotIn): string {
  const words = peopleWords(locale)
  if (failed.outcome !== 'slowed') return words[failed.outcome]
  const at = display.instant(new Date(failed.untilMs).toISOString())
  return fill(words.slowed, { at })
}
