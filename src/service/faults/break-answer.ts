/** Ends a connection before the status line, or in the middle of the body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultyReply } from './http-faults.ts'

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
  // A hijacked reply lacks the headers that Fastify holds (CORS, security), so they are copied.
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.setHeader('content-type', 'application/json; charset=utf-8')
  // One byte more than the body has, so that even an empty body arrives incomplete.
  reply.raw.setHeader('content-length', bytes.length + 1)
  reply.raw.writeHead(status)
  reply.raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
  socket.destroySoon()
  return reply
}
