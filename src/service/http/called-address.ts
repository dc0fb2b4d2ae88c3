/** Pure. The address that was called, for links and documents that lead back to it. */
import type { FastifyRequest } from 'fastify'

const HOST = /^[a-z0-9.[\]:-]{1,255}$/i

/** Falls back to localhost for a malformed Host; takes only path and query from the target. */
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
