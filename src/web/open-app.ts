/** A Fastify server with the bounds, the headers and the error bodies that all of ours share. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { installCors } from './cors.ts'
import { parseJsonBodies } from './parse-json-bodies.ts'
import { type ProblemWords, wordsFor } from './problem-words.ts'
import { installSecurityHeaders } from './security-headers.ts'
import { PARAMETER_CHARACTERS_MAX, type WebLimits, webLimits } from './web-limits.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export interface AppOptions {
  readonly words: ProblemWords
  readonly limits?: Partial<WebLimits> | undefined
  /** Exact origins that browsers may call from; none by default. */
  readonly corsOrigins?: readonly string[] | undefined
  readonly log?: Log | undefined
  /** Is told of every error that nobody expected; a log may not hold one, a test must see it. */
  readonly onBug?: ((error: unknown) => void) | undefined
  /** Which errors are expected endings of a handler, with their status and sentence (`message`). */
  readonly asRefusal?: ((error: unknown) => ExpectedEnding | undefined) | undefined
}

interface ExpectedEnding {
  readonly status: number
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
}

/** Every error body is exactly `{ "detail": string }`. Not listening yet. */
export function openApp(options: AppOptions): FastifyInstance {
  const limits = { ...webLimits, ...options.limits }
  const { words, log } = options
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxRequestsPerSocket: limits.requestsPerSocketMax,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS_MAX },
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    },
    clientErrorHandler: (error, socket) => answerRaw(words, error, socket),
    frameworkErrors: (error, _request, reply) => {
      const status = error.statusCode ?? 400
      const body = JSON.stringify({ detail: wordsFor(words, status, error.code) })
      reply.raw.writeHead(status, { 'content-type': JSON_TYPE }).end(body)
    },
  })
  app.server.maxConnections = limits.connectionsMax
  installSecurityHeaders(app)
  installCors(app, options.corsOrigins ?? [])
  parseJsonBodies(app, limits)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: words.routeMissing }))
  app.setErrorHandler((error, request, reply) => {
    const refusal = options.asRefusal?.(error)
    if (refusal !== undefined) {
      reply.headers(refusal.headers)
      return reply.code(refusal.status).send({ detail: refusal.message })
    }
    const { status, code } = statusOf(error)
    if (status >= 500) {
      options.onBug?.(error)
      const route = request.routeOptions.url ?? ''
      log?.error({ code, route, method: request.method, status }, 'a request failed')
    }
    return reply.code(status).send({ detail: wordsFor(words, status, code) })
  })
  return app
}

/**
 * The database's own codes, the network's and PostgreSQL's, for being away or too busy; 57014 is a
 * statement that took longer than it may.
 */
const AWAY: ReadonlySet<string> = new Set([
  'database-unreachable',
  'session-blocked',
  'ECONNREFUSED',
  'ECONNRESET',
  '08006',
  '53300',
  '57014',
  '57P01',
  '57P03',
])

/** A Failure of the database is the service being away; what nobody named is a bug. */
function statusOf(error: unknown): { status: number; code: string } {
  const { statusCode, code } = Object(error) as { statusCode?: unknown; code?: unknown }
  const named = typeof code === 'string' ? code : 'unknown'
  if (AWAY.has(named)) return { status: 503, code: named }
  const status = typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500
  return { status, code: named }
}

/** What the HTTP parser refused never becomes a request, so the answer is written by hand. */
function answerRaw(words: ProblemWords, error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const statuses: Record<string, number> = {
    ERR_HTTP_REQUEST_TIMEOUT: 408,
    HPE_HEADER_OVERFLOW: 431,
  }
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify({ detail: wordsFor(words, status, error.code ?? '') })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
