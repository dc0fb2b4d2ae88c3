/** Which pages may call from a browser: an exact list, no wildcard, no credentials. */
import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, POST, PATCH, DELETE'
const HEADERS =
  'content-type, authorization, x-api-key, x-account-id, x-request-id, idempotency-key'
const EXPOSED = 'retry-after, ratelimit, ratelimit-policy, x-request-id, idempotent-replayed'
const PREFLIGHT_SECONDS = 600

/** Never allowed: browsers send `null` for any opaque origin, and there is no wildcard. */
const NOBODY: readonly string[] = ['*', 'null', '']

/** Without a CORS header, the browser withholds the answer from a page of any other origin. */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins.filter((origin) => !NOBODY.includes(origin)))
  if (allowed.size === 0) return
  app.addHook('onRequest', async (request, reply) => {
    // Caches must not give one origin's answer to another, allowed or not.
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', EXPOSED)
  })
  app.options('/*', async (request, reply) => {
    if (allowed.has(request.headers.origin ?? '')) {
      reply.header('access-control-allow-methods', METHODS)
      reply.header('access-control-allow-headers', HEADERS)
      reply.header('access-control-max-age', PREFLIGHT_SECONDS)
    }
    return reply.code(204).send()
  })
}
