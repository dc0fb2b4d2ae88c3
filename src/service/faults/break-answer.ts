/** Ends a connection before the status line, or in the middle of the body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultyReply } from './http-faults.ts'

/** Fastify sends nothing after this. */
export function breakAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers, ending }: FaultyReply,
): FastifyReply {
  const { socket } = request.raw
  reply.hijack()
  if (ending === 'lost') {
    socket.destroy()
    return reply
  }
  const bytes = Buffer.from(JSON.stringify(body) ?? '')
  // What the server sets on every answer (CORS, security) is set on this one too.
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.setHeader('content-type', 'application/json; charset=utf-8')
  // At least one byte more than is sent, also of an empty body.
  reply.raw.setHeader('content-length', bytes.length + 1)
  reply.raw.writeHead(status)
  reply.raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
  socket.destroySoon()
  return reply
}
