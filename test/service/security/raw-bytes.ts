/** Sends bytes as they are, for what no HTTP client would send. */
import { connect, type Socket } from 'node:net'
import type { Account } from '../support/open-service.ts'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Resolves with everything that came back once the server closed the connection. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = dial(url)
  let got = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    got += chunk
  })
  socket.on('close', () => resolve(got))
  // Bytes are given as the characters of the same numbers.
  socket.write(bytes, 'latin1')
  return promise
}

/** A connection whose errors end it, and no more than that. */
export function dial(url: string, { allowHalfOpen = false } = {}): Socket {
  const { port, hostname } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen })
  socket.on('error', () => socket.destroy())
  return socket
}

/** The answers in what came back; each tells how long its body is. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/.exec(rest)
    if (head === null) throw new Error(`No HTTP answer: ${JSON.stringify(rest.slice(0, 200))}`)
    const lines = (head[2] ?? '').split('\r\n').filter(Boolean)
    const headers = new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const bytes = Buffer.from(rest.slice(head[0].length))
    const length = Number(headers.get('content-length') ?? bytes.length)
    const status = Number(head[1])
    answers.push({ status, headers, body: bytes.subarray(0, length).toString() })
    rest = bytes.subarray(length).toString()
  }
  return answers
}

export function credentials({ apiKey, accountId }: Account): string {
  return `X-Api-Key: ${apiKey}\r\nX-Account-Id: ${accountId}\r\n`
}
