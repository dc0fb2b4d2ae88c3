/**
 * The secrets of one start of the console. On loopback the address printed at the start contains a
 * token, which becomes a cookie of this browser, so that neither other users of the machine nor
 * other sites get in; people who were added sign in instead.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from '../../app/people/token.ts'
import type { Random } from '../../random.ts'

export type Access = ReturnType<typeof makeAccess>

/** New tokens at every start: an address printed earlier opens nothing. */
export function makeAccess(random: Pick<Random, 'bytes'>) {
  return {
    /** Part of the printed address; opens a session. */
    launchToken: newToken(random),
    /** The cookie of who opened the printed address. */
    session: newToken(random),
    /** Forms of people whom a proxy names are signed with it. */
    formKey: newToken(random),
  }
}

/** In constant time, so that answers do not tell how much of a guess was right. */
export function sameToken(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Part of every form of a session: whoever has it does not know the session's own token. */
export function formTokenOf(key: string, about = 'form'): string {
  return createHmac('sha256', key).update(about).digest('base64url')
}
