/** Answers what Node refuses before Fastify sees it, with our error body, and hangs up. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { systemRandom } from '../random.ts'
import { type ProblemWords, wordsFor } from './problem-words.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** For a request that the HTTP parser refused, or that did not arrive in time. */
export function answerRaw(words: ProblemWords, error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = rawAnswer(words, STATUSES[error.code ?? ''] ?? 400, error.code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  // Closes both directions: Node's timeouts no longer apply, and a slow sender could go on.
  socket.destroySoon()
}

/** Like `answerRaw`, where Node has made a response object already. */
export function answerOdd(
  words: ProblemWords,
  status: number,
  { reply, code }: { readonly reply: ServerResponse; readonly code?: string },
): void {
  const { headers, body } = rawAnswer(words, status, code)
  reply.writeHead(status, headers).end(reply.req.method === 'HEAD' ? undefined : body)
}

function rawAnswer(words: ProblemWords, status: number, code = '') {
  const body = JSON.stringify({ detail: wordsFor(words, status, code) })
  const headers = {
    ...SECURITY_HEADERS,
    [REQUEST_ID_HEADER]: systemRandom.uuid(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status, headers, body }
}
