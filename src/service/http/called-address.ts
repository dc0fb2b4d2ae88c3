/** Pure. Where the caller reached us, for links and documents that must lead back there. */
import type { FastifyRequest } from 'fastify'

const HOST = /^[a-z0-9.[\]:-]{1,255}$/i

/** An odd Host header is not echoed. */
export function calledAddress(publicBaseUrl: string | undefined, request: FastifyRequest): URL {
  const host = HOST.test(request.host) ? request.host : 'localhost'
  const base = publicBaseUrl ?? `${request.protocol}://${host}`
  return new URL(request.url.replace(/^\/+/, '/'), base)
}
