import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costCentreKey } from '../../../src/fleet/cost-centre.ts'
import {
  orderLimit,
  overLimit,
  spendingPeriod,
  unusedCentres,
  waitingFor,
} from '../../../src/reconciliation/orders/policy/order-limits.ts'
import { DEFAULT_ORDER_POLICY } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'

const ZONE = 'America/Sao_Paulo'
/** 22:30 of the tenth of March in São Paulo. */
const LATE = { nowMs: Date.parse('2026-03-11T01:30:00Z'), zone: ZONE }

function policy(given: Partial<OrderPolicy>): OrderPolicy {
  return { ...DEFAULT_ORDER_POLICY, ...given }
}

const perCostCentre = {
  period: 'month',
  defaultCents: 300n,
  byKey: new Map([['north', { name: 'North', cents: 50n }]]),
} as const

test('no order may cost more than the smallest of the limits that bind it', () => {
  expect(orderLimit(policy({}), '')).toBeNull()
  const all = policy({ perOrderCents: 400n, perRunCents: 200n, perDayCents: 500n, perCostCentre })
  expect(orderLimit(all, 'south')).toBe(200n)
  expect(orderLimit(all, 'north')).toBe(50n)
  expect(orderLimit(policy({ perCostCentre }), '')).toBe(300n)
})

test('a cost centre that is a number has one limit with a point and with a comma', () => {
  const byKey = new Map([[costCentreKey('1.01'), { name: '1.01', cents: 50n }]])
  const numbered = policy({ perCostCentre: { ...perCostCentre, byKey } })
  const limits = ['1,01', '1.01', '1,01 A', '1.010'].map((name) => orderLimit(numbered, name))
  expect(limits).toEqual([50n, 50n, 300n, 300n])
})

describe('what is over a limit', () => {
  const nothing = { runCents: 0n, dayCents: 0n, costCentreCents: 0n }

  test('is what would pass it, not what reaches it', () => {
    const day = policy({ perDayCents: 100n })
    const order = { cents: 40n, costCentre: '' }
    expect(overLimit(day, order, { ...nothing, dayCents: 60n })).toBeUndefined()
    expect(overLimit(day, order, { ...nothing, dayCents: 61n })).toBe('over-day-limit')
    const run = policy({ perRunCents: 100n })
    expect(overLimit(run, order, { ...nothing, runCents: 61n })).toBe('over-run-limit')
  })

  test('is judged by its own cost centre', () => {
    const given = policy({ perCostCentre })
    const spent = { ...nothing, costCentreCents: 20n }
    expect(overLimit(given, { cents: 40n, costCentre: 'North ' }, spent)).toBe(
      'over-cost-centre-limit',
    )
    expect(overLimit(given, { cents: 40n, costCentre: 'south' }, spent)).toBeUndefined()
    expect(unusedCentres(given, [{ name: 'NORTH' }, { name: 'south' }])).toEqual([])
    expect(unusedCentres(given, [{ name: 'Nord' }])).toEqual(['North'])
    expect(unusedCentres(given, [])).toEqual([])
  })

  test('a limit of zero lets nothing pass', () => {
    const given = policy({ perDayCents: 0n })
    expect(overLimit(given, { cents: 1n, costCentre: '' }, nothing)).toBe('over-day-limit')
  })

  test('orders that are let pass one after the other never add up to more', () => {
    const limit = fc.option(fc.bigInt({ min: 0n, max: 500n }))
    const order = fc.record({
      cents: fc.bigInt({ min: 1n, max: 200n }),
      costCentre: fc.constantFrom('', 'north', 'south'),
    })
    fc.assert(
      fc.property(limit, limit, fc.array(order), (perRunCents, perDayCents, orders) => {
        const given = policy({ perRunCents, perDayCents, perCostCentre })
        let all = 0n
        const byCentre = new Map<string, bigint>()
        for (const one of orders) {
          const costCentreCents = byCentre.get(one.costCentre) ?? 0n
          if (overLimit(given, one, { runCents: all, dayCents: all, costCentreCents })) continue
          all += one.cents
          byCentre.set(one.costCentre, costCentreCents + one.cents)
        }
        expect(all <= (perRunCents ?? all) && all <= (perDayCents ?? all)).toBe(true)
        expect(byCentre.get('north') ?? 0n).toBeLessThanOrEqual(50n)
        expect(byCentre.get('south') ?? 0n).toBeLessThanOrEqual(300n)
      }),
    )
  })
})

describe('a day', () => {
  test('is the one where the fleet is', () => {
    expect(spendingPeriod(policy({}), LATE)).toEqual({ day: '2026-03-10', from: '2026-03-01' })
    const daily = policy({ perCostCentre: { ...perCostCentre, period: 'day' } })
    expect(spendingPeriod(daily, LATE)).toEqual({ day: '2026-03-10', from: '2026-03-10' })
  })

  test('ends at its own midnight, a month with its last day', () => {
    const untilOf = (why: Parameters<typeof waitingFor>[1]): string =>
      waitingFor(policy({ perCostCentre }), why, LATE).until.toISOString()
    expect(untilOf('over-day-limit')).toBe('2026-03-11T03:00:00.000Z')
    expect(untilOf('over-run-limit')).toBe('2026-03-11T03:00:00.000Z')
    expect(untilOf('over-cost-centre-limit')).toBe('2026-04-01T03:00:00.000Z')
  })
})
