/**
 * Orders that were paid after the report: the page of the run names them, and their list has its
 * figures, order, search and file.
 */
import { expect, test } from 'vitest'
import type { OrdersNow } from '../../src/console/money/read-orders-for-page.ts'
import { paidAfter } from '../../src/console/runs/ended-run.ts'
import { displayFor } from '../../src/reconciliation/reports/words/display.ts'
import { forFile } from '../support/for-file.ts'
import { payPix } from '../support/pay-pix.ts'
import { ANY_AMOUNT, OWING, plantedSheet } from '../support/planted-fleet.ts'
import { accessTo, openWorld } from '../support/run-frota.ts'
import { openTestConsole, type Row } from './open-console.ts'

/** Paid orders that never settle, so each stays in the list. */
const STUCK = 'ZZY'
const PLATES = 3

const CODES = /<figure data-order="([0-9a-f-]{36})"/g

const column = (rows: readonly Row[], name: string): string[] => rows.map((row) => row[name] ?? '')
const money = (reais: string): string =>
  displayFor('en', 'America/Sao_Paulo').money(BigInt(reais.replace('.', '')))
const platesOn = (page: string): string[] =>
  [...page.matchAll(/<td[^>]*>\s*<span class="plate">(\w{7})</g)].map(([, plate = '']) => plate)

const home = await forFile(openWorld({ FROTA_TEST_SCALE: '200' }))
const facts = await home.serve()
const pages = await forFile(
  openTestConsole({
    ...accessTo(facts),
    FROTA_CSV_FLAVOUR: 'machine',
    FROTA_LOCALE: 'en',
    FROTA_ORDER_METHOD: 'pix',
    FROTA_APPROVE_UP_TO: ANY_AMOUNT,
  }),
)
const stuck = Array.from({ length: PLATES }, () => STUCK)
const sheet = plantedSheet([...stuck, OWING]).join('\n')
await pages.reconcile(new Blob([sheet]))
/** The page, and the list, before anything was paid. */
const before = await pages.text('/pay')
const paidBefore = await pages.rows('/pay/paid.csv')
const headers = { 'x-api-key': facts.apiKey, 'x-account-id': facts.accountId }
const answer = await fetch(`${facts.url}/api/v1/orders`, { headers })
const { results } = (await answer.json()) as { results: { id: string; plate: string }[] }
for (const { id, plate } of results) if (plate.startsWith(STUCK)) await payPix(facts, id)

test('an order that was paid after the report is named, and not to be paid again', async () => {
  const summary = await pages.text('/runs/1/files/summary.html')
  const page = await pages.text('/runs/1')
  expect(page).toContain('Orders now')
  const named = /3 orders were paid after this report.*: (.*)\s*<\/p>/.exec(page)?.[1] ?? ''
  for (const plate of ['ZZY1A01', 'ZZY1A02', 'ZZY1A03']) {
    expect(summary).toContain(plate)
    expect(named).toContain(plate)
  }
  expect(named).not.toContain(OWING)
  expect(page).toContain('<a href="/pay">1 order to pay (R$')
  expect(page).not.toContain('not read at the service now')
  for (const table of ['debts', 'exceptions']) {
    const path = `/runs/1/table/${table}`
    expect(page).toContain(`<b><a href="${path}?of=`)
    expect((await pages.get(path)).status).toBe(200)
  }
})

test('an order made after the report, or known as paid then, is not named beside it', () => {
  const order = (
    plate: string,
    createdAt: string,
    paidSeenAt: string | null,
    standing = 'settled',
  ) =>
    ({
      plate,
      standing,
      createdAt: new Date(createdAt),
      paidSeenAt: paidSeenAt === null ? null : new Date(paidSeenAt),
      standingSince: new Date('2026-03-28'),
    }) as OrdersNow['orders'][number]
  const orders = [
    order('MADE1LATER', '2026-03-25', '2026-03-26'),
    order('PAID1BEFORE', '2026-01-10', '2026-01-12'),
    order('PAID1AFTER', '2026-01-10', '2026-03-26', 'paid'),
    order('SETTLED1NOW', '2026-01-10', '2026-03-26'),
    order('UNPAID1', '2026-01-10', null, 'open'),
  ]
  const named = paidAfter(orders, new Date('2026-01-20')).map(({ plate }) => plate)
  expect(named).toEqual(['PAID1AFTER', 'SETTLED1NOW'])
})

test('a paid order leaves the codes and stands among the paid, with its figures', async () => {
  expect([...before.matchAll(CODES)]).toHaveLength(PLATES + 1)
  expect(paidBefore).toEqual([])
  const page = await pages.text('/pay')
  expect([...page.matchAll(CODES)]).toHaveLength(1)
  const rows = await pages.rows('/pay/paid.csv')
  expect(column(rows, 'Plate')).toEqual(['ZZY1A01', 'ZZY1A02', 'ZZY1A03'])
  const list = await pages.text('/pay/paid')
  for (const shown of [page, list]) {
    expect(platesOn(shown)).toEqual(column(rows, 'Plate'))
    for (const total of column(rows, 'Total')) {
      expect(shown).toContain(money(total))
    }
  }
  expect(new Set(column(rows, 'State at the service'))).toEqual(new Set(['paid']))
  expect(new Set(column(rows, 'Method'))).toEqual(new Set(['Pix']))
  for (const since of column(rows, 'Since')) expect(Date.parse(since)).not.toBeNaN()
  expect(list).toContain('3 rows.')
})

test('the list of the paid is sorted, searched, paged and given as a file as it is shown', async () => {
  const by = async (query: string): Promise<string[]> => {
    const rows = column(await pages.rows(`/pay/paid.csv?${query}`), 'Plate')
    expect(platesOn(await pages.text(`/pay/paid?${query}`))).toEqual(rows)
    return rows
  }
  const rows = await pages.rows('/pay/paid.csv')
  const largest = rows.toSorted((a, b) => Number(b['Total']) - Number(a['Total']))
  expect(await by('sort=total&way=down')).toEqual(column(largest, 'Plate'))
  expect(await by('sort=total&way=up')).toEqual(column(largest.toReversed(), 'Plate'))
  expect(await by('sort=plate&way=down')).toEqual(['ZZY1A03', 'ZZY1A02', 'ZZY1A01'])
  expect(await by('q=1a02')).toEqual(['ZZY1A02'])
  expect(await by('q=nothing')).toEqual([])
  const beyond = await pages.text('/pay/paid?page=2&sort=total')
  expect(platesOn(beyond)).toEqual([])
  expect(beyond).toMatch(/href="\/pay\/paid\?[^"]*sort=total[^"]*" rel="prev"/)
})
