/** When a GET, PATCH or DELETE is sent again, and after how long. */
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { Exchange } from './exchange.ts'
import type { ClientLimits } from './limits.ts'
import { parseRetryAfter } from './read-answer.ts'

const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

interface RepeatTools {
  readonly clock: Clock
  readonly random: Random
  readonly limits: ClientLimits
}

/** `send` gets the number of the try, from 1. The last exchange is the result, however it ended. */
export async function repeat(
  tools: RepeatTools,
  retriesMax: number,
  signal: AbortSignal | undefined,
  send: (attempt: number) => Promise<Exchange>,
): Promise<Exchange> {
  let exchange = await send(1)
  for (let retry = 1; retry <= retriesMax; retry += 1) {
    const waitMs = waitBefore(tools, exchange, retry)
    if (waitMs === undefined) return exchange
    await tools.clock.sleep(waitMs, signal)
    if (isAborted(signal)) return exchange
    exchange = await send(retry + 1)
  }
  return exchange
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false

/** Milliseconds before the next try; undefined when it cannot help, or only after too long. */
function waitBefore({ clock, random, limits }: RepeatTools, exchange: Exchange, retry: number) {
  const backoffMs = Math.min(limits.backoffMs * 2 ** (retry - 1), limits.backoffMsMax)
  // Between half of it and all of it, so that clients that failed together do not return together.
  const jitteredMs = backoffMs * (0.5 + random.next() / 2)
  if (exchange.got !== 'answer') return jitteredMs
  if (!PASSING.has(exchange.status)) return undefined
  const askedMs = parseRetryAfter(exchange.headers['retry-after'], clock.now())
  if (askedMs === undefined) return jitteredMs
  return askedMs > limits.retryAfterMsMax ? undefined : Math.max(askedMs, jitteredMs)
}
