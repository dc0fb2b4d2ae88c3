/** The first page and the due dates over HTTP, held against the files of the run's report. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { openAfterRun } from './after-run.ts'
import { openTestConsole, rowsIn, type Row } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const cents = (rows: readonly Row[], column = 'owed_amount'): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
const money = (rows: readonly Row[], column?: string): string =>
  new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(cents(rows, column) / 100)
const later = (days: number): string => Temporal.PlainDate.from(today).add({ days }).toString()
const dueBetween = (from: string, to: string): Row[] =>
  owed.filter((row) => (row['due_date'] ?? '') >= from && (row['due_date'] ?? '') <= to)

const pages = await forFile(openAfterRun())
const debts = await readFile(join(pages.reportsDir, 'latest', 'debts.csv'), 'utf8')
const owed = rowsIn(debts).filter((row) => row['counted_as_owed'] === 'yes')
const today = /Today, (\d{4}-\d\d-\d\d)/.exec(await pages.text('/'))?.[1] ?? ''

test('the first page names what is owed, what is overdue, and how much is known', async () => {
  const page = await pages.text('/')
  const overdue = owed.filter((row) => row['due_date'] !== '' && (row['due_date'] ?? '') < today)
  expect(overdue.length).toBeGreaterThan(0)
  for (const rows of [owed, overdue, dueBetween(today, later(7)), dueBetween(today, later(30))]) {
    expect(page).toContain(money(rows))
  }
  const vehicles = await pages.rows('/vehicles.csv')
  const known = vehicles.filter((row) => row['Last answer'] !== '').length
  expect(page).toContain(`${known} of ${vehicles.length} vehicles have an answer`)
})

test.each(['/', '/due'])('of debts without a due date %s says what can be paid', async (path) => {
  const page = await pages.text(path)
  const undated = owed.filter((row) => row['due_date'] === '')
  expect(undated.length).toBeGreaterThan(1)
  for (const [payable, said] of [
    ['yes', 'can be paid here'],
    ['no', 'cannot be paid here'],
  ] as const) {
    const rows = undated.filter((row) => row['payable'] === payable)
    const sum = `${rows.length} debts?, R\\$\\D?${money(rows)}`
    expect(rows.length > 0).toBe(new RegExp(`due date, ${said}: ${sum}`).test(page))
  }
})

test('each figure of the first page leads to the rows behind it', async () => {
  const page = await pages.text('/')
  const links = [...page.matchAll(/href="(\/(?:debts|vehicles|due)\?[^"]+)"/g)].map(([, to = '']) =>
    to.replaceAll('&#38;', '&'),
  )
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect((await pages.get(link)).status).toBe(200)
  const late = links.find((link) => link.includes('to=') && !link.includes('from=')) ?? ''
  const file = await pages.rows(late.replace('/debts?', '/debts.csv?'))
  const overdue = owed.filter((row) => row['due_date'] !== '' && (row['due_date'] ?? '') < today)
  expect(cents(file, 'Amount')).toBe(cents(overdue))
})

test('what waits for a person is what the other pages list', async () => {
  const page = await pages.text('/')
  const proposals = await pages.rows('/proposals.csv')
  const waiting = proposals.filter((row) => row['State'] === 'waits for a decision')
  const orders = await pages.rows('/pay.csv')
  for (const [rows, said] of [
    [waiting, 'proposals to decide'],
    [orders, 'orders to pay'],
  ] as const) {
    expect(rows.length).toBeGreaterThan(1)
    expect(page).toMatch(
      new RegExp(`\\b${rows.length} ${said} \\(R\\$\\D?${money(rows, 'Total')}\\)`),
    )
  }
})

test.each(['30', '60', '90'])(
  'the next %s days sum up to the debts of the report',
  async (days) => {
    const due = dueBetween(today, later(Number(days)))
    const page = await pages.text(`/due?days=${days}`)
    expect(page).toContain(`${due.length} debts`)
    expect(page).toContain(money(due))
    for (const day of new Set(due.map((row) => row['due_date']))) {
      expect(page).toContain(money(due.filter((row) => row['due_date'] === day)))
    }
  },
)

test('the calendar file has one event a day, each line within 75 octets', async () => {
  const due = dueBetween(today, later(90))
  const answer = await pages.get('/due.ics?days=90')
  expect(answer.headers.get('content-type')).toContain('text/calendar')
  const file = await answer.text()
  const lines = file.split('\r\n')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  const days = lines.flatMap((line) => /^DTSTART;VALUE=DATE:(\d{8})/.exec(line)?.slice(1) ?? [])
  const expected = [...new Set(due.map((row) => (row['due_date'] ?? '').replaceAll('-', '')))]
  expect(days).toEqual(expected.toSorted((one, other) => one.localeCompare(other)))
  const unfolded = file.replaceAll('\r\n ', '')
  for (const { plate = '' } of due) expect(unfolded).toContain(plate)
})

test('a vehicle that was never answered has no figures, and is none of those that owe', async () => {
  const [{ Plate: plate = '', Owed: sum = '' } = {}] = await pages.rows(
    '/vehicles.csv?owes=something',
  )
  const [{ Plate: never = '' } = {}] = await pages.rows('/vehicles.csv?owes=nothing')
  await pages.query(`update frota.vehicle set latest_answer_at = case plate
    when '${plate}' then latest_answer_at - interval '40 days' end
    where plate in ('${plate}', '${never}')`)
  await pages.query(`update frota.consultation set status = 'failed' where vehicle_id in
    (select id from frota.vehicle where plate = '${never}')`)
  const money = Number(sum).toLocaleString('en')
  expect(await pages.text('/')).toMatch(
    new RegExp(`Another owes R\\$\\D?${money}, by what was known.*1 was never answered`, 's'),
  )
  expect(await pages.rows(`/vehicles.csv?q=${never}`)).toMatchObject([{ Debts: '', Owed: '' }])
  const list = await pages.text(`/vehicles?q=${never}`)
  expect(list).toContain('never answered</td>')
  const vehicle = /href="(\/vehicles\/[0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
  expect(await pages.text(vehicle)).toContain('what it owes is not known')
})

test('before the first file the first page is that of the upload, and no month is closed', async () => {
  await using fresh = await openTestConsole({ FROTA_LOCALE: 'en' })
  expect((await fresh.get('/')).headers.get('location')).toBe('/upload')
  expect(await fresh.text('/due')).toContain('falls due in this time')
  expect(await fresh.text('/months')).toContain('There is nothing to close yet')
})
