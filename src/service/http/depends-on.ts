import type { FastifyReply } from 'fastify'

/** Adds a request header to `Vary`, which CORS may have set already. */
export function dependsOn(reply: FastifyReply, header: string): void {
  const vary = [reply.getHeader('vary'), header].filter((each) => each !== undefined)
  reply.header('vary', vary.join(', '))
}
