/** A server that notes each request and when it came, and answers slowly. */
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { wallClock } from '../../src/clock.ts'
import { listenHere } from '../support/listen-here.ts'
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
  const looking = setInterval(() => {
    const atMs = wallClock.uptime()
    // By then the loop has taken all that was there at `atMs`; a busy machine may keep it from that.
    setImmediate(() => (lookedAtMs = atMs))
  }, LOOK_EVERY_MS)
  /** A connection is taken a turn of the loop before what was sent on it may be read. */
  const before = new WeakMap<Socket, number>()
  const server = createServer((request, response) => {
    const atMs = wallClock.uptime()
    const afterMs = before.get(request.socket) ?? lookedAtMs
    before.delete(request.socket)
    void json(request).then(async (body) => {
      const arrival = { atMs, afterMs, ...(body as Arrived) }
      const count = arrivals.push(arrival)
      onArrival(arrival, count)
      await wallClock.sleep((count % 5) * 40)
      response.end('{}')
    })
  })
  server.on('connection', (socket) => before.set(socket, lookedAtMs))
  const here = await listenHere(server)
  return {
    url: `${here.url}/`,
    arrivals,
    [Symbol.asyncDispose]: async () => {
      clearInterval(looking)
      await here[Symbol.asyncDispose]()
    },
  }
}
