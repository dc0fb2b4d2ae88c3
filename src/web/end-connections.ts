/** Ends a connection with its last request, of which Node says so and then waits for the caller. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Node itself drops what a caller sends beyond `requestsMax`. */
export function endConnections(app: FastifyInstance, requestsMax: number): void {
  const taken = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw }, reply) => {
    const count = (taken.get(raw.socket) ?? 0) + 1
    taken.set(raw.socket, count)
    if (count >= requestsMax) reply.header('connection', 'close')
  })
}
