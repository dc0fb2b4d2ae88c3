/** The simulated world as properties: deterministic, and true to the domain. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupOfKind } from '../../../src/fleet/debt-kind.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import {
  type AnsweredDebt,
  answerVehicle,
  fingerprintOf,
} from '../../../src/service/simulation/answer-vehicle.ts'

const vehicle = fc.record({
  renavam: fc.stringMatching(/^[0-8][0-9]{10}$/),
  uf: fc.constantFrom(...UFS),
  plate: fc.stringMatching(/^[A-Z]{3}[0-9][A-Z][0-9]{2}$/),
})
const today = fc
  .record({
    year: fc.integer({ min: 2024, max: 2030 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .map((day) => Temporal.PlainDate.from(day).toString())
const seed = fc.integer({ min: 0, max: 1_000_000 })

function debtsOf(...input: Parameters<typeof answerVehicle>): readonly AnsweredDebt[] {
  const answer = answerVehicle(...input)
  return answer.outcome === 'ready' ? answer.debts : []
}

/** Vehicles enough to meet every kind of debt. */
function manyVehicles(count = 600): readonly (readonly AnsweredDebt[])[] {
  return Array.from({ length: count }, (_, index) =>
    debtsOf(
      7,
      {
        renavam: String(10_000_000_000 + index * 7919),
        uf: UFS[index % 27] ?? 'SP',
        plate: 'ABC1D23',
      },
      '2026-11-21',
    ),
  )
}

test('the same seed, vehicle and day answer the same', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      expect(answerVehicle(s, v, day)).toEqual(answerVehicle(s, { ...v }, day))
    }),
  )
})

test('this year offers one single payment beside three to five instalments', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      const debts = debtsOf(s, v, day)
      const installments = debts.filter((debt) => debt.kind === 'ipva_installment')
      const unique = debts.filter((debt) => debt.kind === 'ipva_unique')
      expect(unique).toHaveLength(installments.length > 0 ? 1 : 0)
      expect([0, 3, 4, 5]).toContain(installments.length)
      const year = Number(day.slice(0, 4))
      expect([...unique, ...installments].every((debt) => debt.year === year)).toBe(true)
    }),
  )
})

test('a debt depends on a payable debt of the same answer, and never on itself', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      const debts = debtsOf(s, v, day)
      for (const [at, debt] of debts.entries()) {
        const partner = debt.dependsOn === null ? undefined : debts[debt.dependsOn]
        expect(partner === undefined ? debt.dependsOn : partner.isPayable).toBe(
          debt.dependsOn === null ? null : true,
        )
        expect(debt.dependsOn).not.toBe(at)
      }
    }),
  )
})

test('insurance ends with 2020, amounts are positive, dates and years are plausible', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      for (const debt of debtsOf(s, v, day)) {
        expect(debt.amountCents > 0n).toBe(true)
        expect(debt.year).toBeLessThanOrEqual(
          debt.kind === 'insurance' ? 2020 : Number(day.slice(0, 4)),
        )
        expect(debt.dueDate ?? '2026-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/)
      }
    }),
  )
})

test('nothing of a provisional Renavam can be paid', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      const renavam = `9${v.renavam.slice(1)}`
      expect(debtsOf(s, { ...v, renavam }, day).some((debt) => debt.isPayable)).toBe(false)
    }),
  )
})

test('the identity of a debt lasts from one day to the next while its year lasts', () => {
  fc.assert(
    fc.property(seed, vehicle, (s, v) => {
      const before = debtsOf(s, v, '2026-05-10')
      const after = debtsOf(s, v, '2026-05-11')
      fc.pre(before.length > 0 && after.length > 0)
      const later = after.map((debt) => fingerprintOf(v, debt))
      for (const debt of before) expect(later).toContain(fingerprintOf(v, debt))
    }),
  )
})

test('a settled debt is owed no more, nor is its alternative; its equal stays', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      const debts = debtsOf(s, v, day)
      for (const debt of debts) {
        const key = fingerprintOf(v, debt)
        const left = debtsOf(s, v, day, [key])
        const count = (list: readonly AnsweredDebt[]): number =>
          list.filter((each) => fingerprintOf(v, each) === key).length
        expect(count(left)).toBe(count(debts) - 1)
        const other = debt.kind === 'ipva_unique' ? 'ipva_installment' : 'ipva_unique'
        const ended = left.some((each) => each.kind === other)
        expect(debt.kind.startsWith('ipva_') && ended).toBe(false)
      }
    }),
    { numRuns: 40 },
  )
})

test('a fleet meets every kind, equal tickets, unpayable items and dependencies', () => {
  const fleet = manyVehicles()
  const all = fleet.flat()
  expect(new Set(all.map((debt) => debt.kind))).toEqual(new Set(Object.keys(groupOfKind)))
  expect(fleet.some((debts) => debts.length === 0)).toBe(true)
  expect(fleet.some((debts) => debts.length >= 8)).toBe(true)
  expect(all.some((debt) => !debt.isPayable)).toBe(true)
  expect(all.some((debt) => debt.dependsOn !== null)).toBe(true)
  expect(
    fleet.some(
      (debts) =>
        new Set(debts.map((d) => JSON.stringify([d.description, d.dueDate]))).size < debts.length,
    ),
  ).toBe(true)
})

test('some vehicles fail, each with all four fields', () => {
  const failed = Array.from({ length: 300 }, (_, index) =>
    answerVehicle(
      3,
      { renavam: String(20_000_000_000 + index * 31), uf: 'PE', plate: 'KAA1A11' },
      '2026-11-21',
    ),
  ).flatMap((answer) => (answer.outcome === 'failed' ? [answer.failure] : []))
  expect(failed.length).toBeGreaterThan(5)
  expect(new Set(failed.map((failure) => failure.code)).size).toBeGreaterThan(1)
  for (const failure of failed) {
    expect(Object.values(failure).every((text) => text.length > 5)).toBe(true)
    expect(failure.message).toContain('Pernambuco')
  }
})
