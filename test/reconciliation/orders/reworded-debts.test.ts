import { describe, expect, test } from 'vitest'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import { rewordedDebts } from '../../../src/reconciliation/orders/proposing/reworded-debts.ts'
import { shown } from './order-samples.ts'

const pair = (a: Partial<ShownDebt>, b: Partial<ShownDebt>): readonly ShownDebt[] => [
  shown({ description: 'Multa 74550 - Excesso de velocidade', ...a }),
  shown({ description: 'Multa 74550 - Excesso de velocidade', ...b }),
]

describe('may be one debt told twice', () => {
  test.each([
    ['Multa 74550 - Excesso de velocidade (2º registro)'],
    ['Excesso de velocidade'],
    ['Multa RENAINF SP 74550 - Excesso de velocidade'],
    ['Multa - art. 218, I - Excesso de velocidade'],
  ])('%s', (description) => {
    const debts = pair({}, { description })
    expect(rewordedDebts(debts)).toEqual(new Set(debts.map(({ id }) => id)))
  })

  test('also when one of them is ordered already', () => {
    const debts = pair({ state: 'ordered' }, { description: 'Excesso de velocidade' })
    expect(rewordedDebts(debts).size).toBe(2)
  })
})

describe('are two debts', () => {
  test.each<[string, Partial<ShownDebt>, Partial<ShownDebt>]>([
    ['equal words, as the answer counts them', {}, { ordinal: 1 }],
    [
      'words that differ in nothing that is read',
      {},
      { description: 'MULTA 74550: excesso de velocidade' },
    ],
    ['fines with other numbers', { description: 'AIT SP123456' }, { description: 'AIT SP123457' }],
    ['instalments', { description: 'Parcela 1/3' }, { description: 'Parcela 2/3' }],
    ['another amount', {}, { description: 'x', amountCents: 1n }],
    ['another due date', {}, { description: 'x', dueDate: '2026-05-11' }],
    ['another year', {}, { description: 'x', year: 2025 }],
    ['another kind', {}, { description: 'x', kind: 'renainf_ticket' }],
  ])('%s', (_, a, b) => {
    expect(rewordedDebts(pair(a, b))).toEqual(new Set())
  })
})
