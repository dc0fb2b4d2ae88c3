import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/order.ts'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import {
  orderFacts,
  orderMismatch,
} from '../../../src/reconciliation/orders/placing/judge-order.ts'
import { isMismatch, MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import { defaultOrderStatuses } from '../../../src/reconciliation/orders/order-statuses.ts'
import { licensing, NOW_MS, order, orderItem, pixCode } from './order-samples.ts'
import { SERVICE_ID, shown, single } from './order-samples.ts'

const [ticket, fee] = [shown(), licensing()]
const CONTEXT = { statuses: defaultOrderStatuses, nowMs: NOW_MS, zone: 'America/Sao_Paulo' }
const expected = {
  vehicleServiceId: SERVICE_ID,
  method: 'pix',
  debtsCents: 100_00n,
  feeCents: 9_90n,
  itemIds: [ticket.itemId, fee.itemId],
}
const items = (...of: [ShownDebt, string][]): Partial<Order> => ({
  items: of.map(([debt, amount]) => orderItem(debt, amount)),
})

describe('an answer to an order of two debts', () => {
  test.each<[string, Partial<Order>]>([
    ['without its items', {}],
    ['with both, in any order', items([fee, '60.00'], [ticket, '40.00'])],
    [
      'with ids in capitals',
      {
        ...items([{ ...ticket, itemId: ticket.itemId.toUpperCase() }, '40.00'], [fee, '60.00']),
        vehicle_id: SERVICE_ID.toUpperCase(),
      },
    ],
  ])('is what was asked for: %s', (_, given) => {
    expect(orderMismatch(order(given), expected)).toBeUndefined()
  })

  test.each<[string, Partial<Order>]>([
    ['other-vehicle', { vehicle_id: '0a0a0a0a-0000-4000-8000-000000000002' }],
    ['other-method', { method: 'boleto' }],
    ['other-items', items([ticket, '100.00'])],
    ['other-items', items([ticket, '40.00'], [ticket, '60.00'])],
    ['other-items', items([ticket, '40.00'], [single(), '60.00'])],
    ['other-items', items([ticket, '40.00'], [fee, '60.00'], [single(), '0.00'])],
    ['other-items', items()],
    ['debts-differ', { debts_amount: '100.01', total_amount: '109.91' }],
    ['debts-differ', items([ticket, '40.00'], [fee, '59.99'])],
    ['total-differs', { total_amount: '109.91' }],
    ['total-differs', { service_fee: '9.91' }],
    ['fee-differs', { service_fee: '20.00', total_amount: '120.00' }],
  ])('is not: %s, %j', (why, given) => {
    expect(orderMismatch(order(given), expected)).toBe(why)
    expect(isMismatch(why)).toBe(true)
  })

  test('may bear any fee where no preview told one', () => {
    const dearer = order({ service_fee: '20.00', total_amount: '120.00' })
    expect(orderMismatch(dearer, { ...expected, feeCents: null })).toBeUndefined()
  })
})

describe('the pay gate', () => {
  const pix = (attempt: Partial<NonNullable<Order['latest_attempt']>>): Partial<Order> => ({
    latest_attempt: {
      method: 'pix',
      status: 'pending',
      pix_copy_paste: pixCode(109_90n),
      pix_expires_at: '2026-03-11T12:00:00Z',
      ...attempt,
    },
  })
  const gate = (given: Partial<Order>, known?: (typeof MISMATCHES)[number]) => {
    const facts = orderFacts(order(given), { ...CONTEXT, mismatch: known })
    return facts.gate === 'open' ? 'open' : facts.gateReason
  }

  test('opens for a code that asks for exactly the total and has not expired', () => {
    expect(gate({})).toBe('open')
    expect(gate(pix({ pix_expires_at: null }))).toBe('open')
    expect(gate(pix({ pix_expires_at: new Date(NOW_MS + 1).toISOString() }))).toBe('open')
  })

  test.each<[string, Partial<Order>]>([
    ['pix-missing', { latest_attempt: null }],
    ['pix-missing', pix({ pix_copy_paste: '' })],
    ['pix-expired', pix({ pix_expires_at: new Date(NOW_MS).toISOString() })],
    ['pix-amount', pix({ pix_copy_paste: pixCode(109_91n) })],
    ['pix-amount', pix({ pix_copy_paste: pixCode(100_00n) })],
    ['pix-amount', pix({ pix_copy_paste: pixCode(null) })],
    ['pix-unreadable', pix({ pix_copy_paste: 'https://example.com/pay' })],
    ['attempt-ended', pix({ status: 'paid' })],
    ['attempt-unknown', pix({ status: 'em_analise' })],
    ['attempt-unknown', pix({ status: 'constructor' })],
    ['not-awaiting-payment', { status: 'processing' }],
    ['not-awaiting-payment', { status: 'paid' }],
    ['not-awaiting-payment', { status: 'em_analise' }],
    ['method-unchecked', { method: 'debit' }],
    ['boleto-missing', { method: 'boleto' }],
  ])('is shut: %s', (why, given) => {
    expect(gate(given)).toBe(why)
  })

  test('stays shut for whatever is wrong with the order itself', () => {
    for (const why of MISMATCHES) expect(gate({}, why)).toBe(why)
  })

  test('is shut for any mutation of a code', () => {
    const code = pixCode(109_90n)
    const character = fc.integer({ min: 32, max: 126 }).map((point) => String.fromCharCode(point))
    fc.assert(
      fc.property(fc.nat(code.length - 1), character, (at, other) => {
        // The last four are hexadecimal digits, which read the same in lower case.
        fc.pre(other.toUpperCase() !== code.charAt(at).toUpperCase())
        const mutated = code.slice(0, at) + other + code.slice(at + 1)
        expect(['pix-unreadable', 'pix-amount']).toContain(gate(pix({ pix_copy_paste: mutated })))
      }),
      { numRuns: 2_000 },
    )
  })
})

test('what an order says of its payment is kept as it stands', () => {
  const attempt = { method: 'credit_card', status: 'pago', pix_copy_paste: 'code' }
  const charged = { charged_amount: '120.01', installments: 3 }
  const facts = (more: object) =>
    orderFacts(order({ latest_attempt: { ...attempt, ...more } }), {
      ...CONTEXT,
      mismatch: undefined,
    })
  expect(facts(charged)).toMatchObject({
    attemptStatus: 'pago',
    pixCode: 'code',
    chargedCents: 120_01n,
    installments: 3,
  })
  expect(facts({})).toMatchObject({ chargedCents: null, installments: null })
})
