/** One request and its answer as they are on the wire, before the contract interprets them. */
import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { fieldsOf } from '../fields.ts'
import type { ClientLimits } from './limits.ts'
import { coded, own } from './why-words.ts'

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With the query, as it stands in the request line. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
  readonly mayLeave?: () => boolean
}

export type Exchange =
  | {
      readonly got: 'answer'
      readonly status: number
      /** Names in lower case; a repeated header is joined by a comma. */
      readonly headers: Readonly<Record<string, string>>
      /** With U+FFFD in place of bytes that are not UTF-8: good enough for a refusal only. */
      readonly text: string
      readonly isUtf8: boolean
    }
  /** Certainly not one byte of the request left. */
  | { readonly got: 'nothing-sent'; readonly why: string }
  /** The request may have arrived. `status` when a status line came back before the end. */
  | { readonly got: 'no-answer'; readonly why: string; readonly status?: number }

/** Sends one request at a time: once.ts for POST, pooled.ts for what may be repeated. */
export interface Wire {
  exchange(request: WireRequest): Promise<Exchange>
  close(): Promise<void>
}

export type Answer = Extract<Exchange, { got: 'answer' }>

/** What all connections have in common: HTTP/1.1, one request at a time, bounded answers. */
export function connectionOptions(limits: ClientLimits) {
  return {
    allowH2: false,
    pipelining: 1,
    headersTimeout: limits.headersMsMax,
    bodyTimeout: limits.bodyMsMax,
    maxResponseSize: limits.responseBytesMax,
  }
}

/** `isUnsent`: whether an error means that nothing left. `reset`: no other request may follow. */
export async function exchangeOver(
  connection: Dispatcher,
  request: WireRequest,
  limits: ClientLimits,
  { isUnsent, reset }: { isUnsent: (error: unknown) => boolean; reset: boolean },
): Promise<Exchange> {
  const { method, path, headers, body = null } = request
  const limit = AbortSignal.timeout(limits.totalMsMax)
  const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
  let status: number | undefined
  try {
    const response = await connection.request({ method, path, headers, body, signal, reset })
    status = response.statusCode
    return await readWhole(response)
  } catch (error) {
    const why = whyOf(error)
    if (isUnsent(error)) return { got: 'nothing-sent', why }
    return { got: 'no-answer', why, ...(status === undefined ? {} : { status }) }
  }
}

/** Reads the whole body; throws what undici throws when it is cut, too long or too slow. */
async function readWhole(response: Dispatcher.ResponseData): Promise<Answer> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const bytes = await response.body.bytes()
  const text = new TextDecoder().decode(bytes)
  return { got: 'answer', status: response.statusCode, headers, text, isUtf8: isUtf8(bytes) }
}

/** Codes of a failed TLS handshake, before which no byte of the request is sent. */
export const UNTRUSTED = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/

/** What went wrong, in English; never an error's own message, which may quote what was sent. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return own.unknown.en
  if (error.name === 'HTTPParserError') return own.notHttp.en
  if (error.name === 'TimeoutError') return own.tooLong.en
  if (error.name === 'AbortError') return own.givenUp.en
  if (error.name === 'NotLeft') return error.message
  const inner: unknown = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : error
  const { code: given } = fieldsOf(inner)
  const code = typeof given === 'string' ? given : ''
  if (UNTRUSTED.test(code)) return `${own.untrusted.en} (${code})`
  return coded[code]?.en ?? (code === '' ? error.name : code)
}
