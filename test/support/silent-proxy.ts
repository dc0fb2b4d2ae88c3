/**
 * A path to a server that swallows for a while without a reset, as a pooler, a firewall or a host
 * that is gone: connections of before, and those begun meanwhile, get no byte any more.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

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
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).resume()
    if (isSwallowing) return
    const onward = connect(Number(port), hostname)
    sockets.add(onward)
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
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
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
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
