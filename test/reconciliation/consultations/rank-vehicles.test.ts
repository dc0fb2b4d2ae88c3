import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RankFacts } from '../../../src/ledger/consultations/campaigns.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import {
  freshnessKind,
  rankVehicles,
} from '../../../src/reconciliation/consultations/rank-vehicles.ts'

const policy = defaultPlanPolicy()
const today = { date: '2026-03-15', nowMs: Date.UTC(2026, 2, 15, 12), policy }
const DAY_MS = 86_400_000
const long = (days: number): Date => new Date(today.nowMs - days * DAY_MS)

/** In Roraima's example calendar a plate that ends in 3 has nothing due in March or April. */
function facts(given: Partial<RankFacts> & { vehicleId: string }): RankFacts {
  const latestAnswerAt = given.latestAnswerAt === undefined ? long(30) : given.latestAnswerAt
  return {
    seq: 1,
    plate: 'ABC1D23',
    uf: 'RR',
    latestAnswerAt,
    latestAskedAt: latestAnswerAt,
    openDebts: 0,
    openCents: 0n,
    dues: [],
    ...given,
  }
}

const order = (vehicles: readonly RankFacts[], when = today): string[] =>
  rankVehicles(vehicles, when).map(({ vehicleId }) => vehicleId)

test('never answered goes before due soon, open debts and stale', () => {
  const vehicles = [
    facts({ vehicleId: 'stale' }),
    facts({ vehicleId: 'indebted', openDebts: 2, openCents: 500_00n }),
    facts({ vehicleId: 'due', plate: 'ABC1D25' }),
    facts({ vehicleId: 'new', latestAnswerAt: null }),
  ]
  expect(order(vehicles)).toEqual(['new', 'due', 'indebted', 'stale'])
})

test('the sooner due goes before the later, and more owed before less', () => {
  const due = (dueDate: string) => [{ group: 'ticket', year: null, dueDate, open: true }]
  const vehicles = [
    facts({ vehicleId: 'in April', dues: due('2026-04-10') }),
    facts({ vehicleId: 'in March', dues: due('2026-03-20') }),
    facts({ vehicleId: 'little', openDebts: 9, openCents: 10_00n }),
    facts({ vehicleId: 'much', openDebts: 1, openCents: 900_00n }),
  ]
  expect(order(vehicles)).toEqual(['in March', 'in April', 'much', 'little'])
})

test('the longest not asked goes first among equals, then the ledger number', () => {
  const vehicles = [
    facts({ vehicleId: 'second', seq: 2, latestAnswerAt: long(900) }),
    facts({ vehicleId: 'first', seq: 1, latestAnswerAt: long(900) }),
    facts({ vehicleId: 'oldest', seq: 3, latestAnswerAt: long(950) }),
  ]
  expect(order(vehicles)).toEqual(['oldest', 'first', 'second'])
})

test('one that was asked in vain lets those go first that were never asked', () => {
  const vehicles = [
    facts({ vehicleId: 'in vain', latestAnswerAt: null, latestAskedAt: long(2), plate: 'ABC1D25' }),
    facts({ vehicleId: 'new', seq: 2, latestAnswerAt: null }),
    facts({ vehicleId: 'answered', seq: 3, openDebts: 1, openCents: 900_00n }),
  ]
  expect(order(vehicles)).toEqual(['new', 'in vain', 'answered'])
})

test('each place is explained with its points, the strongest reason first', () => {
  const vehicle = facts({ vehicleId: 'one', plate: 'ABC1D25', openDebts: 2, openCents: 1_000_00n })
  const [ranked] = rankVehicles([vehicle], today)
  expect(ranked).toEqual({
    vehicleId: 'one',
    rank: 1,
    points: 412.4,
    reasons: [
      {
        reason: 'due-soon',
        date: '2026-03-25',
        daysAway: 10,
        group: 'ipva',
        basis: 'simulated',
        weight: 400,
        points: 333.3,
      },
      { reason: 'open-debts', debts: 2, cents: '100000', weight: 100, points: 75 },
      { reason: 'stale', days: 30, weight: 50, points: 4.1 },
    ],
  })
  expect(freshnessKind(ranked?.reasons ?? [])).toBe('dueSoon')
})

test('the weights of a policy turn the order around', () => {
  const vehicles = [
    facts({ vehicleId: 'new', latestAnswerAt: null }),
    facts({ vehicleId: 'indebted', openDebts: 1, openCents: 1n }),
  ]
  const weights = { neverAnswered: 0, dueSoon: 0, openDebts: 10, stale: 0 }
  expect(order(vehicles)).toEqual(['new', 'indebted'])
  expect(order(vehicles, { ...today, policy: { ...policy, weights } })).toEqual(['indebted', 'new'])
})

const anyDue = fc.record({
  group: fc.constantFrom('ipva', 'licensing', 'ticket'),
  year: fc.option(fc.integer({ min: 2024, max: 2027 })),
  dueDate: fc.option(fc.integer({ min: -60, max: 60 }).map((days) => day(days))),
  open: fc.boolean(),
})

function day(away: number): string {
  return new Date(Date.UTC(2026, 2, 15) + away * DAY_MS).toISOString().slice(0, 10)
}

const anyFacts = fc
  .record({
    vehicleId: fc.uuid(),
    seq: fc.nat(1000),
    plate: fc.integer({ min: 0, max: 9 }).map((digit) => `ABC1D2${digit}`),
    uf: fc.constantFrom('SP', 'RR', 'MG', 'XX'),
    answered: fc.option(fc.integer({ min: 0, max: 400 })),
    asked: fc.option(fc.integer({ min: 0, max: 400 })),
    openDebts: fc.nat(3),
    openCents: fc.bigInt({ min: 0n, max: 1_000_000n }),
    dues: fc.array(anyDue, { maxLength: 3 }),
  })
  .map(({ answered, asked, ...rest }): RankFacts => {
    const days = [answered, asked].filter((each) => each !== null)
    return {
      ...rest,
      latestAnswerAt: answered === null ? null : long(answered),
      latestAskedAt: days.length === 0 ? null : long(Math.min(...days)),
      // Debts are known from answers only.
      ...(answered === null ? { openDebts: 0, openCents: 0n, dues: [] } : {}),
    }
  })
const fleets = fc.uniqueArray(anyFacts, { selector: ({ seq }) => seq, minLength: 1, maxLength: 30 })

test('every vehicle has one place, the same whatever order the facts come in', () => {
  fc.assert(
    fc.property(fleets, (fleet) => {
      const ranked = rankVehicles(fleet, today)
      expect(ranked.map(({ rank }) => rank)).toEqual(fleet.map((_, at) => at + 1))
      expect(rankVehicles(fleet.toReversed(), today)).toEqual(ranked)
      const points = ranked.map((each) => each.points)
      expect(points).toEqual(points.toSorted((a, b) => b - a))
      for (const { points: sum, reasons } of ranked) {
        expect(sum).toBeCloseTo(reasons.reduce((all, each) => all + each.points, 0))
        expect(reasons.every((each) => each.points <= each.weight)).toBe(true)
      }
    }),
  )
})

test('with the default weights every vehicle that was never asked goes first', () => {
  fc.assert(
    fc.property(fleets, (fleet) => {
      const asked = new Map(fleet.map((each) => [each.vehicleId, each.latestAskedAt !== null]))
      const inOrder = order(fleet).map((vehicleId) => Number(asked.get(vehicleId)))
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    }),
  )
})

test('more debts never rank a vehicle lower when all else is equal', () => {
  const more = fc.record({ debts: fc.nat(5), cents: fc.bigInt({ min: 0n, max: 10_000_000n }) })
  fc.assert(
    fc.property(fleets, fc.nat(), more, (fleet, which, { debts, cents }) => {
      const one = fleet[which % fleet.length]
      if (one === undefined || one.latestAnswerAt === null) return
      const owing = {
        ...one,
        openDebts: one.openDebts + debts,
        openCents: one.openCents + cents,
      }
      const others = fleet.map((each) => (each === one ? owing : each))
      const before = order(fleet).indexOf(one.vehicleId)
      expect(order(others).indexOf(one.vehicleId)).toBeLessThanOrEqual(before)
    }),
  )
})
