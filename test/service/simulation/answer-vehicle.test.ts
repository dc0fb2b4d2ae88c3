/** The simulated world as properties: deterministic, and true to the domain. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { groupOfKind } from '../../../src/fleet/debt-kind.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import { answerVehicle, fingerprintOf } from '../../../src/service/simulation/answer-vehicle.ts'
import type { AnsweredDebt } from '../../../src/service/simulation/dependencies.ts'
import { profileOf, taxDays } from '../../../src/service/simulation/profile.ts'
import { howMany } from '../../support/extent.ts'

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

test('a year is offered as one single payment beside as many instalments as the state gives', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, day) => {
      const debts = debtsOf(s, v, day)
      for (const unique of debts.filter((debt) => debt.kind === 'ipva_unique')) {
        const ofYear = debts.filter((debt) => debt.year === unique.year)
        const installments = ofYear.filter((debt) => debt.kind === 'ipva_installment')
        expect(installments.map((debt) => debt.dueDate)).toEqual(
          taxDays(profileOf(s, v), unique.year).installments,
        )
        expect(ofYear.filter((debt) => debt.kind.startsWith('ipva'))).toHaveLength(
          installments.length + 1,
        )
      }
      const years = debts.filter((debt) => debt.kind === 'ipva_installment').map((d) => d.year)
      const uniques = debts.filter((debt) => debt.kind === 'ipva_unique').map((d) => d.year)
      expect(years.every((year) => uniques.includes(year))).toBe(true)
    }),
  )
})

test('before anything is due the instalments add up to the tax, and the discount is off the rest', () => {
  fc.assert(
    fc.property(seed, vehicle, (s, v) => {
      const profile = profileOf(s, v)
      const debts = debtsOf(s, v, taxDays(profile, 2026).opens).filter((d) => d.year === 2026)
      const sum = (kind: string): bigint =>
        debts.filter((debt) => debt.kind === kind).reduce((all, d) => all + d.amountCents, 0n)
      fc.pre(debts.some((debt) => debt.kind === 'ipva_installment'))
      const tax = profile.yearlyTaxCents
      expect(sum('ipva_installment')).toBe(tax)
      expect(sum('ipva_unique')).toBe(tax - (tax * profile.rules.cashDiscount) / 10_000n)
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

const WALKED_DAYS = 200

test('a debt keeps its identity from the first day it is answered to the last', () => {
  fc.assert(
    fc.property(seed, vehicle, today, (s, v, first) => {
      const gone = new Set<string>()
      let before = new Map<string, string>()
      for (let days = 0; days < WALKED_DAYS; days++) {
        const day = Temporal.PlainDate.from(first).add({ days }).toString()
        const answer = answerVehicle(s, v, day)
        if (answer.outcome === 'failed') continue
        const after = new Map(
          answer.debts.map((d) => [fingerprintOf(v, d), `${d.kind} ${d.year} ${d.description}`]),
        )
        const left = [...before].filter(([key]) => !after.has(key))
        const come = [...after].filter(([key]) => !before.has(key))
        for (const [key] of left) gone.add(key)
        expect(come.filter(([key]) => gone.has(key))).toEqual([])
        // One that leaves as another comes by the same name would be one debt with two identities.
        const names = new Set(left.map(([, name]) => name))
        expect(come.filter(([, name]) => names.has(name))).toEqual([])
        before = after
      }
    }),
    { numRuns: howMany(15, 40) },
  )
})

test('a tax settled in one form comes back in no other, and a settled instalment lowers the rest', () => {
  const fleet = Array.from({ length: 200 }, (_, index) => ({
    renavam: String(10_000_000_000 + index * 7919),
    uf: 'SP',
    plate: 'ABC1D23',
  }))
  let met = 0
  for (const v of fleet) {
    const before = debtsOf(5, v, '2026-12-31').filter((debt) => debt.year === 2026)
    const unique = before.find((debt) => debt.kind === 'ipva_unique')
    const [first] = before.filter((debt) => debt.kind === 'ipva_installment')
    const ipva = (settled: readonly string[], day: string) =>
      debtsOf(5, v, day, settled).find((debt) => debt.kind === 'ipva' && debt.year === 2026)
    const carried = ipva([], '2027-06-01')
    if (unique === undefined || first === undefined || carried === undefined) continue
    met++
    expect(ipva([fingerprintOf(v, unique)], '2027-06-01')).toBeUndefined()
    const rest = ipva([fingerprintOf(v, first)], '2027-06-01')
    expect(rest && rest.amountCents < carried.amountCents).toBe(true)
    const later = debtsOf(5, v, '2029-12-30', [fingerprintOf(v, carried)])
    expect(later.filter((debt) => debt.description.endsWith('IPVA 2026'))).toEqual([])
  }
  expect(met).toBeGreaterThan(10)
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
        const ended = left.some((each) => each.kind === other && each.year === debt.year)
        expect(debt.kind.startsWith('ipva_') && ended).toBe(false)
      }
    }),
    { numRuns: howMany(15, 40) },
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
