/**
 * A path to a server that swallows for a while without a reset, as a pooler, a firewall or a host
 * that is gone: connections of before, and those begun meanwhile, get no byte any more.
 */
import { connect, createServer, type Socket } from 'node:net'
import { listenHere } from './listen-here.ts'

export interface SilentProxy extends AsyncDisposable {
  /** The address of the server, by way of this proxy. */
  readonly url: string
  swallow(): void
  /** From now on new connections pass. */
  heal(): void
}

export async function openSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  let isSwallowing = false
  const passing = new Set<() => void>()
  const onwards = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume()
    if (isSwallowing) return
    const onward = connect(Number(port), hostname)
    onwards.add(onward)
    onward.on('error', () => undefined)
    const pass = (to: Socket) => (piece: Buffer) => void to.write(piece)
    const [there, back] = [pass(onward), pass(socket)]
    socket.on('data', there).on('close', () => onward.destroy())
    onward.on('data', back)
    const end = (): void => void socket.destroy()
    onward.on('close', end)
    passing.add(() => {
      socket.off('data', there)
      onward.off('data', back).off('close', end)
    })
  })
  const here = await listenHere(server)
  const url = new URL(target)
  url.host = `127.0.0.1:${here.port}`
  return {
    url: url.href,
    swallow: () => {
      isSwallowing = true
      for (const stop of passing) stop()
      passing.clear()
    },
    heal: () => {
      isSwallowing = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const onward of onwards) onward.destroy()
      await here[Symbol.asyncDispose]()
    },
  }
}
