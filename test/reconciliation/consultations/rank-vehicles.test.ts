import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RankFacts } from '../../../src/ledger/campaigns.ts'
import { rankVehicles } from '../../../src/reconciliation/consultations/rank-vehicles.ts'

const today = { date: '2026-03-15', nowMs: Date.UTC(2026, 2, 15, 12) }
const DAY_MS = 86_400_000
const long = (days: number): Date => new Date(today.nowMs - days * DAY_MS)

function facts(given: Partial<RankFacts> & { vehicleId: string }): RankFacts {
  return {
    seq: 1,
    plate: 'ABC1D28',
    uf: 'SP',
    latestAnswerAt: long(30),
    openDebts: 0,
    openCents: 0n,
    ...given,
  }
}

const order = (vehicles: readonly RankFacts[]): string[] =>
  rankVehicles(vehicles, today).map(({ vehicleId }) => vehicleId)

test('never answered goes before due soon, open debts and stale', () => {
  const vehicles = [
    facts({ vehicleId: 'stale' }),
    facts({ vehicleId: 'indebted', openDebts: 2, openCents: 500_00n }),
    facts({ vehicleId: 'due', plate: 'ABC1D23' }),
    facts({ vehicleId: 'new', latestAnswerAt: null }),
  ]
  expect(order(vehicles)).toEqual(['new', 'due', 'indebted', 'stale'])
})

test('this month is due before the next, and more is owed before less', () => {
  const vehicles = [
    facts({ vehicleId: 'april', plate: 'ABC1D24' }),
    facts({ vehicleId: 'march', plate: 'ABC1D23' }),
    facts({ vehicleId: 'little', openDebts: 9, openCents: 10_00n }),
    facts({ vehicleId: 'much', openDebts: 1, openCents: 900_00n }),
  ]
  expect(order(vehicles)).toEqual(['march', 'april', 'much', 'little'])
})

test('the longest not answered goes first among equals, then the ledger number', () => {
  const vehicles = [
    facts({ vehicleId: 'second', seq: 2, latestAnswerAt: long(9) }),
    facts({ vehicleId: 'first', seq: 1, latestAnswerAt: long(9) }),
    facts({ vehicleId: 'oldest', seq: 3, latestAnswerAt: long(90) }),
  ]
  expect(order(vehicles)).toEqual(['oldest', 'first', 'second'])
})

test('each place is explained, the strongest reason first', () => {
  const [ranked] = rankVehicles(
    [facts({ vehicleId: 'one', plate: 'ABC1234', openDebts: 2, openCents: 500_00n })],
    today,
  )
  expect(ranked).toEqual({
    vehicleId: 'one',
    rank: 1,
    reasons: [
      { reason: 'due-soon', month: 4, monthsAway: 1 },
      { reason: 'open-debts', debts: 2, cents: '50000' },
      { reason: 'stale', days: 30 },
    ],
  })
})

const anyFacts = fc.record({
  vehicleId: fc.uuid(),
  seq: fc.nat(1000),
  plate: fc.constantFrom('ABC1D23', 'ABC1D24', 'ABC1D20', 'ABC1238'),
  uf: fc.constant('SP'),
  latestAnswerAt: fc.option(fc.integer({ min: 0, max: 400 }).map(long)),
  openDebts: fc.nat(3),
  openCents: fc.bigInt({ min: 0n, max: 1_000_000n }),
})

test('every vehicle has one place, the same whatever order the facts come in', () => {
  const fleets = fc.uniqueArray(anyFacts, { selector: ({ seq }) => seq, maxLength: 30 })
  fc.assert(
    fc.property(fleets, (fleet) => {
      const ranked = rankVehicles(fleet, today)
      expect(ranked.map(({ rank }) => rank)).toEqual(fleet.map((_, at) => at + 1))
      expect(rankVehicles(fleet.toReversed(), today)).toEqual(ranked)
      const firsts = ranked.map(({ reasons }) =>
        reasons.some(({ reason }) => reason === 'never-answered'),
      )
      expect(firsts).toEqual(firsts.toSorted((a, b) => Number(b) - Number(a)))
    }),
  )
})
