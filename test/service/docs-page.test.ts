/** The page at /docs, the script that it loads, and the commands that it shows. */
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { curlCommand } from '../../src/service/pages/curl-command.ts'
import { languageOf } from '../../src/service/language/language-of.ts'
import { serviceDocument } from '../../src/service/pages/service-document.ts'
import { openBench } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench())

const document = serviceDocument({ publicBaseUrl: 'https://debitos.test' })
/** What one reader loads over the wire; 1.41 MB with the version of package.json. */
const SCRIPT_BYTES_MAX = 1_600_000

async function docs(path = '/docs', language?: string) {
  const headers = {
    'x-api-key': undefined,
    'x-account-id': undefined,
    'accept-language': language,
  }
  return await bench.send('GET', path, { headers })
}

test('the page at /docs is public, has no inline script and loads nothing from elsewhere', async () => {
  const page = await docs()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('vary')).toBe('Accept-Language')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src-elem 'self' 'sha256-/)
  expect(policy.split('; ').filter((each) => each.includes('unsafe'))).toEqual([
    "style-src-attr 'unsafe-inline'",
  ])
  expect(policy).not.toMatch(/https?:|data:|blob:|[*]/)
  expect(page.text).not.toMatch(/<script>|style="| on\w+="/)
  const addresses = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, each]) => each)
  expect(addresses).toEqual([
    '/sandbox/sandbox.svg',
    '/docs.css',
    '/openapi.json',
    '/sandbox',
    '/docs?lang=en',
    expect.stringMatching(/^\/docs\/scalar-[0-9a-f]{16}\.js$/),
  ])
  expect((await docs('/docs.css')).text).not.toMatch(/@import|url\(/)
})

async function scriptPath(): Promise<string> {
  return /src="([^"]+)"/.exec((await docs()).text)?.[1] ?? ''
}

test('the script of /docs is kept for a year, compressed, and asked for again by its tag', async () => {
  const path = await scriptPath()
  const fetched = async (headers: Record<string, string>) =>
    await fetch(bench.url + path, { headers })
  const plain = await fetched({ 'accept-encoding': 'identity' })
  expect(plain.status).toBe(200)
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const packed = await fetched({ 'accept-encoding': 'gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(SCRIPT_BYTES_MAX)
  expect(await packed.text()).toBe(await plain.text())
  const again = await fetched({ 'if-none-match': plain.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a script of another version is 404 instead of this one under its name', async () => {
  const other = await docs('/docs/scalar-0000000000000000.js')
  expect([other.status, Object.keys(other.body)]).toEqual([404, ['detail']])
  expect(other.headers.get('cache-control')).toBe('no-store')
})

test('every operation of the document has a command with its method and address', () => {
  for (const { path, method, id } of Object.values<Operation>(api)) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    const samples = operation?.['x-codeSamples'] ?? []
    expect([id, samples.map(({ lang, label }) => `${lang} ${label}`)]).toEqual([id, ['Shell curl']])
    const start = path.split('{')[0] ?? ''
    const verb = method === 'GET' ? '' : `-X ${method} `
    expect(samples[0]?.source).toContain(`curl ${verb}'https://debitos.test${start}`)
  }
})

test('the page at /docs is Portuguese unless English is asked for', async () => {
  expect((await docs()).text).toContain('<html lang="pt-BR">')
  expect((await docs()).text).toContain('Documentação da API')
  expect((await docs('/docs?lang=en')).text).toContain('API documentation')
  expect((await docs('/docs', 'en-US,en;q=0.9')).text).toContain('<html lang="en">')
  expect((await docs('/docs?lang=pt', 'en-US')).text).toContain('<html lang="pt-BR">')
})

test('a browser is answered in the language that it ranks higher', () => {
  expect(languageOf(undefined, 'pt-BR,pt;q=0.9,en;q=0.8')).toBe('pt')
  expect(languageOf(undefined, 'en;q=0.4, pt;q=0.5')).toBe('pt')
  expect(languageOf(undefined, 'de-DE,en;q=0.7')).toBe('en')
  expect(languageOf(undefined, 'en;q=0')).toBe('pt')
  expect(languageOf(undefined, 'de')).toBe('pt')
  expect(languageOf(undefined, 'pt ;q=0.4, EN-gb ;q=0.5')).toBe('en')
  // Middle English and Patep begin alike and are neither.
  expect(languageOf(undefined, 'enm,pt;q=0.5')).toBe('pt')
  expect(languageOf(undefined, 'ptp,en;q=0.5')).toBe('en')
  expect(languageOf(undefined, ';;,,q=')).toBe('pt')
  expect(languageOf(['en', 'pt'], undefined)).toBe('pt')
  expect(languageOf('fr', 'en')).toBe('en')
})

test('a command is quoted for a shell, and holds no key', () => {
  const post = document.paths['/api/v1/vehicles']?.['post']
  if (post === undefined) throw new Error('there is no such operation')
  const media = { schema: {}, examples: { odd: { value: { nickname: "D'Ávila $HOME `x`" } } } }
  const odd = { ...post, requestBody: { required: true, content: { 'application/json': media } } }
  const command = curlCommand(document, '/api/v1/vehicles', 'post', odd as typeof post)
  expect(command).toBe(
    [
      "curl -X POST 'https://debitos.test/api/v1/vehicles'",
      '-H "X-Api-Key: $API_KEY"',
      "-H 'X-Account-Id: 7d0e4a52-3c1b-4f8e-9a66-2b9d1f0c5e31'",
      "-H 'Content-Type: application/json'",
      String.raw`-d '{"nickname":"D'\''Ávila $HOME ${'`x`'}"}'`,
    ].join(' \\\n  '),
  )
})
