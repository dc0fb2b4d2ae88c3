/** A probe learns whether the process and what it needs answer, in bounded time. */
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { addHealth, type Checks } from '../../src/web/health-routes.ts'
import { openApp } from '../../src/web/open-app.ts'
import { plainWords } from '../../src/web/problem-words.ts'
import { manualClock } from '../support/clock.ts'

let app: FastifyInstance
afterEach(() => app.close())

function serve(checks: Checks) {
  const clock = manualClock()
  app = openApp({ words: plainWords })
  addHealth(app, checks, clock)
  return clock
}

async function ready(): Promise<{ status: number; body: unknown }> {
  const { statusCode: status, ...answer } = await app.inject('/readyz')
  return { status, body: answer.json() }
}

test('a process whose ledger and lease answer is ready', async () => {
  serve({ ledger: async () => undefined, lease: async () => undefined })
  expect(await ready()).toEqual({
    status: 200,
    body: { ok: true, checks: { ledger: 'ok', lease: 'ok' } },
  })
})

test('what does not answer is named, without its error, and the process is alive all the same', async () => {
  serve({
    ledger: () => Promise.reject(new Error('postgresql://user:secret@host')),
    lease: async () => undefined,
  })
  expect(await ready()).toEqual({
    status: 503,
    body: { ok: false, checks: { ledger: 'failed', lease: 'ok' } },
  })
  expect((await app.inject('/healthz')).json()).toEqual({ ok: true })
})

test('a ledger that never answers is said within two seconds', async () => {
  const clock = serve({ ledger: () => new Promise(() => undefined) })
  const asked = ready()
  await clock.somebodySleeps()
  await clock.advance(2_000)
  expect(await asked).toMatchObject({
    status: 503,
    body: { checks: { ledger: 'no answer in time' } },
  })
})

test('a loop of probes asks the ledger once a second', async () => {
  let asked = 0
  const clock = serve({ ledger: async () => void (asked += 1) })
  for (let probe = 0; probe < 50; probe += 1) await ready()
  expect(asked).toBe(1)
  await clock.advance(1_001)
  await ready()
  expect(asked).toBe(2)
})
