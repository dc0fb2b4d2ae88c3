/** Refuses a request whose headers a proxy and Node could read differently (smuggling). */
import type { FastifyInstance } from 'fastify'

/** Of two such headers Node silently keeps the first; a proxy in front may keep the second. */
const ONCE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type'])

/** Must be installed before any other hook that reads a header. */
export function refuseOddHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { httpVersion, rawHeaders, headers } = raw
    const lacksHost = httpVersion !== '1.0' && headers.host === undefined
    if (!lacksHost && !isDoubled(rawHeaders)) return
    // The rest of this connection may be a request that was smuggled in.
    reply.header('connection', 'close')
    throw Object.assign(new Error('the head is ambiguous'), { statusCode: 400 })
  })
}

/** `rawHeaders` is names and values in turn. */
function isDoubled(rawHeaders: readonly string[]): boolean {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (!ONCE.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}
