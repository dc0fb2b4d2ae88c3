/**
 * Access to the pages: the address printed at the start contains a token, which becomes a cookie of
 * this browser, so that neither other users of the machine nor other sites get in.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Random } from '../../random.ts'

export interface Access {
  /** Part of the printed address; opens a session. */
  readonly launchToken: string
  /** Part of every form; a page of another site cannot know it. */
  readonly formToken: string
  readonly session: string
}

const TOKEN_BYTES = 32

/** New tokens at every start: an address printed earlier opens nothing. */
export function makeAccess(random: Pick<Random, 'bytes'>): Access {
  const token = (): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
  return { launchToken: token(), formToken: token(), session: token() }
}

/** In constant time, so that answers do not tell how much of a guess was right. */
export function sameToken(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Cookies are not separated by port, so two consoles in one browser need two names. */
export function cookieName(port: number): string {
  return `frota_console_${port}`
}

export function openSession(reply: FastifyReply, access: Access, port: number): void {
  const cookie = `${cookieName(port)}=${access.session}; Path=/; HttpOnly; SameSite=Strict`
  reply.header('set-cookie', cookie)
}

export function hasSession(request: FastifyRequest, access: Access, port: number): boolean {
  const name = `${cookieName(port)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim())
  const given = cookies.find((each) => each.startsWith(name))
  return given !== undefined && sameToken(given.slice(name.length), access.session)
}

/** A name that a hostile site pointed at this machine (DNS rebinding) is not one of ours. */
export function isOwnHost(request: FastifyRequest, port: number): boolean {
  return ownHosts(port).includes((request.headers.host ?? '').toLowerCase())
}

/** True if Sec-Fetch-Site says that our own page sent the form, or, without it, Origin does. */
export function isOwnForm(request: FastifyRequest, port: number): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return ownHosts(port).some((host) => origin === `http://${host}`)
}

function ownHosts(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`)
}
