/** People sign in, each under their own name; two of them approve; what no password opens. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForFile, forFile } from '../support/for-file.ts'
import { openAfterRun } from './after-run.ts'
import { cookieOf, linkIn, PASSWORD, rawGet, type Visit } from './open-console.ts'

const ANOTHER = 'nenhuma chave cabe no bolso'
/** As long as one may be, of any kind of character. */
const LONGEST = 'Quatro cães 🚚 pastam às 7h'.padEnd(128, '.')

/** What people did with proposals, as the audit log has it. */
async function audited(): Promise<string[][]> {
  const rows = await pages.query<{ what: string; actor: string }>(
    `select what, actor from frota.audit
     where actor_kind = 'person' and plan_id is not null order by seq`,
  )
  return rows.map(({ what, actor }) => [what, actor])
}

const policy = join(await folderForFile('two-people'), 'policy.json')
await writeFile(policy, JSON.stringify({ twoPeopleAbove: '0.01' }))
const pages = await forFile(openAfterRun({ FROTA_ORDER_POLICY_FILE: policy }))

test('a link sets a password once, and only one that is strong enough', async () => {
  const link = linkIn(await pages.people('add', 'Rui Prado', '--role', 'viewer'))
  // 256 bits.
  expect(link).toMatch(/^\/link\/[\w-]{43}$/)
  expect(await pages.text(link)).toContain('Hello, Rui Prado')
  const set = (password: string, again = password): Promise<Response> =>
    pages.post(link, new URLSearchParams({ password, again }))
  for (const weak of [
    'curta',
    'frotafrotafrota',
    'rui prado 2026',
    'veiculo veiculo',
    'debito 123456',
    'password1234',
    'trustno1trustno1',
    `${LONGEST}.`,
  ]) {
    expect({ weak, status: (await set(weak)).status }).toEqual({ weak, status: 422 })
  }
  expect((await set(PASSWORD, ANOTHER)).status).toBe(422)
  expect((await pages.signIn('Rui Prado', '')).status).toBe(401)
  expect((await set(LONGEST)).status).toBe(200)
  expect((await set(ANOTHER)).status).toBe(410)
  expect((await pages.get(link)).status).toBe(410)
  for (const wrong of [ANOTHER, LONGEST.slice(0, -1), LONGEST.toLowerCase()]) {
    expect((await pages.signIn('Rui Prado', wrong)).status).toBe(401)
  }
  const rui = await pages.signIn('RUI  PRADO', LONGEST)
  expect(rui.status).toBe(303)
  expect(await rui.text('/debts')).toMatch(/Rui Prado<[^]*Sign out/)
})

test('signing in again or out, another role, a new link and removal end sessions at once', async () => {
  const eva = await pages.enter('Eva', 'manager')
  const other = await pages.signIn('Eva', PASSWORD)
  expect((await eva.get('/vehicles')).status).toBe(200)
  await eva.send('/sign-out', {})
  expect([(await eva.get('/vehicles')).status, (await other.get('/vehicles')).status]).toEqual([
    401, 200,
  ])
  await pages.people('change', 'Eva', '--role', 'viewer')
  expect((await other.get('/vehicles')).status).toBe(401)
  const first = await pages.signIn('Eva', PASSWORD)
  // In the same browser: the session of before ends.
  const typed = new URLSearchParams({ name: 'Eva', password: PASSWORD })
  const again = pages.withCookie(cookieOf(await first.post('/sign-in', typed)))
  expect([(await first.get('/vehicles')).status, (await again.get('/vehicles')).status]).toEqual([
    401, 200,
  ])
  const link = linkIn(await pages.people('link', 'eva'))
  expect((await again.get('/vehicles')).status).toBe(401)
  expect((await pages.signIn('Eva', PASSWORD)).status).toBe(401)
  await pages.post(link, new URLSearchParams({ password: ANOTHER, again: ANOTHER }))
  const last = await pages.signIn('Eva', ANOTHER)
  expect((await last.get('/vehicles')).status).toBe(200)
  await pages.people('remove', 'Eva')
  expect((await last.get('/vehicles')).status).toBe(401)
})

test('a person sees their own sessions and ends one, or all others, by their password', async () => {
  const odete = await pages.enter('Odete', 'viewer')
  await pages.enter('Ciro', 'viewer')
  const others = [await pages.signIn('Odete', PASSWORD), await pages.signIn('Odete', PASSWORD)]
  const shown = async (): Promise<string[]> => {
    const page = await odete.text('/password')
    return [...page.matchAll(/name="session" value="(\w+)"/g)].map(([, id = '']) => id)
  }
  const statuses = (): Promise<number[]> =>
    Promise.all([odete, ...others].map(async (one) => (await one.get('/vehicles')).status))
  const [newest = '', older = '', all, ...more] = await shown()
  expect([all, more]).toEqual(['others', []])
  expect((await odete.send('/password/sessions', { session: older, old: ANOTHER })).status).toBe(
    422,
  )
  expect((await odete.send('/password/sessions', { session: '*', old: PASSWORD })).status).toBe(400)
  const foreign = await pages.signIn('Ciro', PASSWORD)
  const ended = await foreign.send('/password/sessions', { session: newest, old: PASSWORD })
  expect(ended.status).toBe(303)
  expect(await statuses()).toEqual([200, 200, 200])
  await odete.send('/password/sessions', { session: older, old: PASSWORD })
  expect(await statuses()).toEqual([200, 401, 200])
  await odete.send('/password/sessions', { session: 'others', old: PASSWORD })
  expect(await statuses()).toEqual([200, 401, 401])
  expect(await shown()).toEqual([])
  expect(await odete.text('/password')).toMatch(/Your open sessions[^]*this one/)
})

test('a person changes their password by the old one, and all other tokens end', async () => {
  let lia = await pages.enter('Lia', 'viewer')
  const other = await pages.signIn('Lia', PASSWORD)
  const change = (old: string, password: string): Promise<Response> =>
    lia.send('/password', { old, password, again: password })
  expect((await change('not mine at all', ANOTHER)).status).toBe(422)
  expect((await change(PASSWORD, 'lia lia lia')).status).toBe(422)
  const changed = await change(PASSWORD, ANOTHER)
  expect(changed.status).toBe(200)
  for (const ended of [lia, other]) expect((await ended.get('/vehicles')).status).toBe(401)
  lia = pages.withCookie(cookieOf(changed))
  expect((await lia.get('/vehicles')).status).toBe(200)
  expect((await pages.signIn('Lia', PASSWORD)).status).toBe(401)
  expect((await pages.signIn('Lia', ANOTHER)).status).toBe(303)
  expect((await pages.get('/password')).status).toBe(404)
  for (let attempt = 0; attempt < 5; attempt += 1) await change('wrong again and again', PASSWORD)
  expect(await (await change(ANOTHER, PASSWORD)).text()).toContain('Too many wrong passwords')
})

test('five wrong passwords slow that name down, known or not, and nobody else', async () => {
  await pages.enter('Gil', 'viewer')
  await pages.enter('Noa', 'viewer')
  for (const name of ['Gil', 'Nobody Here']) {
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await pages.signIn(name, 'wrong wrong wrong')).status)
    }
    expect({ name, statuses }).toEqual({ name, statuses: [401, 401, 401, 401, 401, 429] })
  }
  expect((await pages.signIn('Gil', PASSWORD)).status).toBe(429)
  expect((await pages.signIn('Noa', PASSWORD)).status).toBe(303)
})

test('two people approve what the policy says, each in their own session', async () => {
  const [ana, bia, leo] = [
    await pages.enter('Ana Souza', 'approver'),
    await pages.enter('Bia Lima', 'approver'),
    await pages.enter('Leo', 'viewer'),
  ]
  const page = await ana.text('/proposals')
  const plan = /name="plan"\s+value="([0-9a-f-]{36}:[0-9a-f]+)"/.exec(page)?.[1] ?? ''
  const approve = async (who: Visit): Promise<Response> =>
    who.send('/proposals', { verdict: 'approve', plan })
  expect((await approve(leo)).status).toBe(403)
  // Whoever is removed counts no longer as one of two.
  await approve(await pages.enter('Caio', 'approver'))
  await pages.people('remove', 'Caio')
  expect(await (await approve(ana)).text()).toContain('second person')
  await approve(ana)
  const stateOf = async (): Promise<string> => ana.text('/proposals.csv')
  expect(await stateOf()).not.toContain('Pix,approved')
  await approve(bia)
  expect(await stateOf()).toContain('Pix,approved')
  const said = await audited()
  expect(said).toEqual([
    ['first-approval', 'Caio'],
    ['first-approval', 'Ana Souza'],
    ['approved', 'Bia Lima'],
  ])
})

test('an administrator adds, changes and removes on a page, but not themselves', async () => {
  const root = await pages.enter('Root Silva', 'admin')
  const added = await root.send('/people', { name: 'Ivo', role: 'viewer', fleets: '*' })
  const link = linkIn(await added.text())
  await pages.post(link, new URLSearchParams({ password: PASSWORD, again: PASSWORD }))
  const ivo = await pages.signIn('Ivo', PASSWORD)
  const page = await root.text('/people')
  const idOf = (name: string): string =>
    new RegExp(`<td[^>]*>${name}</td>[^]*?/people/([0-9a-f-]{36})"`).exec(page)?.[1] ?? ''
  const toOther = { role: 'manager', fleets: 'another' }
  expect((await root.send(`/people/${idOf('Ivo')}`, toOther)).status).toBe(303)
  expect((await ivo.get('/vehicles')).status).toBe(401)
  const moved = await pages.signIn('Ivo', PASSWORD)
  expect(await root.text('/people')).toContain(
    'another (There is no fleet of this name yet: another.',
  )
  const shown = await moved.text('/vehicles')
  expect(shown).toContain('another')
  expect(shown).not.toContain('principal')
  const removed = { role: 'viewer', fleets: '*', sure: 'yes' }
  expect((await root.send(`/people/${idOf('Root Silva')}`, removed)).status).toBe(422)
  expect((await root.send(`/people/${idOf('Root Silva')}/remove`, removed)).status).toBe(422)
  expect((await root.send(`/people/${idOf('Ivo')}/remove`, removed)).status).toBe(303)
  expect((await pages.signIn('Ivo', PASSWORD)).status).toBe(401)
  expect((await root.send('/people', { name: 'root silva', ...removed })).status).toBe(422)
  expect((await root.send('/people', { name: 'X', role: 'king', fleets: '*' })).status).toBe(400)
})

test('a fleet that is none is named when somebody is added or changed, and case does not count', async () => {
  const named = 'There is no fleet of this name yet: Curitba. Check it.'
  const page = await pages.send('/people', {
    name: 'Eva',
    role: 'viewer',
    fleets: 'Curitba, PRINCIPAL',
  })
  expect(await page.text()).toContain(named)
  expect(await pages.text('/people.csv')).toContain(`Curitba, principal (${named})`)
  expect(await pages.people('change', 'Eva', '--fleets', 'Curitba,Principal')).toContain(named)
  expect(await pages.people('change', 'Eva', '--fleets', 'Principal')).not.toContain('no fleet')
  expect(await pages.people('add', 'Iva', '--role', 'viewer', '--fleets', 'Curitba')).toContain(
    named,
  )
})

test('an administrator of one fleet gives nobody another one, and sees nobody who has it', async () => {
  await pages.enter('Everywhere', 'admin')
  const local = await pages.enter('Local Admin', 'admin', '--fleets', 'principal')
  const page = await local.text('/people')
  expect(page).toContain('Local Admin')
  expect(page).toMatch(/<button [^>]*aria-label="[^"]+: Local Admin"/)
  expect(page).not.toContain('Everywhere')
  const add = (fleets: string): Promise<Response> =>
    local.send('/people', { name: 'Zoe', role: 'admin', fleets })
  for (const fleets of ['*', 'another', 'principal, another']) {
    expect({ fleets, status: (await add(fleets)).status }).toEqual({ fleets, status: 422 })
  }
  expect((await add('principal')).status).toBe(200)
  const all = await pages.text('/people')
  const everywhere = /<td>Everywhere<\/td>[^]*?\/people\/([0-9a-f-]{36})"/.exec(all)?.[1] ?? ''
  const taken = await local.send(`/people/${everywhere}/link`, {})
  expect(taken.status).toBe(422)
})

test('a sign-in leads to a page of this console, never elsewhere', async () => {
  await pages.enter('Teo', 'viewer')
  const to = async (next: string): Promise<string | null> => {
    const form = new URLSearchParams({ name: 'Teo', password: PASSWORD, next })
    return (await pages.post('/sign-in', form)).headers.get('location')
  }
  expect(await to('/debts?kind=ipva')).toBe('/debts?kind=ipva')
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '']) {
    expect({ next, to: await to(next) }).toEqual({ next, to: '/' })
  }
})

test('another site neither signs anybody in nor out', async () => {
  const form = new URLSearchParams({ name: 'Rui Prado', password: PASSWORD })
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await pages.post('/sign-in', form, foreign)).status).toBe(403)
  expect((await pages.post('/sign-out', form, foreign)).status).toBe(403)
})

test('without the sign of a trusted proxy a header names nobody', async () => {
  const host = `127.0.0.1:${pages.port}`
  const answer = await rawGet(pages, '/vehicles', { host, 'x-person': 'Ana Souza' })
  expect(answer.status).toBe(401)
})
