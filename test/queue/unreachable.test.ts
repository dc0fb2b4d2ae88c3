/** A queue that cannot be reached says so at once, and how to cure it. */
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { wallClock, type Clock } from '../../src/clock.ts'
import { Failure } from '../../src/failure.ts'
import { openQueue } from '../../src/queue/open.ts'
import { manualClock } from '../support/clock.ts'
import { freePort } from '../support/free-port.ts'
import { listenHere } from '../support/listen-here.ts'

async function failureOf(redisUrl: string, clock: Clock = wallClock): Promise<unknown> {
  return openQueue({ redisUrl }, { clock }).then(
    () => undefined,
    (error: unknown) => error,
  )
}

async function failureOfAdding(redisUrl: string): Promise<unknown> {
  const queue = await openQueue({ redisUrl }, { clock: wallClock })
  const failure = await queue.counts().catch((error: unknown) => error)
  await queue.close({ graceMs: 0 })
  return failure
}

test('a Redis that does not answer is named by host and port, never by its password', async () => {
  const port = await freePort()
  const failure = await failureOf(`redis://:secret-word@127.0.0.1:${port}/0`)
  expect(failure).toBeInstanceOf(Failure)
  expect(failure).toMatchObject({ code: 'queue-unreachable', exitCode: 1 })
  expect(String(failure)).toContain(`127.0.0.1:${port}`)
  expect(String(failure)).toContain('REDIS_URL')
  expect(inspect(failure, { depth: 9 })).not.toContain('secret-word')
})

test('something that listens but is no Redis is refused, too', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await using here = await listenHere(server)
  expect(await failureOf(`redis://127.0.0.1:${here.port}`)).toMatchObject({
    code: 'queue-unreachable',
  })
})

test('a wrong password is called that, and is not in the failure at any depth', async () => {
  const server = createServer((socket) => {
    socket.on('data', (commands) => {
      // One answer for each of the commands that ioredis sends together.
      for (const _ of commands.toString().matchAll(/^\*\d/gm)) {
        socket.write('-WRONGPASS invalid username-password pair\r\n')
      }
    })
    socket.on('error', () => {})
  })
  await using here = await listenHere(server)
  const failure = await failureOf(`redis://:secret-word@127.0.0.1:${here.port}`)
  expect(failure).toMatchObject({ code: 'queue-unreachable' })
  expect(inspect(failure, { depth: 9 })).toContain('refused the password')
  expect(inspect(failure, { depth: 9 })).not.toContain('secret-word')
})

test.each([
  ['at the start', 'OOM command not allowed', []],
  ['at the start', "READONLY You can't write against a read only replica.", []],
  [
    'later',
    'MISCONF Redis is configured to save RDB snapshots',
    ['set', 'info', 'client', 'hello'],
  ],
])('a Redis that answers and takes no writes is told %s: %s', async (when, refusal, taken) => {
  const server = createServer((socket) => {
    socket.on('data', (commands) => {
      for (const [, name = ''] of commands.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)/gm)) {
        const isTaken =
          when === 'at the start' ? name !== 'set' : taken.includes(name.toLowerCase())
        socket.write(isTaken ? '+OK\r\n' : `-${refusal}\r\n`)
      }
    })
    socket.on('error', () => {})
  })
  await using here = await listenHere(server)
  const url = `redis://127.0.0.1:${here.port}`
  const failure = when === 'at the start' ? await failureOf(url) : await failureOfAdding(url)
  expect(failure).toMatchObject({ code: 'queue-unreachable' })
  expect(String(failure)).toMatch(/takes no writes: it .*(maxmemory|primary|disk).*REDIS_URL/)
})

test('a server that accepts and never answers is given up', async () => {
  const accepted = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => accepted.resolve())
  })
  await using here = await listenHere(server)
  const clock = manualClock()
  const failed = failureOf(`redis://127.0.0.1:${here.port}`, clock)
  await accepted.promise
  await clock.advance(60_000)
  expect(await failed).toMatchObject({ code: 'queue-unreachable' })
})

test.each(['redis://:secret-word@', 'secret-word', 'http://secret-word/'])(
  'the address %j is refused without being repeated',
  async (address) => {
    const failure = await failureOf(address)
    expect(failure).toMatchObject({ code: 'queue-unreachable' })
    expect(inspect(failure)).not.toContain('secret-word')
  },
)
