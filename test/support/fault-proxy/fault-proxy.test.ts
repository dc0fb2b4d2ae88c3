/** Each fault of the proxy does to the service and to its caller what it says. */
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../../../src/client/exchange.ts'
import { clientLimits } from '../../../src/client/limits.ts'
import { openOnce } from '../../../src/client/once.ts'
import { seededRandom } from '../../../src/random.ts'
import { listenHere } from '../listen-here.ts'
import { planned, seeded } from './choose-by-plan.ts'
import type { Fault } from './fate.ts'
import { openFaultProxy, type FaultProxy } from './open-fault-proxy.ts'

const BODY = JSON.stringify({ id: 'made', padding: 'x'.repeat(2_000) })
let hits = 0
const service = createServer((request, response) => {
  request.resume().on('end', () => {
    hits += 1
    response.writeHead(201, { 'content-type': 'application/json' }).end(BODY)
  })
})
let here: Awaited<ReturnType<typeof listenHere>>
let proxy: FaultProxy

beforeAll(async () => {
  here = await listenHere(service)
  proxy = await openFaultProxy(here.url)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const cases: readonly (readonly [Fault, seen: string, hits: number])[] = [
  [{ kind: 'none' }, '201 whole', 1],
  [{ kind: 'reset-before' }, 'no-answer', 0],
  [{ kind: 'reset-during' }, 'no-answer', 1],
  [{ kind: 'reset-after' }, 'no-answer', 1],
  [{ kind: 'cut' }, 'no-answer', 1],
  [{ kind: 'delay', ms: 5 }, '201 whole', 1],
  [{ kind: 'duplicate', answer: 'first' }, '201 whole', 2],
  [{ kind: 'duplicate', answer: 'none' }, 'no-answer', 2],
  [{ kind: 'error-after-commit' }, '500 spoiled', 1],
  [{ kind: 'unavailable' }, '503 spoiled', 0],
  [{ kind: 'throttled' }, '429 spoiled', 0],
  [{ kind: 'throttled', retryAfterSeconds: 7 }, '429 spoiled, again in 7', 0],
  [{ kind: 'garbage' }, '201 spoiled', 1],
]

test.each(cases)('%o: its caller sees "%s", the service %i', async (fault, seen, delivered) => {
  const before = hits
  proxy.choose(planned([{ method: 'POST', path: /^\/api/, nth: 1, fault }]))
  const wire = openOnce(proxy.url, clientLimits)
  const headers = { 'content-type': 'application/json' }
  const answer = await wire.exchange({
    method: 'POST',
    path: '/api/v1/things',
    headers,
    body: '{}',
  })
  await wire.close()
  expect(inWords(answer)).toBe(seen)
  await proxy.settled()
  expect(hits - before).toBe(delivered)
  const last = proxy.seen.at(-1)
  expect(last).toMatchObject({ method: 'POST', path: '/api/v1/things', fault: fault.kind })
  expect(last?.answers.map(({ status, id }) => `${status} ${id}`)).toEqual(
    Array.from({ length: delivered }, () => '201 made'),
  )
})

function inWords(answer: Exchange): string {
  if (answer.got !== 'answer') return answer.got
  const again = answer.headers['retry-after']
  const body = answer.text === BODY ? 'whole' : 'spoiled'
  return `${answer.status} ${body}${again === undefined ? '' : `, again in ${again}`}`
}

test('what a sender left behind when it died is delivered all the same', async () => {
  const before = hits
  const processed = Promise.withResolvers<void>()
  const stop = proxy.watch((phase) => {
    if (phase === 'arrived') socket.resetAndDestroy()
    if (phase === 'processed') processed.resolve()
  })
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  socket.write('POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}')
  await processed.promise
  await proxy.settled()
  stop()
  expect(hits - before).toBe(1)
})

test('the same seed spoils the same requests, in about the share that was asked for', () => {
  const asked = { method: 'POST', path: '/api/v1/orders' }
  const draw = (seed: number): string[] => {
    const cut: Fault = { kind: 'cut' }
    const choose = seeded(seededRandom(seed), [{ ...asked, path: /orders$/, shares: [[0.3, cut]] }])
    return Array.from({ length: 500 }, () => choose(asked).kind)
  }
  expect(draw(5)).toEqual(draw(5))
  const spoiled = draw(5).filter((kind) => kind === 'cut').length
  expect(spoiled).toBeGreaterThan(100)
  expect(spoiled).toBeLessThan(200)
})
