/** GET, PATCH and DELETE on the wire, over a few kept connections; repeat.ts does the retries. */
import { Pool } from 'undici'
import { errorCode } from '../directory-failure.ts'
import { readWhole, UNTRUSTED, whyOf } from './exchange.ts'
import type { Exchange, Wire, WireRequest } from './exchange.ts'
import type { ClientLimits } from './limits.ts'

/** Codes of a connection that could not be made, so nothing was sent. */
const UNCONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

export function openPooled(origin: string, limits: ClientLimits): Wire {
  const pool = new Pool(origin, {
    allowH2: false,
    pipelining: 1,
    connections: limits.connectionsMax,
    connectTimeout: limits.connectMsMax,
    headersTimeout: limits.headersMsMax,
    bodyTimeout: limits.bodyMsMax,
    maxResponseSize: limits.responseBytesMax,
  })
  return {
    exchange: (request) => exchangePooled(pool, limits, request),
    // A program that ends does not wait for the answers of running requests.
    close: () => pool.destroy(),
  }
}

async function exchangePooled(
  pool: Pool,
  limits: ClientLimits,
  request: WireRequest,
): Promise<Exchange> {
  const { method, path, headers, body = null } = request
  const limit = AbortSignal.timeout(limits.totalMsMax)
  const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
  let status: number | undefined
  try {
    const response = await pool.request({ method, path, headers, body, signal })
    status = response.statusCode
    return await readWhole(response)
  } catch (error) {
    const why = whyOf(error)
    if (isUnconnected(error)) return { got: 'nothing-sent', why }
    return { got: 'no-answer', why, ...(status === undefined ? {} : { status }) }
  }
}

/** An AggregateError of several addresses has the code of the first. */
function isUnconnected(error: unknown): boolean {
  const code = errorCode(error)
  return UNCONNECTED.test(code) || UNTRUSTED.test(code)
}
