/** What a hostile or clumsy caller meets before any handler: bounds, forms, headers, origins. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { type Listening, listen } from '../../src/web/listen.ts'
import { openApp } from '../../src/web/open-app.ts'

const ORIGIN = 'https://panel.example'
let server: Listening

beforeAll(async () => {
  const app = openApp({
    words: detail,
    corsOrigins: [ORIGIN, '*', 'null'],
    limits: {
      requestTimeoutMs: 300,
      headersTimeoutMs: 200,
      connectionsCheckingIntervalMs: 50,
      bodyBytesMax: 1_000,
    },
  })
  app.post('/echo', (request, reply) => reply.send({ got: request.body ?? null }))
  app.get('/ok', (_request, reply) => reply.send({ ok: true }))
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

async function post(body: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${server.url}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: reply.status, body: await reply.json() }
}

test.each([
  ['not JSON', '{"a":', 400, detail.bodyInvalid],
  ['a prototype', '{"__proto__":{"x":1}}', 400, detail.bodyInvalid],
  ['a constructor', '{"constructor":{"prototype":{"x":1}}}', 400, detail.bodyInvalid],
  ['21 levels', '['.repeat(21) + ']'.repeat(21), 400, detail.bodyInvalid],
  ['too many bytes', JSON.stringify('x'.repeat(1_001)), 413, detail.bodyTooLarge],
])('a body of %s is refused in the one shape', async (_what, body, status, words) => {
  expect(await post(body)).toEqual({ status, body: { detail: words } })
})

test('twenty levels pass, as does an empty body with the header', async () => {
  expect((await post('['.repeat(20) + ']'.repeat(20))).status).toBe(200)
  expect(await post('')).toEqual({ status: 200, body: { got: null } })
})

test('another media type is 415, an unknown route 404, a bad escape 400', async () => {
  expect(await post('a=1', { 'content-type': 'text/plain' })).toEqual({
    status: 415,
    body: { detail: detail.mediaTypeUnsupported },
  })
  const missing = await fetch(`${server.url}/nothing`)
  expect([missing.status, await missing.json()]).toEqual([404, { detail: detail.routeMissing }])
  const escaped = await raw('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(escaped).toContain(' 400 ')
  expect(escaped).toContain(JSON.stringify({ detail: detail.requestInvalid }))
})

test('a bug says nothing of itself, an absent database is 503', async () => {
  const bug = await fetch(`${server.url}/bug`)
  expect([bug.status, await bug.json()]).toEqual([500, { detail: detail.internal }])
  const away = await fetch(`${server.url}/away`)
  expect([away.status, await away.json()]).toEqual([503, { detail: detail.unavailable }])
})

test('every answer forbids sniffing, framing and storing', async () => {
  for (const path of ['/ok', '/nothing', '/bug']) {
    const { headers } = await fetch(server.url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('only a listed origin may call from a browser, and never with credentials', async () => {
  for (const origin of [ORIGIN, 'https://evil.example', 'null', `${ORIGIN}.evil.example`]) {
    const isListed = origin === ORIGIN
    const plain = await fetch(`${server.url}/ok`, { headers: { origin } })
    expect(plain.headers.get('access-control-allow-origin')).toBe(isListed ? origin : null)
    expect(plain.headers.get('vary')).toContain('Origin')
    expect(plain.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await fetch(`${server.url}/echo`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods') !== null).toBe(isListed)
    expect(preflight.headers.get('access-control-max-age')).toBe(isListed ? '600' : null)
  }
})

test('a port that is taken is a failure with a cure', async () => {
  const port = Number(new URL(server.url).port)
  const second = listen(openApp({ words: detail }), { host: '127.0.0.1', port })
  await expect(second).rejects.toMatchObject({ code: 'configuration' })
})

/** Sends bytes and resolves with everything that came back once the server closed. */
function raw(bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let got = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    got += chunk
  })
  socket.on('close', () => resolve(got))
  socket.on('error', reject)
  socket.write(bytes)
  return promise
}
