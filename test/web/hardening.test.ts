/** What the server of any app answers by itself; test/service/security has what it refuses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { type Listening, listen } from '../../src/web/listen.ts'
import { openApp } from '../../src/web/open-app.ts'

let server: Listening

beforeAll(async () => {
  const app = openApp({ words: detail })
  app.post('/echo', (request, reply) => reply.send({ got: request.body ?? null }))
  app.get('/bug', () => {
    throw new Error('a secret in a message')
  })
  app.get('/away', () => {
    throw Object.assign(new Error('x'), { code: 'database-unreachable' })
  })
  server = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
})

async function post(body: string) {
  const reply = await fetch(`${server.url}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: reply.status, body: await reply.json() }
}

test('twenty levels pass, as does an empty body with the header', async () => {
  expect((await post('['.repeat(20) + ']'.repeat(20))).status).toBe(200)
  expect(await post('')).toEqual({ status: 200, body: { got: null } })
})

test('a bug says nothing of itself, an absent database is 503', async () => {
  const bug = await fetch(`${server.url}/bug`)
  expect([bug.status, await bug.json()]).toEqual([500, { detail: detail.internal }])
  const away = await fetch(`${server.url}/away`)
  expect([away.status, await away.json()]).toEqual([503, { detail: detail.unavailable }])
})

test('a port that is taken is a failure with a cure', async () => {
  const port = Number(new URL(server.url).port)
  const second = listen(openApp({ words: detail }), { host: '127.0.0.1', port })
  await expect(second).rejects.toMatchObject({ code: 'configuration' })
})
