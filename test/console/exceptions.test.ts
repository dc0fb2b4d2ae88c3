/** What a person does about exceptions on their page, with every kind planted once. */
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { wallClock, wallClockOffset } from '../../src/clock.ts'
import { agreeOnTime } from '../../src/ledger/runs/shifted-time.ts'
import { openDatabase } from '../../src/database/open.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { systemRandom } from '../../src/random.ts'
import { openSecret } from '../../src/secret.ts'
import { plantEveryKind } from '../reconciliation/reports/every-exception.ts'
import { FLEET, LedgerBuilder } from '../reconciliation/reports/ledger-builder.ts'
import { folderForFile, forFile } from '../support/for-file.ts'
import { openTestConsole } from './open-console.ts'

const REASON = 'checked with the authority'

const dataDir = join(await folderForFile('exceptions'), 'data')
const database = await forFile(openDatabase({ dataDir }))
await migrate(database.pool, ledgerMigrations)
const nowMs = wallClock.now()
const time = { nowMs, offsetMs: wallClockOffset(), throughOwner: false }
await agreeOnTime(database.pool, time)
await openSecret(join(dataDir, 'secret.json'), systemRandom, async () => true)
await plantEveryKind(new LedgerBuilder(database.pool), new Date(nowMs - 60_000))
const named = await database.pool.query<{ name: string }>(
  `select name from frota.fleet where id = '${FLEET}'`,
)
const pages = await forFile(
  openTestConsole({
    FROTA_DATA_DIR: dataDir,
    FROTA_FLEET: named.rows[0]?.name ?? '',
    FROTA_LOCALE: 'en',
    FROTA_PERSON: 'Ana Souza',
  }),
)

/** The hidden fields of each form of the page that is sent to `action`. */
async function formsTo(action: string): Promise<Record<string, string>[]> {
  const forms = (await pages.text('/exceptions')).matchAll(
    new RegExp(`<form method="post" action="${action}"[^>]*>([^]*?)</form>`, 'g'),
  )
  const hidden = /type="hidden" name="([a-z]+)" value="([^"]*)"/g
  return [...forms].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(hidden)].map(([, name = '', value = '']) => [
        name,
        value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
      ]),
    ),
  )
}

async function audited(what: string): Promise<{ actor: string; facts: string }[]> {
  const { rows } = await database.pool.query<{ actor: string; facts: string }>(
    'select actor, facts from frota.audit where what = $1 order by seq',
    [what],
  )
  return rows
}

/** How many wait: as the first page says, as the list of fleets does, and as the lists have rows. */
async function waiting() {
  const said = (pattern: RegExp, text: string): number => Number(pattern.exec(text)?.[1] ?? 0)
  const table = async (path: string): Promise<Record<string, string>[]> =>
    parse(await pages.text(path), { bom: true, columns: true, delimiter: ';' })
  const today = await pages.text('/')
  const orders = said(/(\d+) proposals? to decide/, today) + said(/(\d+) orders? to pay/, today)
  const [fleet] = await table('/fleets.csv')
  const listed = await table('/exceptions.csv')
  const rows = listed.filter((row) => row['What'] === 'Row of the sheet not accepted').length
  return {
    told: {
      rows: said(/(\d+) rows? of the last file to mend/, today),
      others: said(/(\d+) exceptions? to resolve/, today),
      ofFleet: Number(fleet?.['Waits for you']) - orders,
    },
    listed: { rows, others: listed.length - rows, ofFleet: listed.length },
  }
}

test('a button names its vehicle, and a refused row leads to where files are sent', async () => {
  const text = await pages.text('/exceptions')
  expect(text).toContain('<a href="/upload">Upload the corrected spreadsheet</a>')
  expect(text).toMatch(/<button [^>]*aria-label="I took care of it: off the list: [A-Z]{3}/)
})

test('the first page and the list of fleets count what the list of exceptions has', async () => {
  const { told, listed } = await waiting()
  expect(told).toEqual(listed)
  expect(listed.rows).toBe(1)
  expect(listed.others).toBeGreaterThan(10)
})

test('each that a person may end leaves the list once they say so, under their name', async () => {
  const forms = await formsTo('/exceptions/done')
  expect(forms.length).toBeGreaterThan(10)
  const [first = {}] = forms
  expect((await pages.send('/exceptions/done', first)).status).toBe(422)
  for (const form of forms) {
    const answer = await pages.send('/exceptions/done', { ...form, reason: REASON })
    expect({ form, status: answer.status }).toEqual({ form, status: 200 })
  }
  expect((await pages.send('/exceptions/done', { ...first, reason: REASON })).status).toBe(422)
  expect(await formsTo('/exceptions/done')).toEqual([])
  const ended = await audited('exception-ended')
  expect(ended).toHaveLength(forms.length)
  expect(new Set(ended.map(({ actor }) => actor))).toEqual(new Set(['Ana Souza']))
  const { told, listed } = await waiting()
  expect(told).toEqual({ ...listed, rows: 0 })
})

test('a refund frees its debts once, and its exception is gone', async () => {
  const [form = {}] = await formsTo('/exceptions/free')
  const answer = await pages.send('/exceptions/free', { ...form, reason: REASON })
  expect(await answer.text()).toMatch(/\d debts? (is|are) free/)
  const again = await pages.send('/exceptions/free', { ...form, reason: REASON })
  expect(again.status).toBe(400)
  expect(await again.text()).toContain(
    'This order locks no debt: they were set free before, or another order has paid them.',
  )
  expect(await audited('debts-freed')).toHaveLength(1)
})

test('whoever may not decide is told who does, where others have the form', async () => {
  const told = 'An approver or an admin resolves this.'
  const manager = await pages.enter('Bruno Lima', 'manager')
  const page = await manager.text('/exceptions')
  const forms = await formsTo('/exceptions/(?:review|free)')
  expect(forms.length).toBeGreaterThan(1)
  expect(page.split(told)).toHaveLength(forms.length + 1)
  expect(page).not.toContain('action="/exceptions/review"')
  expect(await pages.text('/exceptions')).not.toContain(told)
})

test('a choice that needs an order asks for it, and unknown ones change nothing', async () => {
  const some = { reference: '00000000-0000-4000-8000-00000000000a', reason: REASON }
  expect((await pages.send('/exceptions/review', { ...some, choice: 'adopt' })).status).toBe(422)
  expect((await pages.send('/exceptions/review', { ...some, choice: 'all' })).status).toBe(422)
  expect((await pages.send('/exceptions/review', { ...some, choice: 'none' })).status).toBe(422)
  expect((await pages.send('/exceptions/free', { order: 'x', reason: REASON })).status).toBe(422)
})
