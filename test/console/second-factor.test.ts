/** A second factor in the console: enrolled, asked for, renewed, removed, lost; by a clock that the test moves. */
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { startWallClock, wallClock } from '../../src/clock.ts'
import { cookieOf, openTestConsole, PASSWORD, type Visit } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000

/** Of the pages; the people who are added at a terminal are added at its beginning. */
let nowMs = Date.parse('2026-03-02T09:00:00-03:00')

/** By default as long as makes the next code another one. */
function later(ms = 2 * STEP_MS): void {
  nowMs += ms
}

startWallClock({ thenMs: nowMs })
// Empty: the default holds.
const environment = { FROTA_LOCALE: 'en', FROTA_CONSOLE_FACTOR: '' }
const pages = await forFile(
  openTestConsole(environment, { clock: { ...wallClock, now: () => nowMs } }),
)

const codeOf = (key: string): string => new TOTP({ secret: key }).generate({ timestamp: nowMs })
const keyIn = (page: string): string => /<code class="code">([A-Z2-7]{32})</.exec(page)?.[1] ?? ''

/** Follows the pages of enrolment; the visit goes on under a new token. */
async function enrolled(visit: Visit, proof: Record<string, string> = {}) {
  const offer = await (await visit.send('/factor/new', { old: PASSWORD, ...proof })).text()
  const key = keyIn(offer)
  const done = await visit.send('/factor', { code: codeOf(key) })
  const text = await done.text()
  const codes = [...text.matchAll(/<code>([A-Z2-7-]{29})<\/code>/g)].map(([, code = '']) => code)
  return { key, codes, visit: pages.withCookie(cookieOf(done)) }
}

/** The second page; what comes back has the session's cookie once the code was right. */
async function withCode(half: Visit, code: string): Promise<Visit & { location: string | null }> {
  const answer = await half.post('/sign-in/code', new URLSearchParams({ code, next: '/debts' }))
  const { status, headers } = answer
  return { ...pages.withCookie(cookieOf(answer)), status, location: headers.get('location') }
}

async function audited(name: string): Promise<string[]> {
  const rows = await pages.query<{ what: string; actor: string; facts: string }>(
    `select what, actor, facts from frota.audit where what ~ 'factor|recovery' order by seq`,
  )
  const about = rows.filter(({ facts }) => (JSON.parse(facts) as { name: string }).name === name)
  return about.map(({ what, actor }) => `${what} by ${actor}`)
}

test('a factor is enrolled with the password and its first code, and other sessions end', async () => {
  const eva = await pages.enter('Eva', 'viewer')
  const other = await pages.signIn('Eva', PASSWORD)
  expect((await eva.send('/factor/new', { old: 'not the password' })).status).toBe(422)
  const offer = await (await eva.send('/factor/new', { old: PASSWORD })).text()
  const key = keyIn(offer)
  expect(offer).toContain('src="data:image/svg+xml;base64,')
  const wrong = await eva.send('/factor', { code: '000000' })
  expect([wrong.status, keyIn(await wrong.text())]).toEqual([422, key])
  // Another session of hers was offered none.
  const elsewhere = await other.send('/factor', { code: codeOf(key) })
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([303, '/factor'])
  expect(await audited('Eva')).toEqual([])
  const done = await eva.send('/factor', { code: codeOf(key) })
  expect((await done.text()).match(/<code>/g)).toHaveLength(10)
  const next = pages.withCookie(cookieOf(done))
  const statuses = [eva, other, next].map(async (each) => (await each.get('/debts')).status)
  expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  const page = await next.text('/factor')
  expect(page).toContain('10 recovery codes are left')
  expect(page).not.toContain(key)
  expect(await audited('Eva')).toEqual(['factor-enrolled by Eva'])
})

test('after the right password nothing opens until the code, which works once', async () => {
  const { key } = await enrolled(await pages.enter('Ana', 'viewer'))
  const firstCode = codeOf(key)
  const half = await pages.signIn('Ana', PASSWORD)
  expect((await half.get('/debts')).status).toBe(401)
  expect((await half.send('/password/sessions', { session: 'others' })).status).toBe(401)
  // The code of the enrolment was used there.
  expect((await withCode(half, firstCode)).status).toBe(401)
  later()
  const code = codeOf(key)
  const [in1, in2] = [
    await withCode(half, code),
    await withCode(await pages.signIn('Ana', PASSWORD), code),
  ]
  expect([in1.status, in1.location, in2.status]).toEqual([303, '/debts', 401])
  const seen = [half, in1].map(async (each) => (await each.get('/debts')).status)
  expect(await Promise.all(seen)).toEqual([401, 200])
})

test('the step after the password lasts five minutes, and a new link ends it', async () => {
  const { key } = await enrolled(await pages.enter('Lia', 'viewer'))
  later()
  const slow = await pages.signIn('Lia', PASSWORD)
  later(5 * MINUTE_MS)
  expect((await withCode(slow, codeOf(key))).location).toBe('/sign-in?next=%2Fdebts')
  const half = await pages.signIn('Lia', PASSWORD)
  await pages.people('link', 'Lia')
  expect((await withCode(half, codeOf(key))).location).toBe('/sign-in?next=%2Fdebts')
})

test('five wrong codes hold the name back, and the right password does not clear that', async () => {
  const { key } = await enrolled(await pages.enter('Gil', 'viewer'))
  later()
  const statuses = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await withCode(await pages.signIn('Gil', PASSWORD), '000000')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const half = await pages.signIn('Gil', PASSWORD)
  expect((await withCode(half, codeOf(key))).status).toBe(429)
  later(15 * MINUTE_MS)
  expect((await withCode(await pages.signIn('Gil', PASSWORD), codeOf(key))).status).toBe(303)
})

test('a recovery code gets in once in place of the app', async () => {
  const { codes } = await enrolled(await pages.enter('Noa', 'viewer'))
  const [first = '', second = ''] = codes
  const noa = await withCode(await pages.signIn('Noa', PASSWORD), first.toLowerCase())
  expect(await noa.text('/factor')).toContain('9 recovery codes are left')
  expect((await withCode(await pages.signIn('Noa', PASSWORD), first)).status).toBe(401)
  const again = await withCode(await pages.signIn('Noa', PASSWORD), second.replaceAll('-', ' '))
  expect((await again.get('/debts')).status).toBe(200)
  expect(await audited('Noa')).toEqual([
    'factor-enrolled by Noa',
    'recovery-code-used by Noa',
    'recovery-code-used by Noa',
  ])
})

test('a factor is renewed and removed with the password and a code of it', async () => {
  const first = await enrolled(await pages.enter('Ivo', 'viewer'))
  later()
  for (const proof of [{ old: PASSWORD }, { old: 'wrong', code: codeOf(first.key) }]) {
    for (const path of ['/factor/new', '/factor/remove']) {
      expect((await first.visit.send(path, proof)).status).toBe(422)
    }
  }
  const second = await enrolled(first.visit, { code: codeOf(first.key) })
  later()
  const half = await pages.signIn('Ivo', PASSWORD)
  expect((await withCode(half, codeOf(first.key))).status).toBe(401)
  expect((await withCode(half, first.codes[0] ?? '')).status).toBe(401)
  const proof = { old: PASSWORD, code: codeOf(second.key) }
  const removed = await second.visit.send('/factor/remove', proof)
  expect((await pages.withCookie(cookieOf(removed)).get('/debts')).status).toBe(200)
  expect((await second.visit.get('/debts')).status).toBe(401)
  expect((await (await pages.signIn('Ivo', PASSWORD)).get('/debts')).status).toBe(200)
  expect(await audited('Ivo')).toEqual([
    'factor-enrolled by Ivo',
    'factor-enrolled by Ivo',
    'factor-removed by Ivo',
  ])
})

test('who decides about money, or administers, enrols before anything else', async () => {
  for (const role of ['approver', 'admin']) {
    const visit = await pages.enter(role, role)
    for (const path of ['/', '/proposals', '/fleets', '/runs/current/events', '/nothing']) {
      expect((await visit.get(path)).headers.get('location')).toBe('/factor')
    }
    for (const path of ['/proposals', '/fleets', '/people']) {
      expect((await visit.send(path, {})).status).toBe(403)
    }
    const page = await visit.text('/factor')
    expect(page).toContain('Your role needs a second factor')
    expect(page).not.toContain('href="/proposals"')
    expect((await visit.get('/password')).status).toBe(200)
    const { visit: whole } = await enrolled(visit)
    expect((await whole.get('/proposals')).status).toBe(200)
  }
  // Who opened the printed address may do everything, and has no factor.
  expect((await pages.get('/people')).status).toBe(200)
  expect((await pages.get('/factor')).status).toBe(404)
})

test('who lost phone and codes starts anew once an administrator took the factor away', async () => {
  const { visit, codes } = await enrolled(await pages.enter('Bia', 'approver'))
  const list = await pages.text('/people')
  expect(list).toContain('has a password and a second factor')
  const id = /<td[^>]*>Bia<\/td>[^]*?\/people\/([0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
  const admin = pages
  expect((await admin.send(`/people/${id}/factor`, {})).status).toBe(303)
  expect((await visit.get('/proposals')).status).toBe(401)
  const anew = await pages.signIn('Bia', PASSWORD)
  expect((await anew.get('/proposals')).headers.get('location')).toBe('/factor')
  const again = await enrolled(anew)
  expect(again.codes).not.toContain(codes[0])
  expect(await pages.people('reset', 'bia')).toContain('signs in by the password alone')
  expect((await again.visit.get('/proposals')).status).toBe(401)
  const said = await audited('Bia')
  expect(said.map((each) => each.split(' ')[0])).toEqual([
    'factor-enrolled',
    'factor-reset',
    'factor-enrolled',
    'factor-reset',
  ])
  expect(said[1]).not.toContain('by Bia')
})

test('hostile text in place of a password or a code brings a page, and never markup', async () => {
  const { visit } = await enrolled(await pages.enter('Zoe', 'viewer'))
  const texts = [
    '<script>alert(1)</script>',
    `'; drop table x; --`,
    '１２３４５６',
    'ã'.repeat(2_000),
    '',
  ]
  for (const text of [...texts, '\u202e123456', '12345\ud800', '=cmd|calc', '-1']) {
    for (const path of ['/factor', '/factor/new', '/factor/remove', '/sign-in/code']) {
      const answer = await visit.send(path, { old: text, code: text, next: text })
      expect({ path, text, status: answer.status }).toEqual({
        path,
        text,
        status: expect.any(Number),
      })
      expect([303, 422]).toContain(answer.status)
      expect(await answer.text()).not.toContain('<script>alert')
    }
  }
})

test('the ledger keeps neither a key nor a recovery code, sealed and hashed', async () => {
  const { key, codes } = await enrolled(await pages.enter('Fia', 'viewer'))
  const rows = await pages.query<{ kept: string }>(
    `select (select string_agg(p::text, ' ') from frota.person p)
       || (select string_agg(a::text, ' ') from frota.audit a) as kept`,
  )
  const kept = rows[0]?.kept ?? ''
  expect(kept).toContain('factor-enrolled')
  for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
    for (const form of [secret, Buffer.from(secret).toString('hex')]) {
      expect(kept).not.toContain(form)
    }
  }
})
