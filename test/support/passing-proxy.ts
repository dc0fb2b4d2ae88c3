/**
 * Stands between a client and a service: passes everything on, and may keep the answers of some
 * requests back until told.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { listenHere } from './listen-here.ts'

export interface PassingProxy extends AsyncDisposable {
  readonly url: string
  /** Resolves when the service has answered a request, from now on, whose answer is kept back. */
  nextHeld(): Promise<void>
  /** Lets every answer go, those kept back and those to come. */
  release(): void
  /** Keeps answers back again that come from now on. */
  holdAgain(): void
}

/** Headers that are about one connection, or that the two sides write themselves. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'host',
])

/** `holds`: told "POST /api/v1/…" of each request. */
export async function openPassingProxy(
  target: string,
  holds: (request: string) => boolean = () => false,
): Promise<PassingProxy> {
  let held = Promise.withResolvers<void>()
  let released = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void passOn(target, request).then(
      async ({ status, headers, text }) => {
        const { method = '', url: path = '' } = request
        if (holds(`${method} ${path}`)) {
          held.resolve()
          await released.promise
        }
        for (const [name, value] of headers) {
          if (!OWN_HEADERS.has(name)) response.setHeader(name, value)
        }
        response.writeHead(status).end(text)
      },
      () => response.destroy(),
    )
  })
  const here = await listenHere(server)
  return {
    url: here.url,
    nextHeld: () => {
      held = Promise.withResolvers<void>()
      return held.promise
    },
    release: () => released.resolve(),
    holdAgain: () => {
      released = Promise.withResolvers<void>()
    },
    [Symbol.asyncDispose]: async () => {
      released.resolve()
      await here[Symbol.asyncDispose]()
    },
  }
}

async function passOn(target: string, request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const body = Buffer.concat(chunks)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) ? [] : [[name, String(value)] as [string, string]],
  )
  const reply = await fetch(target + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers,
    ...(body.length === 0 ? {} : { body }),
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
