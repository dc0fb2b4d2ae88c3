/** Each request has an id, which its reply and its log line bear: the caller's own, or a new one. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { systemRandom } from '../random.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Anything else could forge a log line, or hold what no log may. */
const ID = /^[A-Za-z0-9._:-]{8,64}$/

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && ID.test(given) ? given : systemRandom.uuid()
}

export function installRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
