/** Lists, one vehicle, proposals and payments over HTTP, held against the files of the run's report. */
import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWallClock } from '../../src/clock.ts'
import { plateForms } from '../../src/fleet/similar-plates.ts'
import { NOON, openAfterRun } from './after-run.ts'
import { rowsIn, type Row } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const HOSTILE = `<script>alert('x')</script>"&é`
const centsOf = (text = ''): number => Math.round(Number(text) * 100)
const sumOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + centsOf(row[column]), 0)

async function pathOf(plate: string): Promise<string> {
  const list = await pages.text(`/vehicles?q=${plate}`)
  return /href="(\/vehicles\/[0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
}

const pages = await forFile(openAfterRun())
const report = async (name: string): Promise<Row[]> =>
  rowsIn(await readFile(join(pages.reportsDir, 'latest', name), 'utf8'))
const debts = await report('debts.csv')
const vehicles = await report('vehicles.csv')

test('the debts that count as owed are those of the report, to the cent', async () => {
  const owed = await pages.rows('/debts.csv?standing=owed')
  const expected = debts.filter((row) => row['counted_as_owed'] === 'yes')
  expect(expected.length).toBeGreaterThan(10)
  expect(owed).toHaveLength(expected.length)
  expect(sumOf(owed, 'Amount')).toBe(sumOf(debts, 'owed_amount'))
  const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
  const sum = money.format(sumOf(debts, 'owed_amount') / 100)
  expect(await pages.text('/debts?standing=owed')).toContain(sum)
})

test('a filter leaves what it names, and an unknown one leaves all', async () => {
  const plate = debts[0]?.['plate'] ?? ''
  const shown = debts.filter((row) => row['state'] !== 'gone')
  const ofPlate = shown.filter((row) => row['plate'] === plate)
  expect(await pages.rows(`/debts.csv?q=${plate}`)).toHaveLength(ofPlate.length)
  const fines = shown.filter((row) => row['kind'] === 'ticket')
  expect(await pages.rows('/debts.csv?kind=ticket')).toHaveLength(fines.length)
  expect(await pages.rows('/debts.csv?kind=nothing&colour=red')).toHaveLength(shown.length)
  const sorted = await pages.rows('/debts.csv?sort=amount&way=down')
  const amounts = sorted.map((row) => centsOf(row['Amount']))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
})

test('the file of the debts says what the page says of one that is in no order', async () => {
  const page = await pages.text('/debts?order=none')
  const reasons = (await pages.rows('/debts.csv?order=none')).map((row) => row['Why in no order'])
  const said = new Set(reasons.filter((reason) => reason !== ''))
  expect(said.size).toBeGreaterThan(0)
  for (const reason of said) expect(page).toContain(reason)
})

test('every vehicle is listed once and links to its page', async () => {
  const found = await pages.rows('/vehicles.csv')
  expect(found).toHaveLength(vehicles.length)
  expect(new Set(found.map((row) => row['Plate']))).toEqual(
    new Set(vehicles.map((row) => row['plate'])),
  )
  const links = (await pages.text('/vehicles')).matchAll(/href="(\/vehicles\/[0-9a-f-]{36})"/g)
  expect(new Set([...links].map(([, to]) => to)).size).toBe(vehicles.length)
})

test('what is known of one vehicle is sorted and searched as lists, each with its file', async () => {
  const of = debts.filter((row) => row['state'] !== 'gone')
  const plate = of[0]?.['plate'] ?? ''
  const expected = of.filter((row) => row['plate'] === plate)
  const path = await pathOf(plate)
  const shown = await pages.rows(`${path}/debts.csv?sort=amount&way=down`)
  const cents = expected.map((row) => centsOf(row['amount']))
  expect(shown.map((row) => centsOf(row['Amount']))).toEqual(cents.toSorted((a, b) => b - a))
  const kind = shown[0]?.['Kind'] ?? ''
  const found = await pages.rows(`${path}/debts.csv?q=${encodeURIComponent(kind)}`)
  expect(found).toEqual(expect.arrayContaining(shown.filter((row) => row['Kind'] === kind)))
  expect(await pages.rows(`${path}/debts.csv?q=nothing-like-it`)).toEqual([])
  expect(await pages.rows(`${path}/answers.csv`)).toMatchObject([{ Status: 'ready' }])
  await pages.send(path, { plate, uf: of[0]?.['uf'] ?? '', nickname: 'Van 9', cost: '' })
  const [change] = await pages.rows(`${path}/history.csv`)
  expect(change).toMatchObject({ Now: 'Van 9', By: 'Ana Souza' })
  const page = await pages.text(path)
  for (const name of ['debts', 'answers', 'history']) {
    expect(page).toContain(`href="${path}/${name}.csv?`)
    const own = await pages.text(`${path}/${name}`)
    expect(own).toContain(`action="${path}/${name}"`)
    expect(own).toContain(`<a href="${path}">`)
  }
  const other = '/vehicles/00000000-0000-4000-8000-000000000000/debts'
  expect([(await pages.get(other)).status, (await pages.get(`${other}.csv`)).status]).toEqual([
    404, 404,
  ])
})

test('what a person types into a vehicle is text on every page', async () => {
  const plate = vehicles[0]?.['plate'] ?? ''
  const path = await pathOf(plate)
  const uf = vehicles[0]?.['uf'] ?? ''
  const saved = await pages.send(path, { plate, uf, nickname: HOSTILE, costCentre: HOSTILE })
  expect(saved.status).toBe(200)
  for (const at of [path, '/vehicles', '/debts', `/debts?cost=${encodeURIComponent(HOSTILE)}`]) {
    const page = await pages.text(at)
    expect({ at, script: page.includes('<script>alert') }).toEqual({ at, script: false })
  }
  expect(await pages.text(path)).toContain('&#60;script&#62;alert')
  const kept = (await pages.rows('/vehicles.csv')).find((row) => row['Plate'] === plate)
  expect(Object.values(kept ?? {})).toContain(HOSTILE)
  const wrong = await pages.send(path, { plate: 'XX', uf, nickname: '', costCentre: '' })
  expect(wrong.status).toBe(400)
  const missing = '/vehicles/00000000-0000-4000-8000-000000000000'
  expect((await pages.get(missing)).status).toBe(404)
})

test('an older page of a vehicle changes what was typed on it, and takes back nothing else', async () => {
  const plate = vehicles[4]?.['plate'] ?? ''
  const path = await pathOf(plate)
  const page = await pages.text(path)
  const value = (name: string): string =>
    new RegExp(`name="was_${name}" value="([^"]*)"`).exec(page)?.[1] ?? 'none'
  const names = ['plate', 'uf', 'nickname', 'cost']
  const shown = Object.fromEntries(
    names.flatMap((name) => [
      [name, value(name)],
      [`was_${name}`, value(name)],
    ]),
  )
  expect(shown).toMatchObject({ plate, was_plate: plate })
  const centre = 'Obra 11.222.333/0001-81'
  await pages.send(path, { ...shown, cost: centre })
  // The filter masks the document in it; the search shows what was typed.
  const key = /<option value="(Obra [^"]+)"/.exec(await pages.text('/vehicles'))?.[1] ?? ''
  const ofCentre = await pages.rows(`/vehicles.csv?cost=${encodeURIComponent(key)}`)
  expect(ofCentre).toEqual(await pages.rows(`/vehicles.csv?q=${plate}`))
  expect(await pages.text(`/vehicles?q=${encodeURIComponent(centre)}`)).toContain(
    `value="${centre}"`,
  )
  await pages.send(path, { ...shown, was_cost: centre, cost: 'Obra Nova 7' })
  expect((await pages.send(path, { ...shown, nickname: 'Van 12' })).status).toBe(200)
  const now = (await pages.rows('/vehicles.csv')).find((row) => row['Plate'] === plate)
  expect(now).toMatchObject({ 'Cost centre': 'Obra Nova 7', Nickname: 'Van 12' })
  const refused = await pages.send(path, { ...shown, cost: 'Matriz' })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('somebody else changed the Cost centre')
  expect(await pages.rows('/vehicles.csv')).toContainEqual(now)
})

test('a search finds a vehicle however a plate is written, and words without accents', async () => {
  const plate = vehicles[5]?.['plate'] ?? ''
  const path = await pathOf(plate)
  await pages.send(path, {
    plate,
    uf: vehicles[5]?.['uf'] ?? '',
    nickname: 'Caminhão Ímã 1',
    cost: '',
  })
  const [head, tail] = [plate.slice(0, 3), plate.slice(3)]
  const [other = ''] = plateForms(plate).filter((form) => form !== plate)
  await pages.query(`insert into frota.vehicle_change (vehicle_id, field, before, after, changed_at)
    select id, 'plate', 'QHI3140', plate, now() from frota.vehicle where plate = '${plate}'`)
  const written = [`${head}-${tail}`, `${head} ${tail}`, plate.toLowerCase(), other, 'QHI-3140']
  for (const way of [...written, 'qhi3b40', 'CAMINHAO ima', 'hÃO í']) {
    const found = await pages.rows(`/vehicles.csv?q=${encodeURIComponent(way)}`)
    expect({ way, plates: found.map((row) => row['Plate']) }).toEqual({ way, plates: [plate] })
  }
  for (const name of ['debts', 'runs/1/table/vehicles']) {
    const count = async (q: string) =>
      /class="found" role="status">\s*(\d+) row/.exec(await pages.text(`/${name}?q=${q}`))?.[1]
    const rows = [await count(`${head}-${tail}`), await count(other)]
    expect({ name, rows }).toEqual({ name, rows: Array(2).fill(await count(plate)) })
  }
  expect(await pages.rows(`/vehicles.csv?q=${encodeURIComponent('%')}`)).toEqual([])
  expect(await pages.rows('/vehicles.csv?q=-')).toEqual([])
})

test('an address with a date that is none shows nothing, and says why', async () => {
  expect((await pages.rows('/debts.csv?from=2026-02-28&to=2027-12-31')).length).toBeGreaterThan(0)
  for (const wrong of ['from=2026-02-30', 'to=2026-02-30', 'from=01/04/2026&to=30/04/2026']) {
    const page = await pages.text(`/debts?${wrong}`)
    expect(page).toMatch(/(2026-02-30|01.{1,5}04.{1,5}2026) is no date: write YYYY-MM-DD/)
    expect(await pages.rows(`/debts.csv?${wrong}`)).toEqual([])
  }
  expect(await pages.text('/debts?from=&to=')).not.toContain('is no date')
})

test('a vehicle is taken out only by whoever ticks that it is meant', async () => {
  const plate = vehicles[1]?.['plate'] ?? ''
  const path = await pathOf(plate)
  await pages.send(`${path}/remove`)
  expect(await pages.rows(`/vehicles.csv?q=${plate}`)).toHaveLength(1)
  await pages.query(`update frota.vehicle set state = 'refused' where plate = '${plate}'`)
  const gone = await (await pages.send(`${path}/remove`, { sure: 'yes' })).text()
  expect(gone).not.toContain('The service knows it')
  expect(await pages.text(`/vehicles?q=${plate}`)).toContain(`0 rows. <a href="${path}">${plate}`)
  expect(gone).toContain('in no total and no proposal')
  await pages.query(`update frota.debt set state = 'proposed' where vehicle_id in
    (select id from frota.vehicle where plate = '${plate}')`)
  const states = (await pages.rows(`${path}/debts.csv`)).map((row) => row['Status'])
  expect([states.includes('open'), states.includes('proposed')]).toEqual([true, false])
})

test('a proposal is approved as it was shown, and refused only with a reason', async () => {
  const page = await pages.text('/proposals')
  const [first = '', second = ''] = [
    ...page.matchAll(/name="plan"\s+value="([0-9a-f-]{36}:[0-9a-f]+)"/g),
  ].map(([, value = '']) => value)
  expect(second).not.toBe('')
  const before = (await pages.rows('/proposals.csv')).length
  expect((await pages.send('/proposals', { verdict: 'reject', plan: first })).status).toBe(400)
  expect((await pages.send('/proposals', { verdict: 'approve' })).status).toBe(400)
  const altered = `${second.slice(0, 37)}${'0'.repeat(second.length - 37)}`
  const refused = await pages.send('/proposals', { verdict: 'approve', plan: altered })
  expect(await refused.text()).not.toContain('>approved<')
  const approved = await pages.send('/proposals', { verdict: 'approve', plan: second })
  expect(await approved.text()).toContain('approved')
  expect((await pages.rows('/proposals.csv')).map((row) => row['State'])).toContain('approved')
  const rejected = await pages.send('/proposals', {
    verdict: 'reject',
    plan: first,
    reason: HOSTILE,
  })
  expect(rejected.status).toBe(200)
  expect((await pages.rows('/proposals.csv')).length).toBe(before - 1)
})

test('a run is listed with its file, who asked for it and what was owed at its end', async () => {
  const [run, ...others] = await pages.rows('/runs.csv')
  expect(others).toEqual([])
  expect(run).toMatchObject({
    File: 'small.csv',
    'Asked for by': 'Ana Souza',
    State: 'done',
  })
  expect(centsOf(run?.['Owed'])).toBe(sumOf(debts, 'owed_amount'))
  expect(await pages.text('/runs?q=small')).toContain('1 row.')
  expect(await pages.text('/runs?q=nothing-of-it')).toContain('0 rows.')
})

test('every row of every list of a simulated service says so in its file', async () => {
  const lists = ['debts', 'vehicles', 'proposals', 'pay', 'fleets', 'runs', 'due']
  const path = await pathOf(debts[0]?.['plate'] ?? '')
  for (const list of [...lists.map((name) => `/${name}`), `${path}/debts`]) {
    const origins = (await pages.rows(`${list}.csv`)).map((row) => row['Origin'])
    expect([list, ...new Set(origins)]).toEqual([list, 'SIMULADO'])
  }
  const events = (await pages.text('/due.ics')).match(/^SUMMARY:.*/gm) ?? []
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) expect(event).toMatch(/^SUMMARY:SIMULADO · /)
})

test("a report's file is a table that is searched and paged, and no other file is", async () => {
  const first = await pages.text('/runs/1/table/debts')
  expect(first).toContain(`${debts.length} rows`)
  expect(first.match(/<tr>/g)).toHaveLength(Math.min(debts.length, 50) + 1)
  const last = await pages.text(`/runs/1/table/debts?page=${Math.ceil(debts.length / 50)}`)
  expect(last).toContain(debts.at(-1)?.['plate'])
  const plate = debts[0]?.['plate'] ?? ''
  const ofPlate = debts.filter((row) => Object.values(row).some((cell) => cell.includes(plate)))
  expect(await pages.text(`/runs/1/table/debts?q=${plate}`)).toMatch(
    new RegExp(`\\b${ofPlate.length} rows?\\.`),
  )
  expect(first).toContain('href="/runs/1/files/debts.csv?of=principal"')
  for (const name of ['summary', 'nothing', 'debts.csv', '..%2f..%2fsecret', '']) {
    expect((await pages.get(`/runs/1/table/${name}`)).status).toBe(404)
  }
})

test('a plate that another vehicle has is told, and a label that is too long is named', async () => {
  const [plate = '', taken = ''] = [vehicles[2]?.['plate'], vehicles[3]?.['plate']]
  const path = await pathOf(plate)
  const given = { uf: vehicles[2]?.['uf'] ?? '', nickname: '' }
  const long = await pages.send(path, { ...given, plate, cost: 'x'.repeat(200) })
  expect(await long.text()).toContain('Cost centre: at most 120 characters.')
  const alone = await pages.send(path, { ...given, plate, cost: 'Norte' })
  expect(await alone.text()).not.toContain('vehicles have the plate')
  const twice = await pages.send(path, { ...given, plate: taken, cost: 'Norte' })
  expect(await twice.text()).toContain(`2 vehicles have the plate ${taken}`)
})

test('reports that were written in a folder that this machine has not are said to be elsewhere', async () => {
  const folder = (await readdir(pages.reportsDir)).find((name) => name.endsWith('-0001')) ?? ''
  await rename(join(pages.reportsDir, folder), join(pages.dataDir, folder))
  const page = await pages.text('/runs/1')
  expect(page).toMatch(/The reports are where it was done \([^)]+\): ask whoever operates/)
  expect(page).not.toContain('This run left no reports')
})

test('the page of a first close names the earlier months with movements that it leaves out', async () => {
  const warning = 'Once this month is closed, these cannot be: 2026-11.'
  const preview = async (month: string): Promise<string> => {
    await pages.send(`/months/${month}/preview`)
    return pages.text(`/months/${month}`)
  }
  expect(await preview('2026-11')).not.toContain(warning)
  startWallClock({ thenMs: NOON + 30 * 24 * 3_600_000 })
  const page = await preview('2026-12')
  expect(page).toContain(`${warning} To close them, begin with 2026-11.`)
})
