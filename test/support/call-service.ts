/** One request to a service, with the key and the account of a caller. */
import type { ServiceFacts } from './run-frota.ts'

export interface ServiceCall {
  /** A text, or bytes, are sent as they are. */
  readonly body?: unknown
  /** Undefined leaves out what would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
}

/** `path`: from the root, such as `/api/v1/orders`. */
export function callService(
  { url, apiKey, accountId }: ServiceFacts,
  method: string,
  path: string,
  { body, headers }: ServiceCall = {},
): Promise<Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const all = { 'x-api-key': apiKey, 'x-account-id': accountId, ...type, ...headers }
  const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : undefined
  const said = bytes ?? (typeof body === 'string' ? body : JSON.stringify(body))
  const sent = said === undefined ? {} : { body: said }
  return fetch(url + path, { method, redirect: 'manual', headers: given, ...sent })
}
