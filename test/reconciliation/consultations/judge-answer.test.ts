import { describe, expect, test } from 'vitest'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { DebtItem } from '../../../src/contract/debt-item.ts'
import { judgeAnswer } from '../../../src/reconciliation/consultations/judge-answer.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const VEHICLE = '22222222-2222-4222-8222-222222222222'
const asked = { id: ID, vehicleServiceId: VEHICLE }

function item(given: Partial<DebtItem> = {}): DebtItem {
  return {
    id: '33333333-3333-4333-8333-333333333331',
    kind: 'ticket',
    group: 'ticket',
    description: 'Excesso de velocidade',
    amount: '130.16',
    due_date: '2026-05-10',
    year: 2026,
    depends_on: null,
    depends_on_description: '',
    is_payable: true,
    ...given,
  }
}

function answer(given: Partial<Consultation> = {}): Consultation {
  return {
    id: ID,
    vehicle_id: VEHICLE,
    plate: 'ABC1D23',
    status: 'ready',
    stage: 'ready',
    found_new_debts: true,
    error_message: '',
    error_code: '',
    error_title: '',
    error_action: '',
    total_amount: '130.16',
    items: [item()],
    ...given,
  }
}

test('a ready answer has its items in cents', () => {
  expect(judgeAnswer(answer(), asked)).toMatchObject({
    verdict: 'ready',
    totalCents: 13016n,
    itemsCents: 13016n,
    flags: [],
    items: [{ amountCents: 13016n, dueDate: '2026-05-10', year: 2026 }],
  })
})

test('a failed answer keeps all four error fields', () => {
  const errors = {
    error_code: 'authority_unavailable',
    error_title: 'Indisponível',
    error_message: 'O órgão não respondeu.',
    error_action: 'Tente mais tarde.',
  }
  expect(judgeAnswer(answer({ status: 'failed', ...errors }), asked)).toMatchObject({
    verdict: 'failed',
    errorCode: 'authority_unavailable',
    errorTitle: 'Indisponível',
    errorMessage: 'O órgão não respondeu.',
    errorAction: 'Tente mais tarde.',
  })
})

test('pending keeps its stage, whatever word it is', () => {
  const pending = answer({ status: 'pending', stage: 'asking the moon', items: [] })
  expect(judgeAnswer(pending, asked)).toEqual({ verdict: 'pending', stage: 'asking the moon' })
})

describe('what is wrong and can be recorded is flagged', () => {
  test.each([
    ['total-differs', answer({ total_amount: '130.15' })],
    ['negative-amount', answer({ total_amount: '-1.00', items: [item({ amount: '-1.00' })] })],
    [
      'partner-missing',
      answer({ items: [item({ depends_on: '33333333-3333-4333-8333-333333333339' })] }),
    ],
  ])('%s', (flag, given) => {
    expect(judgeAnswer(given, asked)).toMatchObject({ verdict: 'ready', flags: [flag] })
  })
})

describe('what cannot be recorded is not', () => {
  test.each([
    ['another consultation', answer({ id: VEHICLE })],
    ['another vehicle', answer({ vehicle_id: ID })],
    ['an unknown status', answer({ status: 'perhaps' })],
    ['a total with a comma', answer({ total_amount: '130,16' })],
    ['an amount with three decimals', answer({ items: [item({ amount: '1.234' })] })],
    ['an amount in words', answer({ items: [item({ amount: 'NaN' })] })],
    ['a date that is none', answer({ items: [item({ due_date: '2026-02-30' })] })],
    ['an absurd year', answer({ items: [item({ year: 202_600 })] })],
    ['two items with one id', answer({ total_amount: '260.32', items: [item(), item()] })],
  ])('%s', (_, given) => {
    expect(judgeAnswer(given, asked)).toMatchObject({ verdict: 'unreadable' })
  })
})

test('text that no database takes is made printable', () => {
  const hostile = answer({ items: [item({ description: 'a\u0000b\uD800c' })] })
  expect(judgeAnswer(hostile, asked)).toMatchObject({
    items: [{ description: 'a\uFFFDb\uFFFDc' }],
  })
})

test('an item need only have what the interface requires of it', () => {
  const { id, kind, group, amount, is_payable } = item()
  const items = [{ id, kind, group, amount, is_payable }]
  expect(judgeAnswer(answer({ items }), asked)).toMatchObject({
    verdict: 'ready',
    items: [{ description: '', year: null, dueDate: null, dependsOnDescription: '' }],
  })
})
