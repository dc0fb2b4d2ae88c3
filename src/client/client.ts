/**
 * What the rest of the program can ask of the Vehicle Debt Integration Service. The contract types
 * it; `open-client.ts` makes it. It knows HTTP and the interface, and nothing of fleets or ledgers.
 */
import type { api } from '../contract/api.ts'
import type { CallRequest, OperationId, SuccessBody } from '../contract/call.ts'
import type { CallResult } from './answer.ts'

type OperationOf<Id extends OperationId> = (typeof api)[Id]

/** Operations that only read: they may be repeated at will. */
export type ReadId = {
  [Id in OperationId]: OperationOf<Id>['method'] extends 'GET' ? Id : never
}[OperationId]

/** Operations that answer page by page, and what one page holds. */
export type ListId = {
  [Id in ReadId]: SuccessBody<Id> extends { results: readonly unknown[] } ? Id : never
}[ReadId]
export type ItemOf<Id extends ListId> =
  SuccessBody<Id> extends { results: readonly (infer Item)[] } ? Item : never

export type RequestOf<Id extends OperationId> = CallRequest<OperationOf<Id>>

/** The loosest shape of a request, for the parts of the client that serve every operation. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** For a POST: asked once, before the first byte; false ends the call `never-sent`. */
  readonly mayLeave?: () => boolean
}

/** The modes of /health; `unknown` for another word than these, or without `sandbox`. */
export interface ServiceHealth {
  readonly lookup: 'mock' | 'live' | 'unknown'
  readonly payments: 'mock' | 'live' | 'unknown'
  readonly sandbox: boolean | 'unknown'
  /** The service's clock, by the header `Date`; absent where it sends none. */
  readonly clockMs?: number
}

export interface Client {
  /** Scheme, host and port of the service; the only one this client ever speaks to. */
  readonly origin: string
  /**
   * One operation, its ending classified and never thrown. POST: one request at most, on a socket
   * of its own. GET, PATCH and DELETE: repeated with backoff while that can help.
   */
  call<Id extends OperationId>(
    operation: Id,
    request: RequestOf<Id>,
    options?: CallOptions,
  ): Promise<CallResult<SuccessBody<Id>>>
  /** The 2xx body of a read; null for 404; anything else throws a Failure that names the cure. */
  read<Id extends ReadId>(
    operation: Id,
    request: RequestOf<Id>,
    options?: CallOptions,
  ): Promise<SuccessBody<Id> | null>
  /**
   * Every page of a list, one array each. Throws a Failure when a page cannot be had, when `next`
   * names no later page, or when there are more pages than `PAGES_MAX`.
   */
  pages<Id extends ListId>(
    operation: Id,
    request: RequestOf<Id>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<Id>[], void, undefined>
  /** Throws `service-unreachable` or `wrong-service`. Needs neither key nor account. */
  health(options?: CallOptions): Promise<ServiceHealth>
  /** Throws `wrong-key` or `wrong-account` when this key and account cannot list vehicles. */
  checkAccess(options?: CallOptions): Promise<void>
  close(): Promise<void>
}
