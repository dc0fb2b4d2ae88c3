/** Closes a connection after its last request, where Node would wait for the caller to do it. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** `requestsMax`: requests on one connection; Node itself drops those beyond it. */
export function endConnections(app: FastifyInstance, requestsMax: number): void {
  const taken = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw }, reply) => {
    const count = (taken.get(raw.socket) ?? 0) + 1
    taken.set(raw.socket, count)
    if (count >= requestsMax) reply.header('connection', 'close')
  })
}
