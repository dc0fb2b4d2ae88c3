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

test('a close is not refused where a paid order ended and nobody said that it was not paid', async () => {
  const { length } = histories.flatMap(({ orders }) => orders.filter(isPaid))
  expect(length).toBeGreaterThan(0)
  const ended = histories.map((history) => ({
    ...history,
    orders: history.orders.map((order) =>
      isPaid(order) ? { ...order, standing: 'dead' as const } : order,
    ),
  }))
  async function* pages() {
    yield ended
  }
  const { facts } = await writeSample(folder, { locale: 'pt-BR', flavour: 'excel' }, null, pages)
  expect(facts.checks.filter((check) => !closes(check))).toEqual([])
})

function isPaid({ standing }: (typeof histories)[number]['orders'][number]): boolean {
  return standing === 'paid'
}

test("a line of the bank's next month is not of this one", async () => {
  const { directory } = await writeSample(folder, { locale: 'en', flavour: 'machine' })
  const rows = await readCsv(join(directory, 'classes.csv'))
  const lone = rows.filter((row) => row['plate'] === '')
  expect(lone.map((row) => row['amount']).sort((a, b) => Number(a) - Number(b))).toEqual([
    '-9.90',
    '1234.56',
  ])
})

/** They have neither plate nor debt. */
const LINES_OF_NO_ORDER = 2
