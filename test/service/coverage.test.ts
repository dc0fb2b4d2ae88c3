/** Coverage: every state, what its authorities may answer, and what an operator switches off. */
import { expect, test } from 'vitest'
import { UFS } from '../../src/fleet/uf.ts'
import { coverage } from '../../src/service/coverage.ts'
import { answerVehicle } from '../../src/service/simulation/answer-vehicle.ts'

test('every state is offered with every method by default', () => {
  const { count, results } = coverage()
  expect(count).toBe(27)
  expect(results.map((row) => row.uf)).toEqual([...UFS])
  expect(results.every((row) => row.consultation && row.payment)).toBe(true)
  for (const { methods } of results) expect(methods).toEqual(['pix', 'boleto', 'credit_card'])
})

test('a state that gives no instalments does not name their kind, and nothing else is missing', () => {
  const kinds = new Map(coverage().results.map((row) => [row.uf, row.kinds]))
  expect(kinds.get('RR')).not.toContain('ipva_installment')
  expect(kinds.get('RR')).toHaveLength(8)
  expect(kinds.get('SP')).toHaveLength(9)
})

test('no simulated vehicle answers a kind that its state does not name', () => {
  for (const { uf, kinds } of coverage().results) {
    for (let number = 0; number < 60; number++) {
      const renavam = String(10_000_000_000 + number * 7919)
      const answer = answerVehicle(1, { renavam, uf, plate: 'ABC1D23' }, '2026-06-15')
      const debts = answer.outcome === 'ready' ? answer.debts : []
      expect(debts.map((debt) => debt.kind).filter((kind) => !kinds.includes(kind))).toEqual([])
    }
  }
})

test('an exception switches off consultation or payment of one state and nothing else', () => {
  const rows = coverage([
    { uf: 'SP', consultation: false },
    { uf: 'RJ', payment: false },
  ]).results
  const row = (uf: string) => rows.find((each) => each.uf === uf)
  expect(row('SP')).toMatchObject({ consultation: false, payment: true, kinds: [] })
  expect(row('RJ')).toMatchObject({ consultation: true, payment: false, methods: [] })
  expect(rows.filter((each) => each.consultation && each.payment)).toHaveLength(25)
  expect(rows).toHaveLength(27)
})
