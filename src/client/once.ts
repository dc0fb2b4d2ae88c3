/**
 * POST on the wire: one request, on one connection of its own, once. Nothing is kept alive, queued,
 * pipelined, redirected or repeated, so that "was it sent?" has one answer: undici announces the
 * moment before it writes the headers to a socket.
 */
import { subscribe } from 'node:diagnostics_channel'
import { buildConnector, Client } from 'undici'
import { connectionOptions, exchangeOver } from './exchange.ts'
import type { Exchange, Wire, WireRequest } from './exchange.ts'
import { own } from './why-words.ts'
import type { ClientLimits } from './limits.ts'

/** Sockets to which a request's headers were written, or were about to be. */
const written = new WeakSet<object>()
subscribe('undici:client:sendHeaders', (message) => {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return
  if (typeof message.socket === 'object' && message.socket !== null) written.add(message.socket)
})

class NotLeft extends Error {
  override readonly name = 'NotLeft'
}

export function openOnce(origin: string, limits: ClientLimits): Wire {
  // One connector for all, because it keeps the TLS sessions; connections are never shared.
  const connect = buildConnector({ allowH2: false, timeout: limits.connectMsMax })
  const closing = new AbortController()
  return {
    exchange: (request) => {
      const given = request.signal === undefined ? [] : [request.signal]
      const signal = AbortSignal.any([closing.signal, ...given])
      return exchangeOnce(origin, limits, connect, { ...request, signal })
    },
    // Running requests end in doubt: waiting for their answers could take a minute.
    close: async () => closing.abort(),
  }
}

async function exchangeOnce(
  origin: string,
  limits: ClientLimits,
  connect: buildConnector.connector,
  request: WireRequest,
): Promise<Exchange> {
  let socket: object | undefined
  const client = new Client(origin, {
    ...connectionOptions(limits),
    connect: (options, callback) => {
      if (socket !== undefined) return callback(new NotLeft(own.lost.en), null)
      connect(options, (error, connected) => {
        if (error !== null) return callback(error, null)
        socket = connected
        if (request.mayLeave?.() ?? true) return callback(null, connected)
        connected.destroy()
        callback(new NotLeft(own.tooLate.en), null)
      })
    },
  })
  const isUnsent = (): boolean => socket === undefined || !written.has(socket)
  try {
    return await exchangeOver(client, request, limits, { isUnsent, reset: true })
  } finally {
    await client.destroy()
  }
}
