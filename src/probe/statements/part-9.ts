/** Part 9, the version in the path, and part 1's word on browsers. */
import { succeeded } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { every, holds, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { doubt, isRefused } from '../judge.ts'
import { asking } from '../scenes/asking.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const BARE = ['/vehicles', '/orders', '/coverage', '/api/vehicles', '/api/v0/vehicles'] as const

const preflight = asking(() => ({
  method: 'OPTIONS',
  path: '/api/v1/vehicles',
  headers: {
    'x-api-key': null,
    'x-account-id': null,
    origin: 'https://frota-probe.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-api-key,x-account-id',
  },
}))

export const versioning: readonly Statement[] = [
  ...BARE.map((path) =>
    statement(
      `9.prefix${path.replaceAll('/', '.')}`,
      `${path} não é um recurso: a versão está no prefixo /api/v1`,
      `${path} is no resource: the version is in the prefix /api/v1`,
      given(
        asking(() => ({ method: 'GET', path })),
        isNoResource,
      ),
    ),
  ),
  statement(
    '1.cors.preflight',
    'Preflight CORS de uma origem qualquer: aprende-se a resposta',
    'A CORS preflight of some origin: the answer is learned',
    given(preflight, (exchange, session) => {
      const { status, headers } = exchange
      if (status === null) return unknown('não houve resposta', 'there was no answer')
      const allowed = headers['access-control-allow-origin'] ?? '-'
      const note = `${status}, allow-origin: ${allowed}`
      session.learned.note('cors_preflight', note, 'OPTIONS vehicles')
      return doubt(exchange) ?? every([unless(status < 500, '< 500', String(status))])
    }),
  ),
  statement(
    'ours.1.cors.exact',
    'Uma origem fora da lista não é autorizada',
    'An origin that is not on the list is not authorized',
    given(preflight, ({ headers }) => {
      const allowed = headers['access-control-allow-origin']
      return unless(allowed === undefined, 'allow-origin: -', `allow-origin: ${allowed}`)
    }),
  ),
]

/** A page for people may stand there; an answer in JSON would be a resource. */
function isNoResource(exchange: Exchange): Finding {
  if (succeeded(exchange) && exchange.json === undefined) return holds
  return isRefused(exchange)
}
