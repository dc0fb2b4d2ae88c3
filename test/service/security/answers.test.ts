/** Every kind of answer of the service carries the same guards, and CORS goes by an exact list. */
import { describe, expect, test } from 'vitest'
import { openBench } from '../support/open-service.ts'
import { answersIn, credentials, sendRaw } from './raw-bytes.ts'
import { forFile } from '../../support/for-file.ts'

const ALLOWED = ['https://panel.example', 'http://localhost:5173']
const webLimits = {
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 1_500,
  connectionsCheckingIntervalMs: 50,
}

const bench = await forFile(
  openBench({
    corsOrigins: [...ALLOWED, '*', 'null', ''],
    webLimits,
    limits: { consultationsPerHour: 0, failedKeysPerMinute: 1_000 },
  }),
)

/** What may be kept, and how; every other answer may not. */
const KEPT: Record<string, string> = {
  '/docs': 'no-cache',
  '/docs.css': 'public, max-age=300',
  '/openapi.json': 'public, max-age=300',
}
/** What the policy of a page says; that of every other answer allows nothing. */
const POLICIES: Record<string, RegExp> = {
  '/docs': /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
  '/sandbox': /^default-src 'self'; .*object-src 'none'.*frame-ancestors 'none'/,
}

/** What each answer is asked for with, without its host and its credentials. */
const kinds: [number, string][] = [
  [200, 'GET /health HTTP/1.1\r\n'],
  [200, 'GET /api/v1/coverage HTTP/1.1\r\n'],
  [200, 'HEAD /api/v1/vehicles HTTP/1.1\r\n'],
  ...[...Object.keys(KEPT), '/sandbox'].map((path): [number, string] => [
    200,
    `GET ${path} HTTP/1.1\r\n`,
  ]),
  [204, 'OPTIONS /api/v1/vehicles HTTP/1.1\r\n'],
  [400, 'GET /api/v1/vehicles?page=0 HTTP/1.1\r\n'],
  [400, 'GET /%zz HTTP/1.1\r\n'],
  [400, `GET /api/v1/vehicles/${'x'.repeat(300)} HTTP/1.1\r\n`],
  [400, 'GET /health HTTP/1.1\r\nX-A : b\r\n'],
  [400, 'GET /health HTTP/1.1\r\nHost: y\r\n'],
  [401, 'GET /api/v1/coverage HTTP/1.1\r\nAuthorization: Bearer x\r\n'],
  [404, 'GET /nothing HTTP/1.1\r\n'],
  [404, 'GET /api/v1/orders/00000000-0000-4000-8000-000000000000 HTTP/1.1\r\n'],
  [
    408,
    'POST /api/v1/vehicles HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n',
  ],
  [
    413,
    'POST /api/v1/vehicles HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n',
  ],
  [415, 'POST /api/v1/vehicles HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n'],
  [417, 'POST /api/v1/vehicles HTTP/1.1\r\nExpect: 200-ok\r\nContent-Length: 0\r\n'],
  [431, `GET /health HTTP/1.1\r\nX-A: ${'b'.repeat(20_000)}\r\n`],
]

test.each(kinds)('a %i carries the guards: %s', async (status, head) => {
  const own = head.includes('Authorization') ? '' : credentials(bench.own)
  const bytes = `${head}Host: x\r\n${own}Connection: close\r\n\r\n`
  const text = await sendRaw(bench.url, bytes)
  // HEAD tells the length of a body that it does not send.
  const isHead = head.startsWith('HEAD')
  const [answer] = answersIn(isHead ? text.replace(/content-length: \d+\r\n/i, '') : text)
  expect(answer?.status).toBe(status)
  const header = (name: string): string | undefined => answer?.headers.get(name)
  expect(header('x-content-type-options')).toBe('nosniff')
  expect(header('x-frame-options')).toBe('DENY')
  expect(header('referrer-policy')).toBe('no-referrer')
  expect(header('cross-origin-opener-policy')).toBe('same-origin')
  const path = head.split(' ')[1] ?? ''
  expect(header('cache-control')).toBe(KEPT[path] ?? 'no-store')
  expect(header('content-security-policy')).toMatch(
    POLICIES[path] ?? /^default-src 'none'; frame-ancestors 'none'$/,
  )
  expect(header('server')).toBeUndefined()
  expect(header('x-powered-by')).toBeUndefined()
  const detail = /^\{"detail":"[^"]+"\}$/.test(answer?.body ?? '')
  expect(detail).toBe(status >= 400)
})

test('429 and its wait carry them as well', async () => {
  const path = '/api/v1/vehicles/00000000-0000-4000-8000-000000000000/consultations'
  const answer = await bench.send('POST', path)
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([429, 'nosniff'])
})

const strangers = [
  'https://evil.example',
  'null',
  '*',
  'https://panel.example.evil.example',
  'https://evil-panel.example',
  'https://sub.panel.example',
  'http://panel.example',
  'https://panel.example:443',
  'https://panel.example:8443',
  'https://panel.example/',
  'https://PANEL.example',
  'https://panel.example, https://evil.example',
  'http://localhost',
  'http://localhost:5174',
  'http://127.0.0.1:5173',
  'file://',
  'chrome-extension://a',
  '',
]

describe.each(['GET', 'OPTIONS'])('%s from a browser', (method) => {
  test.each(strangers)('of the origin "%s" gets no leave', async (origin) => {
    for (const path of ['/api/v1/vehicles', '/health', '/nothing', '/sandbox']) {
      const { headers } = await bench.send(method, path, { headers: { origin } })
      const granted = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect([path, granted, headers.get('vary')?.split(', ')[0]]).toEqual([path, [], 'Origin'])
    }
  })

  test.each(ALLOWED)('of %s is answered to it alone, without credentials', async (o) => {
    for (const path of ['/api/v1/vehicles', '/health', '/openapi.json', '/nothing']) {
      const { headers } = await bench.send(method, path, { headers: { origin: o } })
      expect(headers.get('access-control-allow-origin')).toBe(o)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).toMatch(/^Origin(, Accept-Encoding)?$/)
      const asked = method === 'OPTIONS' ? 'GET, POST, PATCH, DELETE' : null
      expect(headers.get('access-control-allow-methods')).toBe(asked)
      expect(headers.get('access-control-max-age')).toBe(asked === null ? null : '600')
    }
  })
})

test('an error and a refusal of the parser tell an allowed origin no more than others', async () => {
  const [origin = ''] = ALLOWED
  const denied = await bench.send('GET', '/api/v1/vehicles', {
    headers: { origin, 'x-api-key': undefined },
  })
  // The page can read why it was refused.
  expect([denied.status, denied.headers.get('access-control-allow-origin')]).toEqual([401, origin])
  const text = await sendRaw(
    bench.url,
    `GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nX :\r\n\r\n`,
  )
  expect(answersIn(text)[0]?.headers.has('access-control-allow-origin')).toBe(false)
})
