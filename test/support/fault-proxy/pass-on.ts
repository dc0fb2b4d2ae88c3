/** One request passed on to the service, once, without retries. */
import type { IncomingMessage } from 'node:http'
import { request as send, type Dispatcher } from 'undici'

export interface Passed {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

/** Headers that are about one connection, or that the two sides write themselves. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'host',
  'expect',
])

/** Throws when the service itself is gone. */
export async function passOn(
  dispatcher: Dispatcher,
  target: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Passed> {
  const answer = await send(target + url, {
    dispatcher,
    method,
    headers: Object.fromEntries(kept(headers)),
    ...(body.length === 0 ? {} : { body }),
  })
  return {
    status: answer.statusCode,
    headers: kept(answer.headers),
    text: await answer.body.text(),
  }
}

function kept(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.entries(headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)] as const],
  )
}
