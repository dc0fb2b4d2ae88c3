/** What counts as gone, and what stands on an old answer. */
import { describe, expect, test } from 'vitest'
import {
  oldAnswersBefore,
  reportOfVehicle,
} from '../../../src/reconciliation/reports/reports-of-vehicle.ts'
import { Tally } from '../../../src/reconciliation/reports/tally.ts'
import type { ReportDebt } from '../../../src/ledger/reports/report-rows.ts'
import { memoryDebt, memoryVehicle } from './memory-source.ts'

const today = '2026-11-20'
const zone = 'America/Sao_Paulo'
const oldBefore = oldAnswersBefore(today, zone)
const policy = { today, prefer: 'single', oldBefore, zone } as const

function tallied(debts: readonly ReportDebt[], answeredAt = '2026-11-19T12:00:00.000Z'): Tally {
  const tally = new Tally()
  tally.vehicle(reportOfVehicle(memoryVehicle({ debts: [...debts], answeredAt }), policy))
  return tally
}

describe('a single payment of IPVA that is not shown any more', () => {
  const single = memoryDebt({
    id: 'single',
    kind: 'ipva_unique',
    amountCents: 970_00n,
    shown: false,
    state: 'gone',
  })
  const instalment = memoryDebt({ id: 'part', kind: 'ipva_installment', amountCents: 340_00n })

  test('was another way of paying while the instalments are shown', () => {
    expect(tallied([single, instalment]).gone).toEqual({ rows: 0, cents: 0n })
  })
  test('was one, too, once an instalment is paid and none is shown', () => {
    const paid = { ...instalment, shown: false, state: 'paid' } as const
    expect(tallied([single, paid]).gone).toEqual({ rows: 0, cents: 0n })
  })
  test('is gone beside the instalments of another year', () => {
    const other = { ...instalment, year: 2025 }
    expect(tallied([single, other]).gone).toEqual({ rows: 1, cents: 970_00n })
  })
  test('is gone when nothing else of its year is known, as any other debt', () => {
    expect(tallied([single]).gone).toEqual({ rows: 1, cents: 970_00n })
    const ticket = memoryDebt({ amountCents: 130_00n, shown: false, state: 'gone' })
    expect(tallied([ticket]).gone).toEqual({ rows: 1, cents: 130_00n })
  })
})

test('what a vehicle that left the fleet owes is listed, and part of no sum, as on the pages', () => {
  const debts = [memoryDebt({ amountCents: 250_00n })]
  const report = reportOfVehicle({ ...memoryVehicle({ debts }), inFleet: false }, policy)
  const { owedDebts, owedCents } = report.line
  expect({ owedDebts, owedCents }).toEqual({ owedDebts: 0, owedCents: 0n })
  expect(report.debts.map(({ standing }) => standing)).toEqual(['left-fleet'])
  const tally = new Tally()
  tally.vehicle(report)
  expect([tally.owed, tally.shown.rows]).toEqual([{ rows: 0, cents: 0n }, 1])
})

describe('what is owed by an answer', () => {
  const owed = memoryDebt({ amountCents: 250_00n })

  test('of 30 days ago is told as any other', () => {
    expect(tallied([owed], '2026-10-21T23:00:00.000Z').old).toEqual({ rows: 0, cents: 0n })
  })
  test('of more than 30 days ago is told as old', () => {
    expect(tallied([owed], '2026-10-20T23:00:00.000Z').old).toEqual({ rows: 1, cents: 250_00n })
  })
  test('counts by the days of the fleet: it came on 20 October there, on the 21st in UTC', () => {
    expect(tallied([owed], '2026-10-21T01:30:00.000Z').old).toEqual({ rows: 1, cents: 250_00n })
  })
  test('is not old where nothing is owed', () => {
    const settled = { ...owed, state: 'settled' } as const
    expect(tallied([settled], '2026-01-01T12:00:00.000Z').old).toEqual({ rows: 0, cents: 0n })
  })
})
