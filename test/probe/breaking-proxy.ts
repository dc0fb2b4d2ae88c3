/** A real HTTP server in front of a service that passes everything on but for one planted change. */
import { createServer, type IncomingMessage } from 'node:http'

export interface Passing {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly search: string
  /** The body that was sent. */
  readonly asked: string
  readonly status: number
  readonly headers: Record<string, string>
  /** Parsed; undefined when there was no JSON. */
  readonly json: unknown
  readonly text: string
}

/** Null passes the answer on as it is. */
export type Change = (passing: Passing) => Partial<Omit<Passing, 'json'>> | { json: unknown } | null

export async function breakingProxy(
  target: string,
  change: Change,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    void pass(target, request).then((passing) => {
      const made = { ...passing, ...change(passing) }
      const text = made.json === passing.json ? made.text : JSON.stringify(made.json)
      const headers = { ...made.headers, 'content-length': String(Buffer.byteLength(text)) }
      response.writeHead(made.status, made.status === 204 ? made.headers : headers)
      response.end(made.status === 204 ? undefined : text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

async function pass(target: string, request: IncomingMessage): Promise<Passing> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks)
  const url = new URL(request.url ?? '/', target)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    HOP.has(name) || typeof value !== 'string' ? [] : [[name, value] as [string, string]],
  )
  const method = request.method ?? 'GET'
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body.length > 0 ? { body } : {}),
  })
  // The service says where it was reached, which is here: a link must not lead behind the proxy.
  const text = (await answer.text()).replaceAll(url.host, request.headers.host ?? url.host)
  const told = [...answer.headers].filter(([name]) => !HOP.has(name))
  return {
    method,
    path: url.pathname,
    search: url.search,
    asked: body.toString(),
    status: answer.status,
    headers: Object.fromEntries(told),
    json: parsed(text),
    text,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
