/** The page at /docs: all of the document, in two languages, with every text escaped. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { OpenApiDocument } from '../../src/contract/openapi/document-shape.ts'
import { curlCommand } from '../../src/service/pages/curl-command.ts'
import { docsPage } from '../../src/service/pages/docs-page.ts'
import { languageOf } from '../../src/service/pages/docs-texts.ts'
import { markdown } from '../../src/service/pages/markdown.ts'
import { serviceDocument } from '../../src/service/pages/service-document.ts'
import { type Bench, openBench } from './support/open-service.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
})

const document = serviceDocument({ publicBaseUrl: 'https://debitos.test' })

async function docs(path = '/docs', language?: string) {
  const headers = {
    'x-api-key': undefined,
    'x-account-id': undefined,
    'accept-language': language,
  }
  return await bench.send('GET', path, { headers })
}

test('the page is public, runs nothing and loads nothing from elsewhere', async () => {
  const page = await docs()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(page.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(page.headers.get('cache-control')).toBe('public, max-age=300')
  expect(page.headers.get('vary')).toBe('Accept-Language')
  expect(page.text).not.toMatch(/<script|style="| on\w+="|src="|@import|url\(/)
  const links = [...page.text.matchAll(/href="([^"#]+)"/g)].map((match) => match[1])
  const own = new Set(['/docs.css', '/docs?lang=en', '/openapi.json', '/sandbox'])
  expect(new Set(links)).toEqual(own)
  const style = await docs('/docs.css')
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(style.text).not.toMatch(/@import|url\(/)
})

test('every operation is there with its route, its statuses and a command', () => {
  const page = docsPage(document, 'en')
  for (const operation of Object.values<Operation>(api)) {
    const start = page.indexOf(`id="operation-${operation.id}"`)
    expect(start).toBeGreaterThan(0)
    const section = page.slice(start, page.indexOf('</section>', start))
    expect(section).toContain(`<code>${operation.path}</code>`)
    expect(section).toContain('<code>curl ')
    const fields = Object.keys({
      ...Object(operation.query).properties,
      ...Object(operation.body).properties,
    })
    for (const name of [...fields, ...(operation.account ? ['X-Account-Id'] : [])]) {
      expect(section).toContain(`<code class="name">${name}</code>`)
    }
    for (const status of Object.keys(operation.replies)) expect(section).toContain(`>${status}<`)
  }
})

test('every link within the page leads somewhere, and no id stands twice', () => {
  const page = docsPage(document, 'pt')
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
  expect(new Set(ids).size).toBe(ids.length)
  expect(links.filter((link) => !ids.includes(link))).toEqual([])
})

test('the words around the document are Portuguese unless English is asked for', async () => {
  expect((await docs()).text).toContain('<html lang="pt-BR">')
  expect((await docs()).text).toContain('Corpo da requisição')
  expect((await docs('/docs?lang=en')).text).toContain('Request body')
  expect((await docs('/docs', 'en-US,en;q=0.9')).text).toContain('<html lang="en">')
  expect((await docs('/docs?lang=pt', 'en-US')).text).toContain('<html lang="pt-BR">')
})

test('a browser is answered in the language that it ranks higher', () => {
  expect(languageOf(undefined, 'pt-BR,pt;q=0.9,en;q=0.8')).toBe('pt')
  expect(languageOf(undefined, 'en;q=0.4, pt;q=0.5')).toBe('pt')
  expect(languageOf(undefined, 'de-DE,en;q=0.7')).toBe('en')
  expect(languageOf(undefined, 'en;q=0')).toBe('pt')
  expect(languageOf(undefined, 'de')).toBe('pt')
  expect(languageOf(undefined, ';;,,q=')).toBe('pt')
  expect(languageOf(['en', 'pt'], undefined)).toBe('pt')
  expect(languageOf('fr', 'en')).toBe('en')
})

const HOSTILE = `"'\`><script>alert(1)</script><img src=x onerror=alert(1)>&amp;</code></pre>`

/** Every text and every name of the document, spoiled; only what the page follows stays. */
function spoiled(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    return ['$ref', 'in'].includes(key) ? value : `${value}${HOSTILE}`
  }
  if (Array.isArray(value)) return key === 'tags' ? value : value.map((each) => spoiled(each))
  if (typeof value !== 'object' || value === null) return value
  const isNamed = ['properties', 'examples', 'paths'].includes(key)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      isNamed ? `${name}${HOSTILE}` : name,
      spoiled(each, name),
    ]),
  )
}

test('no text of a document becomes markup, wherever it stands', () => {
  const hostile = spoiled(document) as OpenApiDocument
  const tagsOf = (page: string) => new Set([...page.matchAll(/<\/?([^\s>]*)/g)].map((m) => m[1]))
  const page = docsPage({ ...hostile, tags: document.tags }, 'pt')
  expect(page.split('&#60;script&#62;alert(1)').length).toBeGreaterThan(1_000)
  expect(tagsOf(page)).toEqual(tagsOf(docsPage(document, 'pt')))
  const attributes = [...page.matchAll(/<[a-z]\w*((?:\s+[\w-]+(?:="[^"<>]*")?)*)\s*\/?>/g)]
  expect(attributes).toHaveLength([...page.matchAll(/<[a-z]/g)].length)
  const names = attributes.map(([, all = '']) => all.replaceAll(/="[^"]*"/g, ''))
  expect(names.filter((all) => /\b(on\w+|style|src)\b/.test(all))).toEqual([])
})

test('the little Markdown of the descriptions makes no other markup', () => {
  expect(markdown('## A `b`\n\n- one\n  more\n- **two**\n\n1. x\n\nlast <b>').text).toBe(
    '<h3>A <code>b</code></h3><ul><li>one more</li><li><strong>two</strong></li></ul>' +
      '<ol><li>x</li></ol><p>last &#60;b&#62;</p>',
  )
  expect(markdown('[x](javascript:alert(1)) ![x](y)').text).not.toContain('<a')
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
