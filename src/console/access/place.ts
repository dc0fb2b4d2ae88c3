/**
 * Where browsers reach the console: by names of this machine, or, in an office, by one https
 * address of the proxy before it. Everything else that reaches the port is refused.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Place = ReturnType<typeof placeOf>

/** A year: the next morning's browser shows the same fleet. */
const FLEET_KEPT = '; Max-Age=31536000'

/** A path of this console; anything else, also `//elsewhere`, is the first page. */
export function ownPath(next: unknown): string {
  const here = 'http://console'
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return '/'
  const { origin, pathname, search } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
}

/** `origin`: the https address of an office; absent: loopback on this port, known after listening. */
export function placeOf(origin: string | undefined, port: () => number) {
  const isLocal = origin === undefined
  const hosts = (): string[] =>
    isLocal
      ? ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port()}`)
      : [new URL(origin).host]
  // Cookies are not separated by port, so two consoles in one browser need two names.
  const name = (): string => (isLocal ? `frota_console_${port()}` : '__Host-frota')
  const scheme = isLocal ? 'http' : 'https'
  const read = ({ headers }: FastifyRequest, prefix: string): string | undefined => {
    const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim())
    return cookies.find((each) => each.startsWith(prefix))?.slice(prefix.length)
  }
  const write = (reply: FastifyReply, pair: string, ending = ''): void => {
    const secure = isLocal ? '' : '; Secure'
    reply.header('set-cookie', `${pair}; Path=/; HttpOnly; SameSite=Strict${secure}${ending}`)
  }
  return {
    /** True where only this machine reaches it. */
    isLocal,
    isOwnHost: ({ headers }: FastifyRequest): boolean =>
      hosts().includes((headers.host ?? '').toLowerCase()),
    /** True if Sec-Fetch-Site says that our own page sent the form, or, without it, Origin does. */
    isOwnForm: ({ headers }: FastifyRequest): boolean => {
      const site = headers['sec-fetch-site']
      if (site !== undefined) return site === 'same-origin' || site === 'none'
      return hosts().some((host) => headers.origin === `${scheme}://${host}`)
    },
    cookieOf: (request: FastifyRequest): string | undefined => read(request, `${name()}=`),
    /** Empty: the browser forgets the cookie. */
    setCookie: (reply: FastifyReply, value: string): void =>
      write(reply, `${name()}=${value}`, value === '' ? '; Max-Age=0' : ''),
    /** The fleet that was chosen in this browser, whether its person may see it or not. */
    fleetOf: (request: FastifyRequest): string | undefined => {
      const given = read(request, `${name()}_fleet=`)
      return given === undefined ? undefined : Buffer.from(given, 'base64url').toString()
    },
    setFleet: (reply: FastifyReply, fleet: string): void =>
      write(reply, `${name()}_fleet=${Buffer.from(fleet).toString('base64url')}`, FLEET_KEPT),
  }
}
