import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closes } from '../../../../src/reconciliation/books/close/book-checks.ts'
import { readCsv } from '../../../support/recompute-months.ts'
import { histories, writeSample } from './sample-month.ts'

const folder = mkdtempSync(join(tmpdir(), 'frota-classes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each debt that is owed or ordered is in classes.csv once with each order', async () => {
  const { directory, facts } = await writeSample(folder, { locale: 'en', flavour: 'machine' })
  expect(facts.checks.filter((check) => !closes(check))).toEqual([])
  const rows = await readCsv(join(directory, 'classes.csv'))
  const found = rows.map(({ plate, debt, order }) => `${plate} ${debt} ${order}`)
  expect(new Set(found).size).toBe(found.length - LINES_OF_NO_ORDER + 1)
  for (const { vehicle, debts, orders } of histories) {
    const open = orders.filter(({ standing }) => standing === 'open' || standing === 'refunded')
    const pairs = open.flatMap(({ id, items }) => items.map(({ debtId }) => `${debtId} ${id}`))
    const ordered = new Set(orders.flatMap(({ items }) => items.map(({ debtId }) => debtId)))
    const owed = debts.filter(({ id, now }) => vehicle.inFleet && now.shown && !ordered.has(id))
    const expected = [...pairs, ...owed.map(({ id }) => `${id} `)]
    for (const pair of expected) expect(found).toContain(`${vehicle.plate} ${pair}`)
  }
})

/** They have neither plate nor debt. */
const LINES_OF_NO_ORDER = 2
