/** What a partner's program and its operator see around each reply: ids, limits, methods, log lines. */
import { get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { detail } from '../../../src/contract/problem.ts'
import { openLog } from '../../../src/log.ts'
import { newVehicle, register } from '../support/fleet.ts'
import { MINUTE_MS, openBench } from '../support/open-service.ts'
import { forFile } from '../../support/for-file.ts'

const ID = 'partner-0001.a:b'

let logged = ''
const lines = new PassThrough()
lines.setEncoding('utf8').on('data', (text: string) => (logged += text))
const bench = await forFile(openBench({ limits: {}, log: openLog('info', lines) }))

const lastLine = (): Record<string, unknown> => JSON.parse(logged.trim().split('\n').at(-1) ?? '')

test('a reply bears the id of its request, and an id that could be anything gets a new one', async () => {
  const asked = async (id?: string) => {
    const headers = { 'x-request-id': id }
    return (await bench.send('GET', '/api/v1/coverage', { headers })).headers.get('x-request-id')
  }
  expect(await asked(ID)).toBe(ID)
  for (const odd of [undefined, 'short', 'x'.repeat(65), 'with a space in', '"quoted-text"']) {
    expect(await asked(odd)).toMatch(/^[0-9a-f-]{36}$/)
  }
  const missing = await bench.send('GET', '/nowhere', { headers: { 'x-request-id': ID } })
  expect([missing.status, missing.headers.get('x-request-id')]).toEqual([404, ID])
})

test('each request leaves one line with who asked and what refused it, and no value', async () => {
  const vehicle = newVehicle(40)
  const headers = { 'x-request-id': ID }
  await bench.send('POST', '/api/v1/vehicles', { headers, body: vehicle })
  const { apiKey, accountId } = bench.own
  expect(lastLine()).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: ID,
    method: 'POST',
    route: '/api/v1/vehicles',
    status: 201,
    durationMs: expect.any(Number),
    key: apiKey.slice(0, 12),
    account: accountId,
    msg: 'request',
  })
  const refusals = [
    ['GET', `/api/v1/vehicles?q=${vehicle.plate}`, { 'x-api-key': 'svc_live_wrong' }, 401, 'key'],
    ['GET', '/api/v1/vehicles', { 'x-account-id': bench.random.uuid() }, 403, 'account'],
    ['GET', `/api/v1/vehicles/${bench.random.uuid()}`, {}, 404, 'missing'],
    ['GET', '/api/v1/vehicles?colour=red', {}, 400, 'form'],
  ] as const
  for (const [method, path, more, status, refused] of refusals) {
    await bench.send(method, path, { headers: more })
    expect(lastLine()).toMatchObject({ status, refused, route: expect.not.stringContaining('?') })
  }
  for (const secret of [apiKey, vehicle.plate, vehicle.renavam, vehicle.owner_document, 'red']) {
    expect(logged).not.toContain(secret)
  }
})

test('limited calls tell what is left and until when, and a read of both takes nothing', async () => {
  const as = await bench.tenant('limited')
  const path = `/api/v1/vehicles/${await register(bench, 41, as)}/consultations`
  const first = await bench.send('POST', path, { as })
  expect(first.headers.get('ratelimit-policy')).toBe('"consultations";q=20;w=3600')
  expect(first.headers.get('ratelimit')).toBe('"consultations";r=19;t=3600')
  bench.clock.step(10 * MINUTE_MS)
  for (let each = 1; each < 20; each++) await bench.send('POST', path, { as })
  const full = await bench.send('POST', path, { as })
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '3000'])
  expect(full.headers.get('ratelimit')).toBe('"consultations";r=0;t=3000')
  expect(lastLine()).toMatchObject({ status: 429, refused: 'quota' })
  const read = await bench.send('GET', api.limits.path, { as })
  expect(read.body['budgets']).toEqual([
    {
      name: 'consultations',
      limit: 20,
      window: 'rolling',
      window_seconds: 3600,
      used: 20,
      free: 0,
      next_free_at: new Date(bench.clock.now() + 50 * MINUTE_MS).toISOString(),
    },
    expect.objectContaining({ name: 'orders', used: 0, free: 30, next_free_at: null }),
  ])
  expect((await bench.send('GET', api.limits.path, { as })).body).toEqual(read.body)
})

test('another window tells its own end', async () => {
  for (const [windowKind, next] of [
    ['fixed', 60 * MINUTE_MS - (bench.clock.now() % (60 * MINUTE_MS))],
    ['bucket', 3 * MINUTE_MS],
  ] as const) {
    await using other = await bench.again({ limits: { windowKind } })
    const as = await bench.tenant(windowKind)
    const path = `/api/v1/vehicles/${await register(bench, 42, as)}/consultations`
    const answer = await bench.send('POST', path, { as, url: other.url })
    expect(answer.headers.get('ratelimit')).toBe(`"consultations";r=19;t=${Math.ceil(next / 1000)}`)
  }
})

test('a known address says which methods it has, and an unknown one is 404', async () => {
  for (const [method, path, allow] of [
    ['DELETE', '/api/v1/orders', 'GET, HEAD, POST'],
    ['POST', `/api/v1/vehicles/${bench.random.uuid()}`, 'DELETE, GET, HEAD, PATCH'],
    ['PUT', '/health?x=1', 'GET, HEAD'],
    ['POST', '/docs', 'GET, HEAD'],
    ['DELETE', '/openapi.json', 'GET, HEAD'],
  ] as const) {
    const answer = await bench.send(method, path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(answer.body).toEqual({ detail: detail.methodWrong })
  }
  expect((await bench.send('DELETE', '/api/v2/orders')).status).toBe(404)
})

test('a call without a right key is told which kind of key to send', async () => {
  const answer = await bench.send('GET', '/api/v1/coverage', {
    headers: { 'x-api-key': undefined },
  })
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="frota"',
  ])
})

test('a slash at the end changes nothing, and HEAD answers like GET without a body', async () => {
  const plain = await bench.send('GET', '/api/v1/vehicles')
  expect((await bench.send('GET', '/api/v1/vehicles/')).body['count']).toBe(plain.body['count'])
  expect((await bench.send('POST', '/api/v1/vehicles/', { body: newVehicle(43) })).status).toBe(201)
  for (const path of ['/health', '/api/v1/vehicles', '/api/v1/coverage', '/', '/openapi.json']) {
    const head = await bench.send('HEAD', path)
    expect([head.status, head.text]).toEqual([200, ''])
  }
  const denied = await bench.send('HEAD', '/api/v1/vehicles', { headers: { 'x-api-key': 'x' } })
  expect(denied.status).toBe(401)
})

test('a long reply is compressed for whoever takes it, and reads the same', async () => {
  const ask = async (accepted: string) => {
    const headers = { 'x-api-key': bench.own.apiKey, 'accept-encoding': accepted }
    const reply = await new Promise<IncomingMessage>((resolve) => {
      get(`${bench.url}/api/v1/coverage`, { headers }, resolve)
    })
    const bytes = Buffer.concat(await reply.toArray())
    return { encoding: String(reply.headers['content-encoding']), bytes }
  }
  const plain = await ask('identity')
  const small = await ask('br;q=0.9, gzip')
  expect([plain.encoding, small.encoding]).toEqual(['undefined', 'gzip'])
  expect(gunzipSync(small.bytes)).toEqual(plain.bytes)
  expect(small.bytes.length * 3).toBeLessThan(plain.bytes.length)
  expect((await ask('gzip;q=0')).encoding).toBe('undefined')
  const health = await bench.send('GET', '/health')
  expect(health.headers.get('content-encoding')).toBeNull()
})

test('the first page leads to documentation, sandbox and state, in the reader’s language', async () => {
  const page = await bench.send('GET', '/')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  for (const path of ['/docs', '/sandbox', '/openapi.json', '/health']) {
    expect(page.text).toContain(`href="${path}"`)
    expect((await bench.send('GET', path)).status).toBe(200)
  }
  expect(page.text).toContain('Documentação da API')
  const english = await bench.send('GET', '/', { headers: { 'accept-language': 'en-US' } })
  expect(english.text).toContain('API documentation')
})
