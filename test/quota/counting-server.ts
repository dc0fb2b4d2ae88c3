/** A server that notes each request and when it came, and answers slowly. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { wallClock } from '../../src/clock.ts'
import type { Arrived } from './worker-process.ts'

export interface Arrival extends Arrived {
  /** When it was noticed. */
  readonly atMs: number
  /** It came after this: the server last looked then, and had none. Earlier on a busy machine. */
  readonly afterMs: number
}

const LOOK_EVERY_MS = 10

export interface CountingServer extends AsyncDisposable {
  readonly url: string
  readonly arrivals: readonly Arrival[]
}

/** `onArrival` is called before the answer, with how many came so far. */
export async function openCountingServer(
  onArrival: (arrival: Arrival, count: number) => void,
): Promise<CountingServer> {
  const arrivals: Arrival[] = []
  let lookedAtMs = wallClock.uptime()
  const looking = setInterval(() => (lookedAtMs = wallClock.uptime()), LOOK_EVERY_MS)
  const server = createServer((request, response) => {
    const atMs = wallClock.uptime()
    const afterMs = lookedAtMs
    void json(request).then(async (body) => {
      const arrival = { atMs, afterMs, ...(body as Arrived) }
      const count = arrivals.push(arrival)
      onArrival(arrival, count)
      await wallClock.sleep((count % 5) * 40)
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    [Symbol.asyncDispose]: async () => {
      clearInterval(looking)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
