/** One request to a service, with the key and the account of a caller. */
import type { ServiceFacts } from './run-frota.ts'

export interface ServiceCall {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** `path`: from the root, such as `/api/v1/orders`. */
export function callService(
  { url, apiKey, accountId }: ServiceFacts,
  method: string,
  path: string,
  { body, headers }: ServiceCall = {},
): Promise<Response> {
  const known = { 'x-api-key': apiKey, 'x-account-id': accountId }
  const [type, sent] =
    body === undefined
      ? [{}, {}]
      : [{ 'content-type': 'application/json' }, { body: JSON.stringify(body) }]
  const all = { ...known, ...type, ...headers }
  return fetch(url + path, { method, redirect: 'manual', headers: all, ...sent })
}
