/** The endings of one answer: whole, cut short, or no answer at all. */
import type { ServerResponse } from 'node:http'
import type { Passed } from './pass-on.ts'

/** Resolves when the last byte was handed on, or the sender is gone. */
export function sendWhole(response: ServerResponse, { status, headers, text }: Passed) {
  head(response, status, headers)
  return over(response, () => response.end(text))
}

/** RST instead of a status line. */
export async function resetNow(response: ServerResponse): Promise<void> {
  response.socket?.resetAndDestroy()
}

/** RST when half of the body is on its way. */
export async function resetInBody(response: ServerResponse, passed: Passed): Promise<void> {
  await half(response, passed)
  response.socket?.resetAndDestroy()
}

/** FIN in the middle of a body that was said to be longer. */
export async function cutBody(response: ServerResponse, passed: Passed): Promise<void> {
  await half(response, passed)
  response.socket?.end()
}

async function half(response: ServerResponse, { status, headers, text }: Passed): Promise<void> {
  const bytes = Buffer.from(text)
  head(response, status, [...headers, ['content-length', String(bytes.length)]])
  await over(response, (done) => response.write(bytes.subarray(0, bytes.length / 2), done))
}

function head(response: ServerResponse, status: number, headers: Passed['headers']): void {
  if (response.closed) return
  for (const [name, value] of headers) response.setHeader(name, value)
  response.writeHead(status)
}

function over(response: ServerResponse, act: (done: () => void) => unknown): Promise<void> {
  // The sender was killed meanwhile: its connection will tell nothing any more.
  if (response.closed || response.socket?.destroyed !== false) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => resolve()
    response.once('finish', done).once('close', done)
    act(done)
  })
}
