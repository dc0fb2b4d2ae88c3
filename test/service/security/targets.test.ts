/** Where a request may lead, and where an answer may point: nowhere but to what is there. */
import { describe, expect, test } from 'vitest'
import { register } from '../support/fleet.ts'
import { openBench } from '../support/open-service.ts'
import { answersIn, credentials, sendRaw } from './raw-bytes.ts'
import { forFile } from '../../support/for-file.ts'

const CLOSE = 'Connection: close\r\n'

const bench = await forFile(openBench())
for (const number of [1, 2, 3]) await register(bench, number)

const STEPS = String.raw`
  ..  ../..  ../../package.json  ..%2fpackage.json  %2e%2e/package.json  .%2e/x
  %2e%2e%2fpackage.json  ..%5cpackage.json  ..\package.json  ..%c0%afpackage.json
  %252e%252e%252fpackage.json  ..;/package.json  ....//package.json  %00  x%00.js
  ..%00/package.json  /etc/passwd  %2fetc%2fpasswd  \etc\passwd  C:\x  %5c%5ch%5cs
  file:///etc/passwd  main.ts  ../mount-sandbox.ts  .  ./  %2e  %2f  //  ~  *  .git/config
  .env  node_modules/pino/package.json  %20  %0d%0aX-A:%20b  ..%ff  main.js.map  %6dain.ts
`
  .split(/\s+/)
  .filter(Boolean)

test.each(['/docs', '/sandbox', '/openapi.json', '/health', '', '/api/v1/vehicles'])(
  'no path beside %s leads to a file, or anywhere but to what is there',
  async (base) => {
    for (const step of STEPS) {
      const head = `GET ${base}/${step} HTTP/1.1\r\nHost: x\r\n${CLOSE}`
      const [answer] = answersIn(await sendRaw(bench.url, `${head}\r\n`))
      expect([step, answer?.status]).toEqual([step, expect.toBeOneOf([400, 401, 404])])
      expect(answer?.body).toMatch(/^\{"detail":"[^"]+"\}$/)
      expect(answer?.headers.has('x-a')).toBe(false)
      expect(answer?.headers.has('location')).toBe(false)
    }
  },
)

describe('the address of a next page', () => {
  const nextOf = async (url: string, target: string, host: string): Promise<unknown> => {
    const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${credentials(bench.own)}${CLOSE}`
    const [answer] = answersIn(await sendRaw(url, `${head}\r\n`))
    return answer?.status === 200 ? JSON.parse(answer.body).next : answer?.status
  }
  const LIST = '/api/v1/vehicles?page_size=1'
  const odd = [
    'a b',
    'evil.example/path',
    'user@evil.example',
    'x?y',
    'x#y',
    'x:99999',
    'x:y',
    '"><script>',
    'é',
    '[::1',
    '::1',
    'x\\y',
    '%00',
    'x,y',
    'x'.repeat(256),
  ]

  test.each(odd)('echoes no host like %s', async (host) => {
    const next = await nextOf(bench.url, LIST, host)
    expect(next).toBe('http://localhost/api/v1/vehicles?page_size=1&page=2')
  })

  test('is where the caller came to, and the configured address goes before that', async () => {
    expect(await nextOf(bench.url, LIST, 'a.example:8080')).toMatch(
      /^http:\/\/a\.example:8080\/api/,
    )
    await using fixed = await bench.again({ publicBaseUrl: 'https://api.example' })
    for (const host of ['evil.example', ...odd]) {
      expect(await nextOf(fixed.url, LIST, host)).toBe(
        'https://api.example/api/v1/vehicles?page_size=1&page=2',
      )
    }
  })

  test('is not led elsewhere by a target that names a host, or by forwarding headers', async () => {
    await using fixed = await bench.again({ publicBaseUrl: 'https://api.example' })
    for (const scheme of ['http', 'https', 'HTTP']) {
      const target = `${scheme}://evil.example${LIST}`
      const next = await nextOf(bench.url, target, 'x')
      expect([404, 'http://x/api/v1/vehicles?page_size=1&page=2']).toContain(next)
      const own = await nextOf(fixed.url, target, 'x')
      expect([404, 'https://api.example/api/v1/vehicles?page_size=1&page=2']).toContain(own)
    }
    const forwarded = 'x\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example'
    expect(await nextOf(bench.url, LIST, forwarded)).toMatch(/^http:\/\/x\/api/)
  })
})

test('no page and no document shows a host that is no host', async () => {
  for (const path of ['/openapi.json', '/docs', '/sandbox', '/docs?lang=%22%3E%3Cscript%3E']) {
    const head = `GET ${path} HTTP/1.1\r\nHost: "><script>alert(1)</script>\r\n${CLOSE}`
    const [answer] = answersIn(await sendRaw(bench.url, `${head}\r\n`))
    expect(answer?.status).toBe(200)
    expect(answer?.body).not.toContain('<script>')
  }
})
