/**
 * Compresses what callers read as text. Fastify's own plugin would need every route to be
 * registered after it was loaded. The secret of a caller is in a header and never in a reply, and
 * no browser adds it by itself, so that the length of a compressed reply tells nobody anything.
 * The console's pages are not compressed: they hold a token beside texts of others (BREACH).
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { dependsOn } from './depends-on.ts'

/** Less fits one packet as it is. */
const BYTES_MIN = 1_400

const zipped = promisify(gzip)

export function gzipReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < BYTES_MIN) return payload
    if (reply.hasHeader('content-encoding')) return payload
    dependsOn(reply, 'Accept-Encoding')
    if (!accepts(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip')
    reply.removeHeader('content-length')
    return await zipped(payload)
  })
}

function accepts(header: string | string[] | undefined): boolean {
  const wanted = String(header ?? '').split(',')
  return wanted.some((each) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each))
}
