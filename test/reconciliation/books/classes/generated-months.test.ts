import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_DAYS } from '../../../../src/ledger/reports/payment-days.ts'
import { defaultOrderStatuses } from '../../../../src/reconciliation/orders/order-statuses.ts'
import { bookVehicle } from '../../../../src/reconciliation/books/book-vehicle.ts'
import { historyAtMonthEnd } from '../../../../src/reconciliation/books/classes/history-at-month-end.ts'
import { matchFacts } from '../../../../src/reconciliation/books/bank/match-statement.ts'
import { bankOfOrders } from '../../../../src/reconciliation/books/classes/bank-of-orders.ts'
import {
  classOf,
  DISCREPANCIES,
  isDiscrepancy,
} from '../../../../src/reconciliation/books/classes/class-of.ts'
import type { TrailClass } from '../../../../src/reconciliation/books/classes/class-of.ts'
import { trailsOfVehicle } from '../../../../src/reconciliation/books/classes/trails-of-vehicle.ts'
import { howMany } from '../../../support/extent.ts'
import { AT, cleanMonths, monthOfStories, type GeneratedMonth } from './generate-months.ts'
import { CLEAN, PLANTED } from './stories.ts'

const ZONE = 'America/Sao_Paulo'
const CLEAN_MONTHS = howMany(50, 1_000)
const PLANTED_MONTHS = howMany(15, 40)
const SEED = 2026
const preferOn = () => 'single' as const

function classesOf({ histories, bank }: GeneratedMonth): TrailClass[] {
  const { rows } = matchFacts(bank, { zone: ZONE, today: '2026-11-30' })
  const held = bankOfOrders(rows, true)
  const tools = {
    statuses: defaultOrderStatuses,
    days: PAYMENT_DAYS,
    at: AT,
    zone: ZONE,
    isOurs: () => true,
    bankOf: (orderId: string) => held.of(orderId),
  }
  const end = { month: '2026-11', zone: ZONE, closes: [], statuses: defaultOrderStatuses }
  const policy = { ...end, until: '2026-12-01', preferOn, preferenceDays: [], fleet: 'principal' }
  const trails = histories.flatMap((history) => {
    const books = bookVehicle(history, policy)
    return trailsOfVehicle(historyAtMonthEnd(history, books, end), tools)
  })
  const none = { debt: 'none', order: 'none', attempt: 'none', settlement: 'none' } as const
  const lone = held.lone.map(({ state }) => classOf({ ...none, bank: state }))
  return [...trails.map((trail) => trail.class), ...lone].sort()
}

test(`${CLEAN_MONTHS} months in which nothing is wrong have no discrepancy`, () => {
  fc.assert(
    fc.property(cleanMonths, (vehicles) => {
      const month = monthOfStories(vehicles)
      const classes = classesOf(month)
      expect(classes).toEqual(month.expected)
      expect(classes.filter(isDiscrepancy)).toEqual([])
    }),
    { seed: SEED, numRuns: CLEAN_MONTHS },
  )
})

test.each(Object.keys(PLANTED) as (keyof typeof PLANTED)[])(
  '%s is found in any month, and nothing else is',
  (name) => {
    const planted = fc.tuple(cleanMonths, fc.nat(), fc.nat())
    fc.assert(
      fc.property(planted, ([vehicles, vehicle, debt]) => {
        const where = vehicles[vehicle % vehicles.length] ?? []
        where.splice(debt % (where.length + 1), 0, PLANTED[name])
        const month = monthOfStories(vehicles)
        expect(classesOf(month)).toEqual(month.expected)
      }),
      { seed: SEED, numRuns: PLANTED_MONTHS },
    )
  },
)

test('a story is planted for each class of discrepancy', () => {
  const planted = new Set<TrailClass>(Object.values(PLANTED).flatMap(({ expected }) => expected))
  expect(DISCREPANCIES.filter((name) => !planted.has(name))).toEqual([])
  expect(
    Object.values(CLEAN)
      .flatMap(({ expected }) => expected)
      .some(isDiscrepancy),
  ).toBe(false)
})
