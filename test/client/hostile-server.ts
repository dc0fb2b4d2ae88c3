/** A real server on a loopback port that answers each request as the test says, however rudely. */
import { createServer, type Socket } from 'node:net'
import { listenHere } from '../support/listen-here.ts'

export interface Received {
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Gets the request and the socket it came on; does whatever it likes to it. */
export type Behaviour = (socket: Socket, request: Received) => void

export interface HostileServer extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  readonly connections: () => number
}

/** `behave` gets the number of the request, from 1. */
export async function hostileServer(
  behave: (number: number, request: Received) => Behaviour,
): Promise<HostileServer> {
  const received: Received[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    let bytes = ''
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1')
      const request = parse(bytes)
      if (request === undefined) return
      bytes = ''
      received.push(request)
      behave(received.length, request)(socket, request)
    })
  })
  return { ...(await listenHere(server)), received, connections: () => connections }
}

function parse(bytes: string): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...fields] = bytes.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  const body = bytes.slice(end + 4)
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined
  const [method = '', path = ''] = line.split(' ')
  return { method, path, headers, body }
}

export function reply(
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (socket) => {
    const length = Buffer.byteLength(text)
    const fields = Object.entries({ 'content-length': `${length}`, ...headers })
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} Whatever\r\n${head}\r\n${text}`)
  }
}

export const hang: Behaviour = () => undefined
export const reset: Behaviour = (socket) => socket.resetAndDestroy()
export const close: Behaviour = (socket) => socket.end()

export function raw(
  text: string | Uint8Array,
  then: 'close' | 'reset' | 'hang' = 'close',
): Behaviour {
  return (socket) =>
    socket.write(text, () => {
      if (then === 'close') socket.end()
      if (then === 'reset') socket.resetAndDestroy()
    })
}
