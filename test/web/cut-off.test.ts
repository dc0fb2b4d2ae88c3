/** A caller who breaks off in the middle of a body is no failure of the service. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { openLog } from '../../src/log.ts'
import { Writable } from 'node:stream'
import { listen } from '../../src/web/listen.ts'
import { openApp } from '../../src/web/open-app.ts'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  ['a body that is cut off', `${HEAD}Content-Length: 100\r\n\r\n{"a":`],
  ['a chunk that is cut off', `${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a":`],
  ['a chunk that is none', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
])('%s is no bug and no line of the log', async (_what, bytes) => {
  const bugs: unknown[] = []
  const lines: string[] = []
  const write = (chunk: unknown, _encoding: string, done: () => void): void => {
    lines.push(String(chunk))
    done()
  }
  const log = openLog('trace', new Writable({ write }))
  const app = openApp({ words: detail, log, onBug: (error) => bugs.push(error) })
  const { promise, resolve } = Promise.withResolvers<number>()
  app.addHook('onRequest', async ({ raw }) => void raw.on('close', () => setImmediate(resolve, 0)))
  app.post('/', (_request, reply) => reply.send({}))
  await using server = Object.assign(await listen(app, { host: '127.0.0.1', port: 0 }), {
    [Symbol.asyncDispose]: () => app.close(),
  })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes, () => setImmediate(() => socket.destroy()))
  await promise
  expect([bugs, lines]).toEqual([[], []])
})
