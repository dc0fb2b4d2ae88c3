/** Stands before several instances of the service: each request goes to the next of them. */
import { createServer, request as ask } from 'node:http'
import { listenHere } from './listen-here.ts'

export interface RoundRobin extends AsyncDisposable {
  readonly url: string
  /** How many requests each instance has got. */
  readonly counts: readonly number[]
}

/** As a proxy with TLS would, it names in X-Forwarded-For who sent the request. */
export async function openRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
  const counts = targets.map(() => 0)
  let turn = 0
  const server = createServer((request, response) => {
    const at = turn++ % targets.length
    counts[at] = (counts[at] ?? 0) + 1
    const sender = request.headers['x-forwarded-for'] ?? request.socket.remoteAddress
    const passed = ask(`${targets[at]}${request.url}`, {
      method: request.method,
      headers: { ...request.headers, 'x-forwarded-for': sender },
      agent: false,
    })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  return { ...(await listenHere(server)), counts }
}
