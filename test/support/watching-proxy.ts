/** Stands between a client and a service, passes everything on, and remembers what was answered. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly text: string
}

export interface WatchingProxy extends AsyncDisposable {
  readonly url: string
  readonly exchanges: readonly Exchange[]
}

/** Headers that are about one connection, or that the two sides write themselves. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'content-length'])

export async function openWatchingProxy(target: string): Promise<WatchingProxy> {
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => {
    void passOn(target, request).then(
      ({ status, headers, text }) => {
        exchanges.push({ method: request.method ?? '', path: request.url ?? '', status, text })
        for (const [name, value] of headers) {
          if (!OWN_HEADERS.has(name)) response.setHeader(name, value)
        }
        response.writeHead(status).end(text)
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function passOn(target: string, request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const body = Buffer.concat(chunks)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) || name === 'host' ? [] : [[name, String(value)] as [string, string]],
  )
  const reply = await fetch(target + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers,
    ...(body.length === 0 ? {} : { body }),
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
