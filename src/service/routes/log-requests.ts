/**
 * One line a request: who asked what, how it was answered, and what refused it. Nothing of the
 * path's values, the query and the bodies is in it.
 */
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'
import { HEALTH_PATHS } from '../../web/health-routes.ts'
import type { Caller } from '../tenants/authenticate.ts'

type RefusedBy = 'key' | 'throttle' | 'account' | 'form' | 'missing' | 'state' | 'quota' | 'fault'

export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const caller = request.getDecorator<Caller | null>('caller')
    const refused = refusedBy(reply.statusCode, caller !== null)
    const fields = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      ...(caller === null ? {} : { key: caller.keyPrefix }),
      ...(typeof caller?.accountId === 'string' ? { account: caller.accountId } : {}),
      ...(refused === undefined ? {} : { refused }),
    }
    if (refused === 'key' || refused === 'throttle') log.warn(fields, 'request without a right key')
    else if (refused === 'account') log.warn(fields, 'request for an account of another brand')
    // Probes come every few seconds.
    else if (HEALTH_PATHS.includes(fields.route)) log.debug(fields, 'request')
    else log.info(fields, 'request')
  })
}

/** Pure. What stood in the way, by the status: each has one meaning here (docs/service.md). */
export function refusedBy(status: number, hasCaller: boolean): RefusedBy | undefined {
  if (status === 429) return hasCaller ? 'quota' : 'throttle'
  return STATUSES[status] ?? (status >= 500 ? 'fault' : undefined)
}

const STATUSES: Readonly<Record<number, RefusedBy>> = {
  400: 'form',
  401: 'key',
  403: 'account',
  404: 'missing',
  405: 'form',
  409: 'state',
  413: 'form',
  415: 'form',
  422: 'form',
}
