/** A console for an office: one https address, people only, and a proxy that may name them. */
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../src/cli/console.ts'
import { add } from '../../src/cli/people/people.ts'
import { openOutput } from '../../src/cli/output.ts'
import { readConfig } from '../../src/config.ts'
import { folderForFile } from '../support/for-file.ts'
import { freePort } from '../support/free-port.ts'
import { tokenIn } from './open-console.ts'

const ORIGIN = 'https://frota.example'
/** On a busy machine the first start loads everything. */
const STARTED_MS_MAX = 30_000
const PASSWORD = 'doze laranjas na janela'
const FROM_PROXY = { 'x-person': 'Ana Souza' }

const dir = await folderForFile('office')
let said = ''
const stopping = new AbortController()
let port: number
const ended: Promise<void>[] = []

/** `run` and `add` as the command line calls them. */
function called(words: string[], flags: Record<string, string>, env: Record<string, string> = {}) {
  const config = readConfig(
    {},
    { FROTA_DATA_DIR: join(dir, 'data'), FROTA_LOCALE: 'en', LOG_LEVEL: 'silent', ...env },
  )
  const write = (line: string): void => {
    said += line
  }
  const output = openOutput({ write }, { json: false, locale: 'en' })
  const exitWith = (): undefined => undefined
  return { name: 'test', words, flags, config, output, stop: stopping.signal, exitWith }
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

function ask(path: string, headers: Record<string, string> = {}, form?: URLSearchParams) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const method = form === undefined ? 'GET' : 'POST'
  const typed = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const all = { host: 'frota.example', ...typed, ...headers }
  const asked = request({ host: '127.0.0.1', port, path, method, headers: all }, (answer) => {
    const { statusCode: status = 0, headers: given } = answer
    text(answer).then((body) => resolve({ status, headers: given, body }), reject)
  })
  asked.on('error', reject)
  asked.end(form?.toString())
  return promise
}

const env = (proxy: string) => ({
  FROTA_CONSOLE_ORIGIN: ORIGIN,
  FROTA_CONSOLE_PERSON_HEADER: 'X-Person',
  FROTA_CONSOLE_PROXY: proxy,
})

async function start(proxy: string): Promise<void> {
  said = ''
  port = await freePort()
  ended.push(run(called([], { port: String(port) }, env(proxy))))
  await expect.poll(() => said, { timeout: STARTED_MS_MAX }).toContain(ORIGIN)
}

afterAll(async () => {
  stopping.abort()
  await Promise.all(ended)
})

test('it starts with people only, behind https only, and trusts no nameless proxy', async () => {
  const anywhere = run(called([], { port: '0', host: '0.0.0.0' }))
  await expect(anywhere).rejects.toMatchObject({ message: expect.stringContaining('without TLS') })
  const empty = run(called([], { port: '0' }, { FROTA_CONSOLE_ORIGIN: ORIGIN }))
  await expect(empty).rejects.toMatchObject({ message: expect.stringContaining('people add') })
  const half = run(called([], { port: '0' }, { FROTA_CONSOLE_PERSON_HEADER: 'X-Person' }))
  await expect(half).rejects.toMatchObject({ message: expect.stringContaining('together only') })
})

test('a person signs in at its address with a cookie for https, and their session is theirs', async () => {
  await add(called(['Ana Souza'], { role: 'manager' }, { FROTA_CONSOLE_ORIGIN: ORIGIN }))
  const link = new RegExp(`${ORIGIN}(/link/\\S+)`).exec(said)?.[1] ?? ''
  await start('127.0.0.1')
  expect(said).not.toContain('token')
  expect((await ask('/', { host: `127.0.0.1:${port}` })).status).toBe(421)
  const first = await ask('/debts?kind=ipva')
  expect(first.headers.location).toBe('/sign-in?next=%2Fdebts%3Fkind%3Dipva')
  const own = { origin: ORIGIN }
  const chosen = new URLSearchParams({ password: PASSWORD, again: PASSWORD })
  expect((await ask(link, own, chosen)).status).toBe(200)
  const typed = new URLSearchParams({ name: 'ana souza', password: PASSWORD })
  expect((await ask('/sign-in', { origin: 'https://evil.example' }, typed)).status).toBe(403)
  const signed = await ask('/sign-in', own, typed)
  const cookie = signed.headers['set-cookie']?.[0] ?? ''
  expect(cookie).toMatch(/^__Host-frota=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  const session = { cookie: cookie.split(';')[0] ?? '' }
  expect((await ask('/debts', session)).body).toContain('Ana Souza')
})

test('the proxy that is trusted names a person, who needs no password here', async () => {
  const page = await ask('/upload', FROM_PROXY)
  expect(page.status).toBe(200)
  expect(page.body).not.toContain('Sign out')
  const form = new URLSearchParams({ form_token: tokenIn(page.body), name: 'Eva', role: 'viewer' })
  const forbidden = await ask('/people', { ...FROM_PROXY, origin: ORIGIN }, form)
  expect(forbidden.body).toContain('Your role does not allow')
  await add(called(['José Ruiz'], { role: 'viewer' }))
  const accented = Buffer.from('José Ruiz', 'utf8').toString('latin1')
  expect((await ask('/upload', { 'x-person': accented })).status).toBe(200)
  for (const name of ['Eva', '']) {
    expect((await ask('/', { 'x-person': name })).headers.location).toBe('/sign-in')
  }
})

test('a header of anybody else names nobody', async () => {
  await start('127.0.0.2')
  expect((await ask('/', FROM_PROXY)).headers.location).toBe('/sign-in')
})
