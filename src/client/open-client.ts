/** The client of the service: typed by the contract, over undici, one origin, one account. */
import type { Clock } from '../clock.ts'
import { api } from '../contract/api.ts'
import type { OperationId, SuccessBody } from '../contract/call.ts'
import { fillPath } from '../contract/fill-path.ts'
import { ACCOUNT_HEADER, API_KEY_HEADER } from '../contract/headers.ts'
import type { Operation } from '../contract/operation.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Random } from '../random.ts'
import type { CallResult } from './answer.ts'
import { checkAccess } from './check-access.ts'
import type {
  AnyRequest,
  CallOptions,
  Client,
  ItemOf,
  ListId,
  ReadId,
  RequestOf,
  ServiceHealth,
} from './client.ts'
import type { Exchange, Wire, WireRequest } from './exchange.ts'
import { readHealth } from './health.ts'
import { clientLimits, HEALTH_RETRIES_MAX, type ClientLimits } from './limits.ts'
import { openOnce } from './once.ts'
import { exposedFailure, parseBase, type Base } from './origin.ts'
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
  return new HttpClient(options)
}

class HttpClient implements Client {
  readonly #options: ClientOptions
  readonly #limits: ClientLimits
  readonly #base: Base
  readonly #once: Wire
  readonly #pooled: Wire
  #modes: ServiceHealth | undefined

  constructor(options: ClientOptions) {
    this.#options = options
    this.#limits = { ...clientLimits, ...options.limits }
    this.#base = parseBase(options.baseUrl)
    this.#once = openOnce(this.#base.origin, this.#limits)
    this.#pooled = openPooled(this.#base.origin, this.#limits)
  }

  get origin(): string {
    return this.#base.origin
  }

  async call<Id extends OperationId>(
    id: Id,
    request: RequestOf<Id>,
    options: CallOptions = {},
  ): Promise<CallResult<SuccessBody<Id>>> {
    return resultOf(id, await this.#call(id, request, options))
  }

  async read<Id extends ReadId>(
    id: Id,
    request: RequestOf<Id>,
    options: CallOptions = {},
  ): Promise<SuccessBody<Id> | null> {
    return bodyOf(id, readOf(await this.#call(id, request, options), this.origin, id))
  }

  pages<Id extends ListId>(
    id: Id,
    request: RequestOf<Id>,
    options: CallOptions = {},
  ): AsyncGenerator<ItemOf<Id>[], void, undefined> {
    return pagesOf(id, request, this.origin, (next) => this.#call(id, next, options))
  }

  async health(options: CallOptions = {}): Promise<ServiceHealth> {
    const headers = { accept: 'application/json' }
    const request = { method: 'GET', path: `${this.#base.prefix}/health`, headers } as const
    const exchange = await this.#repeat('health', request, options, HEALTH_RETRIES_MAX)
    const health = readHealth(exchange, this.origin)
    const isSimulated = health.lookup === 'mock' && health.payments === 'mock'
    if (this.#base.isExposed && !isSimulated) throw exposedFailure(this.origin)
    this.#modes = health
    return health
  }

  checkAccess(options: CallOptions = {}): Promise<void> {
    return checkAccess(this, options)
  }

  async close(): Promise<void> {
    await Promise.all([this.#once.close(), this.#pooled.close()])
  }

  async #call(
    id: OperationId,
    request: AnyRequest,
    options: CallOptions,
  ): Promise<CallResult<unknown>> {
    const operation: Operation = api[id]
    if (operation.public !== true) {
      const cause = await this.#guardKey()
      if (cause !== undefined) return { outcome: 'never-sent', why: own.keptBack.en, cause }
    }
    const wireRequest = this.#wireRequest(operation, request, options)
    const exchange =
      operation.method === 'POST'
        ? await this.#send(this.#once, id, wireRequest, 1)
        : await this.#repeat(id, wireRequest, options, this.#limits.retriesMax)
    const { origin } = this
    const apiKey = this.#options.apiKey()
    return readExchange(exchange, { origin, operation, apiKey, nowMs: this.#options.clock.now() })
  }

  #wireRequest(operation: Operation, request: AnyRequest, options: CallOptions): WireRequest {
    const { method } = operation
    const query = queryOf(request.query)
    const path = `${this.#base.prefix}${fillPath(operation.path, request.params)}${query}`
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) }
    const headers =
      operation.public === true
        ? { accept: 'application/json' }
        : this.#headers(operation.account, request.body !== undefined)
    return { method, path, headers, ...body, ...options }
  }

  #headers(withAccount: boolean, withBody: boolean): Record<string, string> {
    const { apiKey, accountId } = this.#options
    return {
      accept: 'application/json',
      [API_KEY_HEADER]: apiKey(),
      ...(withAccount ? { [ACCOUNT_HEADER]: accountId } : {}),
      ...(withBody ? { 'content-type': 'application/json' } : {}),
    }
  }

  /** Over plain HTTP to another machine the key goes out only to a service that is simulated. */
  async #guardKey(): Promise<Failure | undefined> {
    if (!this.#base.isExposed || this.#modes !== undefined) return undefined
    try {
      await this.health()
      return undefined
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  #repeat(
    id: OperationId,
    request: WireRequest,
    options: CallOptions,
    retriesMax: number,
  ): Promise<Exchange> {
    const { clock, random } = this.#options
    return repeat({ clock, random, limits: this.#limits }, retriesMax, options.signal, (attempt) =>
      this.#send(this.#pooled, id, request, attempt),
    )
  }

  async #send(
    wire: Wire,
    id: OperationId,
    request: WireRequest,
    attempt: number,
  ): Promise<Exchange> {
    const startedMs = this.#options.clock.uptime()
    const exchange = await wire.exchange(request)
    const durationMs = Math.round(this.#options.clock.uptime() - startedMs)
    this.#options.log?.debug(
      {
        method: request.method,
        route: id,
        outcome: exchange.got,
        status: 'status' in exchange ? (exchange.status ?? null) : null,
        attempt,
        durationMs,
      },
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
