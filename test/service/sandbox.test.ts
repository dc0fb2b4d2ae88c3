/** The sandbox as the server sends it: public, closed to others, and made of files that exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/source-files.ts'
import { openBench } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench({ publicBaseUrl: 'https://api.example.com/"><script>' }))

const FOLDER = join(root, 'src/service/sandbox/browser')
const FILES = readdirSync(FOLDER)
const scripts = FILES.filter((name) => name.endsWith('.js'))

async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const reply = await fetch(bench.url + path, { headers })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

test('the page is public, in Portuguese, and in English for who asks or prefers it', async () => {
  const page = await get('/sandbox')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.text).toContain('<html lang="pt-BR">')
  expect((await get('/sandbox?lang=en')).text).toContain('<html lang="en">')
  expect((await get('/sandbox?lang=<script>')).text).toContain('<html lang="pt-BR">')
  const english = await get('/sandbox', { 'accept-language': 'en-GB,pt;q=0.4' })
  expect(english.text).toContain('<html lang="en">')
  expect(english.headers.get('vary')).toContain('Accept-Language')
  const asked = await get('/sandbox?lang=pt', { 'accept-language': 'en' })
  expect(asked.text).toContain('<html lang="pt-BR">')
})

test('the page may call any service and do nothing else', async () => {
  const { headers } = await get('/sandbox')
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain('connect-src http: https:')
  expect(policy).toContain("form-action 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const api = await get('/health')
  expect(api.headers.get('content-security-policy')).not.toContain('connect-src')
})

test('nothing of the page is inline, and configured addresses stay texts', async () => {
  const { text } = await get('/sandbox')
  expect(text.match(/<script/g)).toHaveLength(1)
  expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=/)
  expect(text).toContain('https://api.example.com/&#34;&#62;&#60;script&#62;')
})

test('no control has a name or a store that could carry a secret into an address', async () => {
  const { text } = await get('/sandbox')
  const controls = [...text.matchAll(/<(?:input|select)[^>]*>/g)].map(([tag]) => tag)
  const named = controls.filter((tag) => /\sname=/.test(tag))
  expect(named.every((tag) => tag.includes('type="radio"'))).toBe(true)
  const secret = controls.filter((tag) => /id="(api-key|account|card-)/.test(tag))
  expect(secret).toHaveLength(7)
  expect(secret.every((tag) => tag.includes('autocomplete="off"'))).toBe(true)
})

test('each file is served under its fixed path, and nothing beside them', async () => {
  for (const name of scripts) {
    const { status, headers, text } = await get(`/sandbox/${name}`)
    expect([name, status]).toEqual([name, 200])
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(text).toBe(readFileSync(join(FOLDER, name), 'utf8'))
  }
  for (const path of ['/sandbox/tsconfig.json', '/sandbox/..%2fsandbox-page.ts']) {
    expect((await get(path)).status).toBe(404)
  }
})

test('the script imports nothing but itself, and makes no markup out of texts', () => {
  for (const name of scripts) {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    const imported = [...text.matchAll(/^import .*from '(.*)'/gm)].map((match) => match[1] ?? '')
    expect(imported.filter((each) => !scripts.includes(each.replace('./', '')))).toEqual([])
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/)
    expect(text).not.toMatch(/localStorage|sessionStorage|document\.cookie|indexedDB/)
  }
})
