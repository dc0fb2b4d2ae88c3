/** A Fastify server with the bounds, the headers and the error bodies that all of ours share. */
import Fastify, { type FastifyInstance } from 'fastify'
import { errorFields } from '../error-fields.ts'
import type { Log } from '../log.ts'
import { answerOdd, answerRaw } from './answer-raw.ts'
import { installCors } from './cors.ts'
import { endConnections } from './end-connections.ts'
import { knownMethods } from './known-methods.ts'
import { installRequestIds, requestIdOf } from './request-id.ts'
import { parseJsonBodies } from './parse-json-bodies.ts'
import { type ProblemWords, wordsFor } from './problem-words.ts'
import { refuseOddHeads } from './refuse-odd-heads.ts'
import { installSecurityHeaders } from './security-headers.ts'
import { PARAMETER_CHARACTERS_MAX, type WebLimits, webLimits } from './web-limits.ts'
import { fieldsOf } from '../fields.ts'

export interface AppOptions {
  readonly words: ProblemWords
  readonly limits?: Partial<WebLimits> | undefined
  /** Exact origins that browsers may call from; none by default. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Addresses and networks of proxies whose X-Forwarded headers are believed; none by default. */
  readonly trustedProxies?: readonly string[] | undefined
  readonly log?: Log | undefined
  /** Gets every unexpected error: the log must not quote one, but a test has to see it. */
  readonly onBug?: ((error: unknown) => void) | undefined
  /** Told of each reply, by the route's pattern: nothing of a path's values. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined
  /** Which errors are expected endings of a handler, with their status and sentence (`message`). */
  readonly asRefusal?: ((error: unknown) => ExpectedEnding | undefined) | undefined
}

export interface Answered {
  readonly requestId: string
  readonly method: string
  /** Empty where no route is. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
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
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxRequestsPerSocket: limits.requestsPerSocketMax,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS_MAX, ignoreTrailingSlash: true },
    requestIdHeader: false,
    genReqId: requestIdOf,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      // refuse-odd-heads.ts requires it instead, with our error body.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerRaw(words, error, socket),
    // The path cannot be decoded, or a parameter is longer than any route accepts.
    frameworkErrors: ({ code }, _request, { raw: reply }) => answerOdd(words, 400, { reply, code }),
  })
  app.server.maxConnections = limits.connectionsMax
  app.server.on('checkExpectation', (_request, reply) => answerOdd(words, 417, { reply }))
  const methodsOf = knownMethods(app)
  installRequestIds(app)
  if (options.onAnswered !== undefined) tellAnswers(app, options.onAnswered)
  installSecurityHeaders(app)
  endConnections(app, limits.requestsPerSocketMax)
  refuseOddHeads(app)
  installCors(app, options.corsOrigins ?? [])
  parseJsonBodies(app, limits)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url.split(/[?#]/)[0] ?? '')
    if (methods.length === 0 || methods.includes(request.method)) {
      return reply.code(404).send({ detail: words.routeMissing })
    }
    return reply.code(405).header('allow', methods.join(', ')).send({ detail: words.methodWrong })
  })
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
      const fields = { requestId: request.id, route, method: request.method, status }
      log?.error({ ...fields, ...errorFields(error), code }, 'a request failed')
    }
    const { field } = fieldsOf(error)
    const named = typeof field === 'string' ? field : ''
    return reply.code(status).send({ detail: wordsFor(words, status, code, named) })
  })
  return app
}

function tellAnswers(app: FastifyInstance, tell: (answered: Answered) => void): void {
  app.addHook('onResponse', async ({ id: requestId, method, routeOptions }, reply) => {
    const { statusCode: status, elapsedTime: durationMs } = reply
    tell({ requestId, method, route: routeOptions.url ?? '', status, durationMs })
  })
}

/**
 * Codes of src/database, of the network and of PostgreSQL for a database that is away or too busy.
 * 57014: a statement ran longer than its limit.
 */
const AWAY: ReadonlySet<string> = new Set([
  'database-unreachable',
  'session-blocked',
  'ECONNREFUSED',
  'ECONNRESET',
  '08006',
  '57014',
])

/**
 * 503 when the database is away; the error's own 4xx when the caller is at fault, such as by a body
 * that was cut off; 500 for anything else, which is a bug.
 */
function statusOf(error: unknown): { status: number; code: string } {
  const { statusCode, code } = fieldsOf(error)
  const named = typeof code === 'string' ? code : 'unknown'
  const status = typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500
  return status >= 500 && AWAY.has(named) ? { status: 503, code: named } : { status, code: named }
}
