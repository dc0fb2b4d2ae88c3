/** Who is asked first when a month is to be closed on recent answers. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RankFacts } from '../../../src/ledger/consultations/campaigns.ts'
import { staleForClose } from '../../../src/reconciliation/consultations/fresh-by-close.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { rankVehicles } from '../../../src/reconciliation/consultations/rank-vehicles.ts'
import { staleCriteria } from '../../../src/reconciliation/consultations/stale-criteria.ts'

const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000
/** 20 November, 22:00 where the fleet is; the next day in UTC. */
const NOW = Date.parse('2026-11-21T01:00:00Z')
const at = (text: string): Date => new Date(text)

test('answers count from the day that is so many days before the month’s last', () => {
  const stale = (closeDays: number | null, nowMs = NOW) =>
    staleForClose({ closeDays }, nowMs, ZONE)?.toISOString()
  expect(stale(null)).toBeUndefined()
  expect(stale(30)).toBe('2026-10-31T03:00:00.000Z')
  expect(stale(10)).toBe('2026-11-20T03:00:00.000Z')
  // An answer of 20 November would be ten days old on the 30th: asking now does not help.
  expect(stale(9)).toBeUndefined()
  // December begins at 03:00 in UTC.
  expect(stale(30, Date.parse('2026-12-01T02:59:59Z'))).toBe('2026-10-31T03:00:00.000Z')
  expect(stale(30, Date.parse('2026-12-01T03:00:00Z'))).toBe('2026-12-01T03:00:00.000Z')
})

test('an answer that is fresh by the days, and too old for the close, is asked for again', () => {
  const policy = { ...defaultPlanPolicy(60), closeDays: 30 }
  expect(staleCriteria(policy, NOW, ZONE).staleBefore).toEqual(at('2026-10-31T03:00:00Z'))
  const sooner = { ...defaultPlanPolicy(7), closeDays: 30 }
  expect(staleCriteria(sooner, NOW, ZONE).staleBefore).toEqual(
    new Date(NOW - (7 - 8 / 24) * DAY_MS),
  )
})

const vehicle = fc.record({
  vehicleId: fc.uuid(),
  answered: fc.option(fc.integer({ min: 0, max: 90 }), { nil: null }),
  openCents: fc.bigInt({ min: 0n, max: 10n ** 7n }),
  plate: fc.constantFrom('ABC1D23', 'ABC1D25', 'XYZ9K80'),
})
const fleet = fc.uniqueArray(vehicle, { selector: ({ vehicleId }) => vehicleId, maxLength: 30 })

test('whoever is too old for the close goes first, the largest debts before the smaller', () => {
  const closeBefore = at('2026-10-31T03:00:00Z')
  const policy = { ...defaultPlanPolicy(), closeDays: 30 }
  fc.assert(
    fc.property(fleet, (vehicles) => {
      const facts = vehicles.map(({ answered, ...one }, seq): RankFacts => {
        const latestAnswerAt = answered === null ? null : new Date(NOW - answered * DAY_MS)
        const openDebts = one.openCents > 0n ? 1 : 0
        return { ...one, seq, uf: 'RR', latestAnswerAt, latestAskedAt: null, openDebts, dues: [] }
      })
      const today = { date: '2026-11-20', nowMs: NOW, policy }
      const byId = new Map(facts.map((one) => [one.vehicleId, one]))
      const ranked = rankVehicles(facts, { ...today, closeBefore })
      const order = ranked.flatMap(({ vehicleId }) => byId.get(vehicleId) ?? [])
      // Nobody is lost and nobody twice.
      expect(order.map(({ vehicleId }) => vehicleId).toSorted()).toEqual(
        [...byId.keys()].toSorted(),
      )
      const groups = order.map(({ latestAnswerAt }) =>
        latestAnswerAt === null ? 0 : latestAnswerAt < closeBefore ? 1 : 2,
      )
      expect(groups).toEqual(groups.toSorted((a, b) => a - b))
      const owed = order.filter((_, place) => groups[place] === 1).map(({ openCents }) => openCents)
      expect(owed).toEqual(owed.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)))
      // The others stand as they would without a close.
      const fresh = facts.filter(
        ({ latestAnswerAt }) => (latestAnswerAt ?? at('1970')) >= closeBefore,
      )
      const alone = rankVehicles(fresh, today).map(({ vehicleId }) => vehicleId)
      const others = order.filter((_, place) => groups[place] === 2)
      expect(others.map(({ vehicleId }) => vehicleId)).toEqual(alone)
    }),
    { seed: 20_261_124, numRuns: 300 },
  )
})
