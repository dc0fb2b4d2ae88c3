/** Whoever sends slowly is hung up on, wholly, and what it might still send is not taken. */
import { expect, test } from 'vitest'
import { newVehicle } from '../support/fleet.ts'
import { openBench } from '../support/open-service.ts'
import { answersIn, credentials, dial } from './raw-bytes.ts'
import { forFile } from '../../support/for-file.ts'

const SOCKETS_EACH = 60
/** Between two bytes: far below the limits, as a patient attacker does it. */
const DRIP_MS = 40
const webLimits = {
  requestTimeoutMs: 1_000,
  headersTimeoutMs: 800,
  connectionsCheckingIntervalMs: 30,
}

const bench = await forFile(openBench({ webLimits }))

interface Held {
  readonly text: string
  readonly sent: number
}

/** Sends `first` at once, then drips `rest` whatever the server says; resolves at its hanging up. */
function drip(first: string, rest: string): Promise<Held> {
  const { promise, resolve } = Promise.withResolvers<Held>()
  // Half open: as long as the server reads, this end goes on.
  const socket = dial(bench.url, { allowHalfOpen: true })
  let text = ''
  let sent = 0
  socket.on('data', (chunk) => {
    text += String(chunk)
  })
  if (first !== '') socket.write(first)
  const dripping = setInterval(() => {
    if (sent < rest.length && socket.writable) socket.write(rest.charAt(sent++))
  }, DRIP_MS)
  // With nothing more to send, only this tells that the server is gone.
  if (rest === '') socket.on('end', () => socket.end())
  socket.on('close', () => {
    clearInterval(dripping)
    resolve({ text, sent })
  })
  return promise
}

test('of 300 slow senders none is held, served or able to go on', async () => {
  const body = JSON.stringify(newVehicle(1))
  const route = 'POST /api/v1/vehicles HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const head = route + credentials(bench.own)
  const sized = `${head}Content-Length: ${body.length}\r\n\r\n`
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`
  // Each would be a good request if the server waited for it.
  const kinds: [string, string][] = [
    ['', sized + body],
    [head, `X-Slow: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    [sized, body],
    [chunked, `${body}\r\n0\r\n\r\n`],
    ['GET /health HTTP/1.1\r\nHost: x\r\n\r\n', sized + body],
  ]
  const held = kinds.flatMap(([first, rest]) =>
    Array.from({ length: SOCKETS_EACH }, () => drip(first, rest)),
  )
  expect(held).toHaveLength(300)
  // Others are served meanwhile.
  expect((await bench.send('GET', '/health')).status).toBe(200)
  for (const [at, each] of (await Promise.all(held)).entries()) {
    const statuses = answersIn(each.text).map(({ status }) => status)
    // Of the last kind the first request is a good one. The end of a connection that is being
    // written to may overtake its last answers.
    const allowed = at >= 4 * SOCKETS_EACH ? [200, 408] : [408]
    expect(statuses.filter((status) => !allowed.includes(status))).toEqual([])
    expect(each.sent).toBeLessThan(body.length)
  }
  expect((await bench.send('GET', '/api/v1/vehicles')).body['count']).toBe(0)
})

test('whoever connects and says nothing is hung up on as well', async () => {
  const held = await Promise.all(Array.from({ length: 20 }, () => drip('', '')))
  for (const { text } of held) {
    expect(answersIn(text)).toEqual([
      expect.objectContaining({
        status: 408,
        body: JSON.stringify({ detail: 'A requisição demorou demais para chegar.' }),
      }),
    ])
  }
})
