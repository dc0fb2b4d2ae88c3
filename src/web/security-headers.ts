/** Headers that forbid a browser to do more with an answer than the answer needs. */
import type { FastifyInstance } from 'fastify'

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/**
 * Pure. The policy of a page with a script: everything comes from this server, nothing is inline or
 * in a frame, no form is sent, and no text becomes markup. `connectTo`: whom its script may call.
 */
export function pagePolicy({ connectTo }: { readonly connectTo: string }): string {
  return [
    "default-src 'self'",
    `connect-src ${connectTo}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** A route that serves a page sets its own `content-security-policy`; the others stay. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS)
  })
}
