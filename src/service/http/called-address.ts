/** Pure. Where the caller reached us, for links and documents that must lead back there. */
import type { FastifyRequest } from 'fastify'

const HOST = /^[a-z0-9.[\]:-]{1,255}$/i

/** An odd Host header is not echoed, and of the target only path and query count. */
export function calledAddress(publicBaseUrl: string | undefined, request: FastifyRequest): URL {
  const host = `${request.protocol}://${request.host}`
  const isPlain = HOST.test(request.host) && URL.canParse(host)
  const base = publicBaseUrl ?? (isPlain ? host : `${request.protocol}://localhost`)
  const url = new URL(base)
  const [path = '', query = ''] = request.url.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s)
  url.pathname = path
  url.search = query
  return url
}
