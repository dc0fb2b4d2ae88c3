/** One request and its answer as bytes, before anybody reads a meaning into them. */
import { errors } from 'undici'
import type { Dispatcher } from 'undici'

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** With the query, as it stands in the request line. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  readonly mayLeave?: () => boolean
}

export type Exchange =
  | {
      readonly got: 'answer'
      readonly status: number
      /** Names in lower case; a repeated header is joined by a comma. */
      readonly headers: Readonly<Record<string, string>>
      readonly text: string
    }
  /** Certainly not one byte of the request left. */
  | { readonly got: 'nothing-sent'; readonly why: string }
  /** The request may have arrived. `status` when a status line came back before the end. */
  | { readonly got: 'no-answer'; readonly why: string; readonly status?: number }

/** Sends requests; one implementation for what may be repeated, one for what may not. */
export interface Wire {
  exchange(request: WireRequest): Promise<Exchange>
  close(): Promise<void>
}

export type Answer = Extract<Exchange, { got: 'answer' }>

/** Reads the whole body; throws what undici throws when it is cut, too long or too slow. */
export async function readWhole(response: Dispatcher.ResponseData): Promise<Answer> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const text = await response.body.text()
  return { got: 'answer', status: response.statusCode, headers, text }
}

const sentences: readonly (readonly [new (...args: never[]) => Error, string])[] = [
  [errors.ConnectTimeoutError, 'the connection was not made in time'],
  [errors.HeadersTimeoutError, 'no answer began in time'],
  [errors.BodyTimeoutError, 'the answer stopped in the middle'],
  [errors.ResponseExceededMaxSizeError, 'the answer is larger than allowed'],
  [errors.HeadersOverflowError, 'the headers of the answer are larger than allowed'],
  [errors.HTTPParserError, 'the answer is not HTTP'],
]

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  UND_ERR_SOCKET: 'the other side closed the connection',
}

/** TLS could not be agreed on, so nothing was said inside it. */
export const UNTRUSTED = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/

/** What went wrong, in words; never an error's own message, which may quote what was sent. */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  for (const [type, sentence] of sentences) if (error instanceof type) return sentence
  if (error.name === 'TimeoutError') return 'the request took too long'
  if (error.name === 'AbortError') return 'the request was given up'
  if (error.name === 'NotLeft') return error.message
  const inner = 'errors' in error && Array.isArray(error.errors) ? firstOf(error.errors) : error
  const code = codeOf(inner)
  if (UNTRUSTED.test(code)) return `its TLS certificate or protocol is not trusted (${code})`
  return codes[code] ?? (code === '' ? error.name : code)
}

function firstOf(inner: readonly unknown[]): unknown {
  return inner[0]
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
