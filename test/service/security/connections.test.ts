/** A caller holds so many connections, and a connection so many requests. */
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openBench } from '../support/open-service.ts'
import { answersIn, credentials, dial, sendRaw } from './raw-bytes.ts'

const CONNECTIONS_MAX = 5
const REQUESTS_MAX = 3
const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'

test('connections beyond the most are closed, and there is room again when others end', async () => {
  await using bench = await openBench({ webLimits: { connectionsMax: CONNECTIONS_MAX } })
  const held: Socket[] = []
  for (let each = 0; each < CONNECTIONS_MAX; each++) {
    const socket = dial(bench.url)
    held.push(socket)
    // Served, so that the server knows of it.
    socket.write(HEALTH)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (let each = 0; each < 20; each++) expect(await sendRaw(bench.url, HEALTH)).toBe('')
  // Who was in stays served.
  held[0]?.write(HEALTH)
  expect(String(await once(held[0] ?? dial(bench.url), 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  held[0]?.end('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(held[0] ?? dial(bench.url), 'close')
  const next = await sendRaw(bench.url, HEALTH.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect(next).toMatch(/^HTTP\/1\.1 200 /)
  for (const socket of held) socket.destroy()
})

test('a connection ends with its last request, and what follows on it is not processed', async () => {
  // Idle connections are kept for ever, so that only the last request can have ended this one.
  const webLimits = { requestsPerSocketMax: REQUESTS_MAX, keepAliveTimeoutMs: 0 }
  await using bench = await openBench({ webLimits })
  const body =
    '{"plate":"FAB1234","renavam":"00639884962","uf":"SP","owner_document":"52998224725"}'
  const create =
    `POST /api/v1/vehicles HTTP/1.1\r\nHost: x\r\n${credentials(bench.own)}` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const text = await sendRaw(bench.url, HEALTH.repeat(REQUESTS_MAX) + create)
  const answers = answersIn(text)
  expect(answers.map(({ status }) => status)).toEqual(Array(REQUESTS_MAX).fill(200))
  expect(answers.at(-1)?.headers.get('connection')).toBe('close')
  expect((await bench.send('GET', '/api/v1/vehicles')).body['count']).toBe(0)
})

test('each request of a connection is answered to it in order, with its own caller', async () => {
  await using bench = await openBench()
  const stranger = await bench.tenant('stranger')
  const list = (as: typeof stranger, more = ''): string =>
    `GET /api/v1/vehicles HTTP/1.1\r\nHost: x\r\n${credentials(as)}${more}\r\n`
  const mixed = [list(bench.own), list({ ...stranger, accountId: bench.own.accountId }), HEALTH]
  const text = await sendRaw(
    bench.url,
    `${mixed.join('')}${list(stranger, 'Connection: close\r\n')}`,
  )
  // A key and an account belong to one request, and are not kept for the next.
  expect(answersIn(text).map(({ status }) => status)).toEqual([200, 403, 200, 200])
})
