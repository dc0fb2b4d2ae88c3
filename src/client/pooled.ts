/** GET, PATCH and DELETE on the wire, over a few kept connections; repeat.ts does the retries. */
import { Pool } from 'undici'
import { errorCode } from '../directory-failure.ts'
import { connectionOptions, exchangeOver, UNTRUSTED, type Wire } from './exchange.ts'
import type { ClientLimits } from './limits.ts'

/** Codes of a connection that could not be made, so nothing was sent. */
const UNCONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

export function openPooled(origin: string, limits: ClientLimits): Wire {
  const pool = new Pool(origin, {
    ...connectionOptions(limits),
    connections: limits.connectionsMax,
    connectTimeout: limits.connectMsMax,
  })
  return {
    exchange: (request) =>
      exchangeOver(pool, request, limits, { isUnsent: isUnconnected, reset: false }),
    // A program that ends does not wait for the answers of running requests.
    close: () => pool.destroy(),
  }
}

/** An AggregateError of several addresses has the code of the first. */
function isUnconnected(error: unknown): boolean {
  const code = errorCode(error)
  return UNCONNECTED.test(code) || UNTRUSTED.test(code)
}
