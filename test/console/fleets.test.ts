/** Several fleets in one console: one line each, and each person sees their own. */
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { cookieOf, openTestConsole, PASSWORD, tokenIn } from './open-console.ts'
import type { TestConsole, Visit } from './open-console.ts'

/** The pages mask its CNPJ. */
const NORTH = 'Norte & Filhos 11.222.333/0001-81'
const FILES = 'fixtures/fleets'
/** Both fleets share one quota: twenty vehicles in all wait for no other hour. */
const QUICK = { FROTA_LOCALE: 'en', FROTA_TEST_SCALE: '200' }

/** Another browser of the session of `pages`, with a fleet of its own choice. */
async function withFleet(pages: TestConsole, visit: Visit, fleet: string): Promise<Visit> {
  const chosen = await visit.send('/fleets', { fleet })
  expect(chosen.status).toBe(303)
  return pages.withCookie(`${visit.cookie}; ${cookieOf(chosen)}`)
}

/** Where its verdict is. */
async function upload(pages: TestConsole, visit: Visit, name: string): Promise<string> {
  const form = new FormData()
  form.set('form_token', pages.formToken)
  form.set('file', await openAsBlob(join(FILES, name)), name)
  const sent = await visit.post('/uploads', form)
  return sent.headers.get('location') ?? ''
}

async function reconcile(pages: TestConsole, visit: Visit, name: string): Promise<void> {
  const verdict = await upload(pages, visit, name)
  expect((await visit.send(`${verdict}/run`, {})).status).toBe(303)
  await visit.text('/runs/current/events')
}

const pages = await forFile(openTestConsole({ ...QUICK, FROTA_CSV_FLAVOUR: 'machine' }))
const own: Visit = pages
/** The list before the first fleet. */
const before = await own.text('/fleets')
await reconcile(pages, own, 'alphanumeric-cnpj.csv')
const north = await withFleet(pages, own, NORTH)
/** Where a fleet without a file is sent. */
const firstPage = (await north.get('/')).headers.get('location')
await reconcile(pages, north, 'small.csv')

test('one line for each fleet; what is chosen is what all other pages show', async () => {
  expect(before).toContain('No fleet yet.')
  expect(firstPage).toBe('/upload')
  const plates = async (visit: Visit): Promise<string[]> => {
    const list = await visit.text('/vehicles.csv')
    return list.trim().split('\n').slice(1)
  }
  expect((await plates(north)).length).toBeGreaterThan((await plates(own)).length)
  const lines = (await own.text('/fleets.csv')).trim().split(/\r?\n/)
  const counts = lines.slice(1).map((line) =>
    line
      .replace(/^\ufeff/, '')
      .split(',')
      .slice(0, 2),
  )
  expect(counts).toEqual([
    [NORTH.replace('222.333/0001', '***.***/****'), String((await plates(north)).length)],
    ['principal', String((await plates(own)).length)],
  ])
  // Each line's sums are of the service that its own fleet was asked at.
  const [{ id } = { id: '' }] = await pages.query<{ id: string }>(
    `select id from frota.fleet where name = 'principal'`,
  )
  await pages.query(`update frota.run set simulated = false where fleet_id = '${id}'`)
  const origins = (await north.rows('/fleets.csv')).map(({ Origin }) => Origin)
  await pages.query(`update frota.run set simulated = true where fleet_id = '${id}'`)
  expect(origins).toEqual(['SIMULADO', 'REAL'])
  const page = await north.text('/fleets')
  expect(page).toContain('Norte &#38; Filhos')
  expect(page).toContain('value="principal"')
  const button = /name="fleet" value="(Norte[^"]+)"/.exec(await own.text('/fleets'))?.[1] ?? ''
  const chosen = await withFleet(pages, own, button.replace('&#38;', '&'))
  const typed = await withFleet(pages, own, NORTH.toUpperCase())
  expect(typed.cookie).toBe(chosen.cookie)
  expect(await plates(chosen)).toEqual(await plates(north))
  // Runs have numbers of their own, but nobody reaches those of another fleet.
  expect((await own.get('/runs/2')).status).toBe(404)
  expect((await north.get('/runs/2')).status).toBe(200)
  const wrong = await own.text(await upload(pages, own, 'small.csv'))
  expect(wrong).toContain('It would take 18 of the 18 vehicles of another fleet into principal.')
  for (const wrong of ['', 'a,b', 'x'.repeat(101)]) {
    expect((await own.send('/fleets', { fleet: wrong })).status).toBe(422)
  }
})

test('a page of one fleet changes nothing of another that was chosen since', async () => {
  const own_form = /name="form_fleet" value="([^"]+)"/.exec(await north.text('/upload'))?.[1]
  const form = { form_fleet: own_form?.replace('&#38;', '&') ?? '' }
  expect((await north.send('/months/2026-01/preview', form)).status).toBe(303)
  const page = await own.text('/upload')
  const form_fleet = /name="form_fleet" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(form_fleet).toBe('principal')
  const before = await north.text('/runs.csv')
  for (const path of ['/runs', '/runs/current/stop', '/months/2026-01/preview']) {
    const refused = await north.send(path, { form_fleet, mode: 'retry' })
    expect({ path, status: refused.status }).toEqual({ path, status: 409 })
    expect(await refused.text()).toContain('this page is of the fleet principal')
  }
  const dropped = new FormData()
  dropped.set('form_token', tokenIn(page))
  dropped.set('form_fleet', form_fleet)
  dropped.set('file', await openAsBlob(join(FILES, 'plates.csv')), 'plates.csv')
  expect((await north.post('/uploads', dropped)).status).toBe(409)
  expect(await north.text('/runs.csv')).toBe(before)
  expect(await north.text('/upload')).not.toContain('plates.csv')
  // Of the whole ledger: what is missing in the form is told, and no fleet.
  expect((await north.send('/settings/schedules', { form_fleet })).status).toBe(422)
  // The choice itself may come from any page.
  expect((await north.send('/fleets', { form_fleet, fleet: NORTH })).status).toBe(303)
})

test('a file is of the fleet that its page shows, or refused, and its name says of which', async () => {
  const linksOf = async (visit: Visit): Promise<string[]> => {
    const pagesOf = ['/debts', '/runs/2', '/runs/2/table/debts', '/proposals', '/due?days=90']
    const shown = await Promise.all([...pagesOf, '/months/2026-01'].map((at) => visit.text(at)))
    const all = shown.join('').matchAll(/href="([^"]*[?/]of[=-][^"]*)"/g)
    return [...new Set([...all].map(([, link = '']) => link.replaceAll('&#38;', '&')))]
  }
  await north.send('/months/2026-01/preview', {})
  const links = await linksOf(north)
  const kinds = ['/debts.csv', '/runs/2/files.zip', 'summary.html', '/runs/2/table/debts']
  const months = ['close.html', '/months/2026-01/files.zip', '/proposals/file']
  const isLinked = (kind: string): boolean => links.some((link) => link.includes(kind))
  expect([...kinds, ...months].filter((kind) => !isLinked(kind))).toEqual([])
  for (const link of links) {
    const [answer, refused] = [await north.get(link), await own.get(link)]
    const name = answer.headers.get('content-disposition') ?? 'filename="frota-Norte-Filhos-11-81-'
    expect([link, answer.status, refused.status]).toEqual([link, 200, 409])
    expect(name).toContain('filename="frota-Norte-Filhos-11-81-')
    expect(await refused.text()).toContain('This file is of the fleet Norte &#38; Filhos 11.')
    await answer.arrayBuffer()
  }
  // A report's own links lead to the files beside it.
  const page = links.find((link) => link.endsWith('/close.html')) ?? ''
  expect((await own.get(page.replace('close.html', 'ledger.csv'))).status).toBe(409)
  // What is of all fleets is of no page's.
  const ofAll = await own.get('/fleets.csv?of=another')
  expect(ofAll.headers.get('content-disposition')).toBe('attachment; filename="frota-fleets.csv"')
  for (const list of ['people', 'settings/schedules']) {
    const { status, headers } = await own.get(`/${list}.csv?of=another`)
    const name = `frota-${list.replace('settings/', '')}.csv`
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${name}"`,
    ])
  }
})

test('a person sees their own fleets, and no cookie gives them another', async () => {
  await pages.enter('Bia', 'manager', '--fleets', NORTH)
  // Another change of hers leaves her the fleet that the form masks.
  const listed = await own.text('/people')
  const id = /\/people\/([0-9a-f-]{36})/.exec(listed)?.[1] ?? ''
  const fleetsOfHers = /name="fleets" value="(Norte[^"]+)"/.exec(listed)?.[1]?.replace('&#38;', '&')
  await own.send(`/people/${id}`, { role: 'manager', fleets: fleetsOfHers ?? '' })
  const bia = await pages.signIn('Bia', PASSWORD)
  // The fleet of the console is another one: she is shown hers.
  const first = await bia.get('/vehicles')
  expect(first.status).toBe(200)
  expect(await first.text()).not.toContain('principal')
  const fleets = await bia.text('/fleets')
  expect(fleets).toContain('Norte &#38; Filhos')
  expect(fleets).not.toContain('principal')
  expect(await bia.text('/fleets.csv')).not.toContain('principal')
  expect((await bia.send('/fleets', { fleet: 'principal' })).status).toBe(403)
  const hers = await withFleet(pages, bia, NORTH)
  expect((await hers.get('/vehicles')).status).toBe(200)
  expect((await hers.get('/runs/1')).status).toBe(404)
  const list = await own.text('/vehicles')
  const vehicle = /href="(\/vehicles\/[0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
  const plates = await openAsBlob(join(FILES, 'plates.csv'))
  const draft = (await pages.upload(plates, 'plates.csv')).headers.get('location') ?? ''
  for (const path of [vehicle, `${vehicle}/debts`, `${vehicle}/history.csv`, draft]) {
    expect([(await own.get(path)).status, (await hers.get(path)).status]).toEqual([200, 404])
  }
  for (const path of [vehicle, `${vehicle}/remove`, `${draft}/run`, `${draft}/discard`]) {
    const { status } = await hers.send(path, { sure: 'yes', plate: 'ABC1D23', uf: 'SP' })
    expect({ path, status }).toEqual({ path, status: 404 })
  }
  const form = new FormData()
  form.set('form_token', tokenIn(await hers.text('/upload')))
  const small = await openAsBlob(join(FILES, 'small.csv'))
  const owned = 'ABC1C34,00639884962,SP,12ABC34501DE35,Van 1\n'
  form.set('file', new Blob([await small.text(), owned]), 'both.csv')
  const both = (await hers.post('/uploads', form)).headers.get('location') ?? ''
  const told = await hers.text(both)
  const started = await hers.send(`${both}/run`, {})
  expect(started.status).toBe(422)
  for (const page of [told, await started.text()]) {
    expect(page).toContain(
      '1 vehicle of the file (ABC1C34) is of another fleet, which you may not see',
    )
    expect(page).not.toContain('principal')
  }
  expect(told).not.toContain(`${both}/run`)
  // Who works for both starts it; then she sees the vehicle, and not where it was.
  expect((await north.send(`${both}/run`, {})).status).toBe(303)
  await north.text('/runs/current/events')
  // Each CNPJ of the filter finds its own, though the page masks it.
  for (const path of ['/vehicles', '/debts']) {
    const rows = (await north.text(`${path}.csv`)).split('\n')
    const keys = [...(await north.text(path)).matchAll(/<option value="([^"]+~\w{8})"/g)]
    expect(keys).toHaveLength(2)
    for (const [, key = ''] of keys) {
      const found = await north.text(`${path}.csv?cnpj=${encodeURIComponent(key)}`)
      const cnpj = /[0-9A-Z]{12}\d\d/.exec(found)?.[0] ?? '?'
      expect(found.trim().split('\n').slice(1)).toEqual(rows.filter((row) => row.includes(cnpj)))
    }
  }
  const history = async (visit: Visit) => visit.text(`${vehicle}/history.csv`)
  expect(await history(north)).toContain('principal')
  expect(await history(hers)).toContain('fleet')
  expect(await history(hers)).not.toContain('principal')
  // The link of a notice, which names her fleet masked as her mail does, or another one.
  const linked = async (visit: Visit, fleet: string) => {
    const link = `/runs/2?a=b&fleet=${encodeURIComponent(fleet)}`
    const answer = await visit.get(link)
    const chosen = pages.withCookie(`${visit.cookie}; ${cookieOf(answer)}`)
    const to = answer.headers.get('location') ?? '/runs/2'
    return [answer.status, to, (await chosen.get(to)).status]
  }
  const masked = NORTH.replace('222.333/0001', '***.***/****')
  expect(await linked(own, masked)).toEqual([303, '/runs/2?a=b', 200])
  expect(await linked(own, 'principal')).toEqual([303, '/runs/2?a=b', 404])
  expect(await linked(bia, 'principal')).toEqual([403, '/runs/2', 200])
  expect(await linked(own, 'oeste')).toEqual([404, '/runs/2', 404])
  const elsewhere = await own.get('//elsewhere.example/?fleet=principal')
  expect(elsewhere.headers.get('location')).toBe('/')
  const forged = Buffer.from('principal').toString('base64url')
  const [name = ''] = bia.cookie.split('=')
  const other = pages.withCookie(`${bia.cookie}; ${name}_fleet=${forged}`)
  // Hers is shown instead.
  expect((await other.get(draft)).status).toBe(404)
  expect(await other.text('/vehicles')).not.toContain('principal')
})
