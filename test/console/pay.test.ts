/** Paying in the pages over HTTP: codes as page and file, one that ran out, decisions by a file. */
import { expect, test } from 'vitest'
import { startWallClock } from '../../src/clock.ts'
import { openDatabase } from '../../src/database/open.ts'
import { NOON, openAfterRun } from './after-run.ts'
import type { Row } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const HOUR_MS = 3_600_000

const pages = await forFile(openAfterRun())

test('each code stands on the page and in its file, with when it was read and holds', async () => {
  const page = await pages.text('/pay')
  const rows = await pages.rows('/pay.csv')
  const payable = rows.filter((row) => row['Code or line of digits'] !== '')
  expect(payable.length).toBeGreaterThan(1)
  expect(page.match(/<figure/g)).toHaveLength(payable.length)
  for (const row of payable) {
    expect(page).toContain(row['Code or line of digits'])
    expect(Date.parse(row['Read at'] ?? '')).toBeGreaterThanOrEqual(NOON)
    expect(Date.parse(row['Good until'] ?? '')).toBeGreaterThan(NOON)
  }
  expect(page.match(/good until/g)).toHaveLength(payable.length)
  expect(page.match(/read \d/g)).toHaveLength(payable.length)
})

test('proposals go out as a file and are decided by it, bound to what it showed', async () => {
  const { headers } = await pages.get('/proposals/file')
  const named = /filename="frota-principal-([^"]+)"/.exec(headers.get('content-disposition') ?? '')
  expect(await pages.text('/proposals')).toContain(`>Download ${named?.[1]}</a>`)
  const rows = await pages.rows('/proposals/file')
  const plans = [...new Set(rows.map((row) => row['plan']))]
  expect(plans.length).toBeGreaterThan(3)
  const [yes, no, edited, left] = plans
  const decided = rows.map((row) => ({
    ...row,
    decision: { [`${yes}`]: 'approve', [`${no}`]: 'reject', [`${edited}`]: 'approve' }[
      `${row['plan']}`
    ],
    reason: row['plan'] === no ? 'sold' : '',
    ...(row['plan'] === edited ? { amount: '1.00' } : {}),
  }))
  const head = Object.keys(rows[0] ?? {})
  const lines = [head, ...decided.map((row) => head.map((name) => row[name as keyof typeof row]))]
  const csv = lines
    .map((cells) => cells.map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  const form = async (text: string, token?: string): Promise<Response> => {
    const body = new FormData()
    body.set('form_token', token ?? pages.formToken)
    body.set('file', new Blob([text]), 'proposals.csv')
    return pages.post('/proposals/file', body)
  }
  expect((await form(csv, 'none')).status).toBe(403)
  expect((await form('plate,renavam\nABC1D23,1\n')).status).toBe(422)
  const said = await (await form(csv)).text()
  expect(said).toContain('approved')
  const lineOf = new RegExp(
    `/proposals/${yes}">\\w{7}</a> approved ·\\s+<b>([^<]+)</b> · Debts: (\\d+)`,
  )
  const [, total = '', debts = ''] = lineOf.exec(said) ?? []
  const approved = rows.filter((row) => row['plan'] === yes)
  expect(total.replaceAll(/[^\d.]/g, '')).toBe(approved[0]?.['plan_total'])
  expect(debts).toBe(`${approved.length}`)
  expect(said).toContain('rejected;')
  expect(said).toMatch(/not applied: line \d+: the column amount says &#34;1\.00&#34;/)
  expect(said).toContain('write the file again on this page and decide anew')
  const after = await pages.rows('/proposals/file')
  expect(after.map((row) => row['plan'])).not.toContain(no)
  expect(after.map((row) => row['plan'])).toEqual(expect.arrayContaining([left, edited]))
  const states = (await pages.rows('/proposals.csv')).map((row) => row['State'])
  expect(states.filter((state) => state === 'approved')).toHaveLength(1)
})

test('orders of approved proposals are made by a click when somebody is there to pay', async () => {
  const codes = async (): Promise<Row[]> =>
    (await pages.rows('/pay.csv')).filter((row) => row['Code or line of digits'] !== '')
  const before = await codes()
  const approved = (await pages.rows('/proposals.csv')).find((row) => row['State'] === 'approved')
  expect(before.map((row) => row['Plate'])).not.toContain(approved?.['Plate'])
  const page = await pages.text('/pay')
  expect(page).toContain('Approved proposals without an order yet: 1 (')
  const button = /<form method="post" action="(\/runs)"[\s\S]*?name="mode" value="(\w+)"/.exec(page)
  const [, path = '', mode = ''] = button ?? []
  expect((await pages.send(path, { mode })).status).toBe(303)
  await Array.fromAsync(pages.events())
  const after = await codes()
  expect(after).toHaveLength(before.length + 1)
  expect(after.map((row) => row['Plate'])).toContain(approved?.['Plate'])
  expect(await pages.text('/pay')).not.toContain('Approved proposals without an order yet')
})

test('codes that were last read two hours ago are read and shown while a request waits', async () => {
  const codes = async (): Promise<Row[]> =>
    (await pages.rows('/pay.csv')).filter((row) => row['Code or line of digits'] !== '')
  const before = await codes()
  await using holder = await openDatabase({ dataDir: pages.dataDir, command: 'frota nightly' })
  expect(holder.engine).toBe('pglite')
  await pages.send('/runs', { mode: 'resume' })
  expect(await pages.text('/runs/current')).toContain('another program works with this data')
  startWallClock({ thenMs: NOON + 2 * HOUR_MS })
  const after = await codes()
  await pages.send('/runs/current/withdraw')
  expect(after).toHaveLength(before.length)
  for (const row of after) expect(Date.parse(row['Read at'] ?? '')).toBeGreaterThan(NOON + HOUR_MS)
})

test('codes that ran out are a list and a file, and made anew by a click, which says so', async () => {
  const before = await pages.rows('/pay.csv')
  startWallClock({ thenMs: NOON + 30 * HOUR_MS })
  const others = await pages.rows('/pay/others.csv?sort=total&way=down')
  expect(others.length).toBeGreaterThan(1)
  expect(new Set(others.map((row) => row['Plate']))).toEqual(
    new Set(before.map((row) => row['Plate'])),
  )
  const totals = others.map((row) => Number(row['Total']))
  expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  const [{ Plate: plate = '', Why: why = '' } = {}] = others
  expect(why).not.toBe('')
  const ofPlate = others.filter((row) => row['Plate'] === plate)
  expect(await pages.rows(`/pay/others.csv?q=${plate}`)).toEqual(ofPlate)
  const list = await pages.text(`/pay/others?q=${plate}`)
  expect(list).toMatch(new RegExp(`aria-label="[^"]+: ${plate}, `))
  expect(list).toContain('<a href="/pay">')
  expect(list.match(/action="\/pay\/[0-9a-f-]{36}\/renew"/g)).toHaveLength(ofPlate.length)
  expect(list).toContain(why)
  const page = await pages.text('/pay')
  const order = /action="\/pay\/([0-9a-f-]{36})\/renew"/.exec(page)?.[1] ?? ''
  expect(order).not.toBe('')
  expect(page).not.toContain('<figure')
  // Today says of them what their heading here does, since a new code makes them payable.
  expect(page).toContain('<h2>Cannot be paid now</h2>')
  expect(await pages.text('/')).toMatch(/\d+ orders? cannot be paid now \(R\$/)
  expect(await (await pages.send(`/pay/${order}/renew`)).text()).toContain(
    'The service made another code for',
  )
  const open = (await pages.rows('/pay.csv')).filter((row) => row['Code or line of digits'] !== '')
  expect(open).toHaveLength(1)
  const codes = before.map((row) => row['Code or line of digits'])
  expect(codes).not.toContain(open[0]?.['Code or line of digits'])
  expect(await (await pages.send(`/pay/${order}/renew`)).text()).toContain(
    'No new code was asked for',
  )
})
