/**
 * Every cell of a proposals.csv is held to its proposal when the file comes back: an edit is refused
 * with its address, and what a spreadsheet does to the form of a cell is none.
 */
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import {
  bindPlan,
  plansOfFile,
} from '../../../src/reconciliation/orders/deciding/bind-proposals.ts'
import type { Bound } from '../../../src/reconciliation/orders/deciding/bind-proposals.ts'
import {
  BINDING,
  COLUMNS,
  DEBTS,
  proposalLine,
  readLines,
  shownLines,
  tableOf,
} from './proposal-samples.ts'

const base = {
  renavam: '00639884962',
  costCentre: '0012',
  description: 'Multa: avanço do sinal',
  dueDate: '2026-01-09',
  approvedBy: 'Ana Souza',
}
const two = [
  proposalLine(base),
  proposalLine({ ...base, debtId: DEBTS[1], amountCents: 1_234_50n, dueDate: null }),
]

async function bound(table: readonly string[][], lines = two): Promise<Bound> {
  const [filed] = plansOfFile(await readLines(stringify([...table])))
  if (filed === undefined) throw new Error('the file has a plan')
  return bindPlan(filed, shownLines(lines))
}

/** With this cell of the first or second line instead of what went out. */
async function withCell(column: string, cell: string, row = 1): Promise<Bound> {
  const table = await tableOf(two)
  const line = table[row]
  if (line === undefined) throw new Error('the table has that row')
  return bound(table.with(row, line.with(COLUMNS.indexOf(column), cell)))
}

describe('an edited cell is refused with its line, its column and both values', () => {
  test.each([
    ['plate', 'ABC1D24', 'ABC1D23'],
    ['renavam', '00639884963', '00639884962'],
    ['costCentre', '0013', '0012'],
    ['costCentre', '', '0012'],
    ['kind', 'IPVA', 'Fine'],
    ['description', 'Multa: avanço da faixa', 'Multa: avanço do sinal'],
    ['dueDate', '2026-09-01', '2026-01-09'],
    ['dueDate', '', '2026-01-09'],
    ['amount', '130.01', 130_00n],
    ['amount', 'abc', 130_00n],
    ['items', '3', 2],
    ['planDebts', '364.50', 1_364_50n],
    ['fee', '0', 4_90n],
    ['fee', '', 4_90n],
    ['total', '135', 1_369_40n],
    ['total', 'R$ 1.369,04', 1_369_40n],
    ['method', 'boleto', 'pix'],
    ['approvedBy', 'Bia', 'Ana Souza'],
    ['approvedBy', 'Ana Souza + Bia', 'Ana Souza'],
    ['origin', 'REAL', 'SIMULADO'],
  ])('%s: %j', async (column, found, value) => {
    const result = await withCell(column, found)
    expect(result).toMatchObject({ bound: 'bounced', line: 2, why: 'cell-edited' })
    expect(result).toMatchObject({ cell: { column, found, shown: { en: { value } } } })
  })

  test('in a line that decides nothing, too, and in an empty cell', async () => {
    const edited = await withCell('dueDate', '2026-01-10', 2)
    expect(edited).toMatchObject({ line: 3, why: 'cell-edited', cell: { column: 'dueDate' } })
  })

  test('a document that somebody typed into it is not repeated', async () => {
    const edited = await withCell('costCentre', '529.982.247-25')
    expect(edited).toMatchObject({ cell: { found: '***.982.247-**' } })
  })

  test('a sum that the service had not said yet may not be filled in', async () => {
    const open = two.map((line) => ({ ...line, feeCents: null, totalCents: null }))
    const table = await tableOf(open)
    expect(await bound(table, open)).toMatchObject({ bound: 'decision' })
    const filled = table.map((row, at) => (at === 1 ? row.with(12, '1369.40') : row))
    expect(await bound(filled, open)).toMatchObject({ cell: { column: 'total' } })
  })

  test('a file from before the service said the fee is left to its binding', async () => {
    const before = two.map((line) => ({ ...line, feeCents: null, hash: 'c2'.repeat(32) }))
    const decision = { bound: 'decision', hash: 'c2'.repeat(32) }
    expect(await bound(await tableOf(before))).toMatchObject(decision)
  })
})

describe('what a spreadsheet or the other language writes instead is no edit', () => {
  test.each([
    ['plate', 'abc-1d23'],
    ['renavam', '639884962'],
    ['renavam', '="00639884962"'],
    ['renavam', '6,39885E+08'],
    ['costCentre', '12'],
    ['costCentre', "'0012"],
    ['kind', 'Multa'],
    ['kind', 'Fine'],
    ['description', 'MULTA: AVANCO DO SINAL'],
    ['description', ' Multa:  avanço do sinal '],
    ['dueDate', '09/01/2026'],
    ['dueDate', '9/1/2026'],
    ['dueDate', '09/01/26'],
    ['dueDate', '9.1.2026'],
    ['dueDate', '09/01/2026 00:00:00'],
    ['dueDate', '2026-01-09'],
    ['amount', '130'],
    ['amount', '130,0'],
    ['amount', 'R$ 130,00'],
    ['planDebts', '1.364,50'],
    ['planDebts', '1364,5'],
    ['planDebts', 'R$ 1,364.50'],
    ['fee', '4,9'],
    ['items', '2'],
    ['method', 'PIX'],
    ['approvedBy', ''],
    ['approvedBy', 'ANA SOUZA'],
    ['binding', BINDING.toUpperCase()],
  ])('%s: %j', async (column, cell) => {
    expect(await withCell(column, cell)).toMatchObject({ bound: 'decision' })
  })

  test.each([
    ['Multa → faixa “A”', 'Multa ? faixa “A”'],
    ['Łódź 10', '?ódz 10'],
    ['🚗 carro', '?? carro'],
    ['=1+1', "'=1+1"],
    ['00123', '123'],
    ['123456789012', '1,23457E+11'],
    ['12,50', '12,5'],
  ])('the text %j as %j', async (description, saved) => {
    const lines = two.map((line) => ({ ...line, description }))
    const table = (await tableOf(lines)).map((row, at) => (at === 0 ? row : row.with(6, saved)))
    expect(await bound(table, lines)).toMatchObject({ bound: 'decision' })
  })

  test('columns of the file that somebody took out or added hold nothing', async () => {
    const table = (await tableOf(two)).map((row) => [...row.toSpliced(4, 3), '', 'obs', ''])
    expect(await bound(table)).toMatchObject({ bound: 'decision' })
  })

  test('somebody approved it while the file was away', async () => {
    const later = two.map((line) => ({ ...line, approvedBy: 'Ana Souza + Bia' }))
    expect(await bound(await tableOf(two), later)).toMatchObject({ bound: 'decision' })
    expect(await bound(await tableOf(later))).toMatchObject({ cell: { column: 'approvedBy' } })
  })
})
