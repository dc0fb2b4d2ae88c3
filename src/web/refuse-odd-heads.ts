/** Refuses a request whose head two programs on its way could read differently. */
import type { FastifyInstance } from 'fastify'

/** Node keeps the first of two of these in silence, and a proxy before it perhaps the other. */
const ONCE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type'])

/** Before any other hook that reads a header. The parser itself refused what is no HTTP at all. */
export function refuseOddHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { httpVersion, rawHeaders, headers } = raw
    const lacksHost = httpVersion !== '1.0' && headers.host === undefined
    if (!lacksHost && !isDoubled(rawHeaders)) return
    // What follows on this connection may be the half of a request that was smuggled in.
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
