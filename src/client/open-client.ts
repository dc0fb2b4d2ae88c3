/** The client of the service: typed by the contract, over undici, one origin, one account. */
import type { Clock } from '../clock.ts'
import { api } from '../contract/api.ts'
import type { OperationId } from '../contract/call.ts'
import { fillPath } from '../contract/fill-path.ts'
import { ACCOUNT_HEADER, API_KEY_HEADER } from '../contract/headers.ts'
import type { Operation } from '../contract/operation.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Random } from '../random.ts'
import type { CallResult } from './answer.ts'
import { checkAccess } from './check-access.ts'
import type { AnyRequest, CallOptions, Client, ServiceHealth } from './client.ts'
import type { Exchange, Wire, WireRequest } from './exchange.ts'
import { readHealth } from './health.ts'
import { clientLimits, HEALTH_RETRIES_MAX, type ClientLimits } from './limits.ts'
import { openOnce } from './once.ts'
import { exposedFailure, parseBase } from './origin.ts'
import { pagesOf } from './pages.ts'
import { openPooled } from './pooled.ts'
import { readExchange } from './read-answer.ts'
import { readOf } from './read-of.ts'
import { repeat } from './repeat.ts'
import { bodyOf, resultOf } from './typed.ts'
import { own } from './why-words.ts'

export interface ClientOptions {
  readonly baseUrl: string
  /** Asked for every request, so that a rotated key is used as soon as its file changes. */
  readonly apiKey: () => string
  readonly accountId: string
  readonly clock: Clock
  readonly random: Random
  readonly log?: Pick<Log, 'debug'>
  readonly limits?: Partial<ClientLimits>
}

/** Throws a Failure when the address is none. Sends nothing yet. */
export function openClient(options: ClientOptions): Client {
  const { clock, random, apiKey, accountId } = options
  const limits = { ...clientLimits, ...options.limits }
  const base = parseBase(options.baseUrl)
  const { origin } = base
  const once = openOnce(origin, limits)
  const pooled = openPooled(origin, limits)
  let modes: ServiceHealth | undefined

  const client: Client = {
    origin,
    call: async (id, request, more = {}) => resultOf(id, await call(id, request, more)),
    read: async (id, request, more = {}) =>
      bodyOf(id, readOf(await read(id, request, more), origin, id)),
    pages: (id, request, more = {}) => pagesOf(id, request, origin, (next) => read(id, next, more)),
    health: async (more = {}) => {
      const headers = { accept: 'application/json' }
      const path = `${base.prefix}/health`
      const request = { method: 'GET', path, headers, ...more } as const
      const exchange = await repeated('health', request, more, HEALTH_RETRIES_MAX)
      const health = readHealth(exchange, origin, path)
      const isSimulated = health.lookup === 'mock' && health.payments === 'mock'
      if (base.isExposed && !isSimulated) throw exposedFailure(origin)
      modes = health
      return health
    },
    checkAccess: (more = {}) => checkAccess(client, more),
    close: async () => {
      await Promise.all([once.close(), pooled.close()])
    },
  }
  return client

  async function call(
    id: OperationId,
    request: AnyRequest,
    more: CallOptions,
  ): Promise<CallResult<unknown>> {
    const operation: Operation = api[id]
    if (operation.public !== true) {
      const cause = await guardKey()
      if (cause !== undefined) return { outcome: 'never-sent', why: own.keptBack.en, cause }
    }
    const sent = wireRequest(operation, request, more)
    const exchange =
      operation.method === 'POST'
        ? await send(once, id, sent, 1)
        : await repeated(id, sent, more, limits.retriesMax)
    const nowMs = clock.now()
    return readExchange(exchange, { origin, operation, request, apiKey: apiKey(), nowMs })
  }

  /** After an answer of another shape /health says whether that is still the service at all. */
  async function read(id: OperationId, request: AnyRequest, more: CallOptions) {
    const result = await call(id, request, more)
    if (result.outcome === 'in-doubt' && result.unfit !== undefined) await client.health(more)
    return result
  }

  function wireRequest(operation: Operation, request: AnyRequest, more: CallOptions): WireRequest {
    const path = fillPath(operation.path, request.params) + queryOf(request.query)
    const hasBody = request.body !== undefined
    const isPrivate = operation.public !== true
    const headers = {
      accept: 'application/json',
      ...(isPrivate ? { [API_KEY_HEADER]: apiKey() } : {}),
      ...(isPrivate && operation.account ? { [ACCOUNT_HEADER]: accountId } : {}),
      ...(isPrivate && hasBody ? { 'content-type': 'application/json' } : {}),
    }
    const body = hasBody ? { body: JSON.stringify(request.body) } : {}
    return { method: operation.method, path: base.prefix + path, headers, ...body, ...more }
  }

  /** Over plain HTTP to another machine the key goes out only to a service that is simulated. */
  async function guardKey(): Promise<Failure | undefined> {
    if (!base.isExposed || modes !== undefined) return undefined
    try {
      await client.health()
      return undefined
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  function repeated(
    id: OperationId,
    request: WireRequest,
    { signal }: CallOptions,
    retriesMax: number,
  ): Promise<Exchange> {
    return repeat({ clock, random, limits }, retriesMax, signal, (attempt) =>
      send(pooled, id, request, attempt),
    )
  }

  async function send(
    wire: Wire,
    id: OperationId,
    request: WireRequest,
    attempt: number,
  ): Promise<Exchange> {
    const startedMs = clock.uptime()
    const exchange = await wire.exchange(request)
    const durationMs = Math.round(clock.uptime() - startedMs)
    const status = 'status' in exchange ? (exchange.status ?? null) : null
    const { method } = request
    options.log?.debug(
      { method, route: id, outcome: exchange.got, status, attempt, durationMs },
      'request to the service',
    )
    return exchange
  }
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || typeof value === 'number') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
