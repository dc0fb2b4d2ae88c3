/** Who gets in, from where, and what no path can reach. */
import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAfterRun } from './after-run.ts'
import { rawGet } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const pages = await forFile(openAfterRun())
const own = { cookie: pages.cookie, host: `127.0.0.1:${pages.port}` }

test.each(['/', '/runs', '/runs/1', '/runs/1/files/debts.csv', '/runs/current/events', '/nothing'])(
  'without the session %s is refused',
  async (path) => {
    for (const cookie of ['', `frota_console_${pages.port}=guess`]) {
      const answer = await rawGet(pages, path, { ...own, cookie })
      expect(answer.status).toBe(401)
      expect(answer.body).toContain('Open the whole address')
    }
  },
)

test('a wrong token opens no session, and the right one stays in this browser', async () => {
  const wrong = await fetch(`${pages.origin}/?token=guess`, { redirect: 'manual' })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('set-cookie')).toBeNull()
  const right = await fetch(pages.url, { redirect: 'manual' })
  expect(right.status).toBe(303)
  expect(right.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
})

test('only this machine by its own names is answered', async () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const answer = await rawGet(pages, '/runs', { ...own, host: `${host}:${pages.port}` })
    expect(answer.status).toBe(200)
  }
  const foreign = ['evil.example', `evil.example:${pages.port}`, '127.0.0.1', '127.0.0.1:1']
  for (const host of foreign) {
    for (const path of ['/', '/runs/1/files/debts.csv', '/console.css', `/?${pages.url}`]) {
      const answer = await rawGet(pages, path, { ...own, host })
      expect(answer.status).toBe(421)
    }
  }
})

test('a form without the token, or from another site, changes nothing', async () => {
  const before = await readdir(join(pages.dataDir, 'drafts'))
  const file = new Blob(['placa;renavam;uf;cpf_cnpj\n'])
  const form = (token?: string): FormData => {
    const filled = new FormData()
    if (token !== undefined) filled.set('form_token', token)
    filled.set('file', file, 'a.csv')
    return filled
  }
  const token = pages.formToken
  const { cookie } = pages
  const same = { cookie, 'sec-fetch-site': 'same-origin' }
  expect((await pages.post('/uploads', form(), same)).status).toBe(403)
  const old = await pages.post('/uploads', form('of another session'), same)
  expect(old.status).toBe(403)
  expect(await old.text()).toContain('your session is another one since this page was opened')
  for (const site of ['cross-site', 'same-site']) {
    const answer = await pages.post('/uploads', form(token), { cookie, 'sec-fetch-site': site })
    expect(answer.status).toBe(403)
  }
  const silent = await pages.post('/uploads', form(token), {
    cookie,
    origin: 'http://evil.example',
  })
  expect(silent.status).toBe(403)
  const referer = `${pages.origin}/vehicles?q=A`
  const ended = await pages.post('/uploads', form(token), { ...same, cookie: '', referer })
  expect(ended.status).toBe(401)
  expect(await ended.text()).toContain('href="/sign-in?next=%2Fvehicles%3Fq%3DA"')
  const start = new URLSearchParams({ form_token: 'guess' })
  const id = before[0]?.replace('.sealed', '') ?? ''
  expect((await pages.post(`/uploads/${id}/run`, start, same)).status).toBe(403)
  expect(await readdir(join(pages.dataDir, 'drafts'))).toEqual(before)
  expect((await pages.post('/uploads', form(token), same)).status).toBe(303)
})

test('no path leaves the folder of the run, and no unlisted file leaves it', async () => {
  const [folder = ''] = (await readdir(pages.reportsDir)).filter((name) => name.endsWith('-0001'))
  await writeFile(join(pages.reportsDir, folder, 'notes.csv'), 'not listed')
  const secrets = [
    '%2e%2e%2f%2e%2e%2fdata%2fsecret.json',
    '..%2fsecret.json',
    '../../../data/secret.json',
    '%2e%2e/%2e%2e/data/secret.json',
    'debts.csv%00',
    'debts.csv%00.html',
    '%5c%5chost%5cshare',
    '%2fetc%2fpasswd',
    'debts.csv%2f..%2fmanifest.json',
    'notes.csv',
    '__proto__',
    'constructor',
    '.',
    '%c0%ae%c0%ae',
  ]
  for (const name of secrets) {
    const answer = await rawGet(pages, `/runs/1/files/${name}`, own)
    const told = answer.body.includes('frota-secret')
    const refused = answer.status === 400 || answer.status === 404
    expect({ name, told, refused }).toEqual({ name, told: false, refused: true })
  }
  for (const number of ['0', '-1', '1e3', '01', '999999999999', '%2e%2e', 'latest', '2']) {
    const { status } = await rawGet(pages, `/runs/${number}/files/debts.csv`, own)
    expect({ number, status }).toEqual({ number, status: 404 })
  }
  expect((await rawGet(pages, '/runs/1/files/manifest.json', own)).status).toBe(200)
})

test('a listed name that points elsewhere is not followed', async () => {
  const [folder = ''] = (await readdir(pages.reportsDir)).filter((name) => name.endsWith('-0001'))
  const path = join(pages.reportsDir, folder, 'columns.md')
  await rm(path)
  await symlink(join(pages.dataDir, 'secret.json'), path)
  expect((await rawGet(pages, '/runs/1/files/columns.md', own)).status).toBe(404)
})

test('every answer forbids what a page does not need', async () => {
  for (const path of ['/', '/runs/1', '/runs/1/files/debts.csv', '/nothing']) {
    const { headers } = await pages.get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  }
  const summary = await pages.get('/runs/1/files/summary.html')
  expect(summary.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await pages.text('/')
  expect(page).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/)
})
