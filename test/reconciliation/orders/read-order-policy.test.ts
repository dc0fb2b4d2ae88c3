import { costCentreKey } from '../../../src/fleet/cost-centre.ts'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEBT_KINDS } from '../../../src/contract/debt-item.ts'
import { DEFAULT_ORDER_POLICY } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import type { OrderPolicy } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import {
  orderPolicyToJson,
  readOrderPolicy,
} from '../../../src/reconciliation/orders/policy/read-order-policy.ts'
import { failureOf } from '../../support/failure-of.ts'

const NOTHING = { method: undefined, approveUpToCents: undefined }
const example = readFileSync(
  new URL('../../../fixtures/policies/orders.json', import.meta.url),
  'utf8',
)

const refusal = (text: string) => failureOf(() => readOrderPolicy(text, NOTHING))

describe('an order policy', () => {
  test('that is empty orders nothing by itself', () => {
    expect(readOrderPolicy('{}', NOTHING)).toEqual(DEFAULT_ORDER_POLICY)
    expect(DEFAULT_ORDER_POLICY.approveUpToCents).toBe(0n)
  })

  test('is the example, field by field', () => {
    expect(readOrderPolicy(`\uFEFF${example}`, NOTHING)).toEqual({
      method: 'pix',
      kinds: ['ipva_unique', 'ipva_installment', 'licensing', 'ticket', 'renainf_ticket'],
      dueWithinDays: 60,
      prefer: 'single',
      instalmentsDueWithinDays: 30,
      itemsPerOrder: 50,
      approveUpToCents: 300_00n,
      perOrderCents: 5_000_00n,
      perRunCents: 40_000_00n,
      perDayCents: 50_000_00n,
      perCostCentre: {
        period: 'month',
        defaultCents: 20_000_00n,
        byKey: new Map([
          ['filial recife', { name: 'Filial Recife', cents: 30_000_00n }],
          ['', { name: '', cents: 5_000_00n }],
        ]),
      },
      twoPeopleAboveCents: 3_000_00n,
    } satisfies OrderPolicy)
  })

  test('is overridden by the options, to more and to less', () => {
    const none = readOrderPolicy(example, { method: 'none', approveUpToCents: undefined })
    expect(none).toMatchObject({ method: 'pix', approveUpToCents: 0n })
    const zero = readOrderPolicy(example, { method: undefined, approveUpToCents: 0n })
    expect(zero.approveUpToCents).toBe(0n)
    const more = readOrderPolicy(example, { method: 'boleto', approveUpToCents: 900_00n })
    expect(more).toMatchObject({ method: 'boleto', approveUpToCents: 900_00n })
  })

  test('approves nothing without a method', () => {
    expect(readOrderPolicy('{"approveUpTo":"100.00"}', NOTHING)).toMatchObject({
      approveUpToCents: 0n,
    })
  })

  test.each([
    ['', 'the file', 'is not JSON'],
    ['[]', '[]', 'such as {}'],
    ['{"perday":"1.00"}', 'perday', 'perDay'],
    ['{"perDay":100}', 'perDay: 100', '"1500.00"'],
    ['{"perDay":"100,00"}', 'perDay: "100,00"', '"1500.00"'],
    ['{"perDay":"-1.00"}', 'perDay: "-1.00"', '"1500.00"'],
    ['{"approveUpTo":null}', 'approveUpTo: null', '"1500.00"'],
    ['{"method":"PIX"}', 'method: "PIX"', 'pix, boleto'],
    ['{"method":"credit_card"}', 'method: "credit_card"', 'by card here'],
    ['{"method":null}', 'method: null', 'pix, boleto'],
    ['{"kinds":[]}', 'kinds: []', 'licensing'],
    ['{"kinds":["ipva","multa"]}', 'kinds[1]: "multa"', 'ticket'],
    ['{"dueWithinDays":1.5}', 'dueWithinDays: 1.5', 'from 0 to 3650'],
    ['{"itemsPerOrder":0}', 'itemsPerOrder: 0', 'from 1 to 200'],
    ['{"ipva":{"prefer":"both"}}', 'ipva.prefer: "both"', 'single, instalments'],
    ['{"perCostCentre":{"byName":{"RH":5}}}', 'perCostCentre.byName.RH: 5', '"1500.00"'],
    ['{"perCostCentre":{"period":"year"}}', 'perCostCentre.period: "year"', 'day, month'],
    ['{"__proto__":{"perDay":"1.00"}}', '__proto__', 'unknown key'],
  ])('%s is refused: the field, the value and the cure', (text, place, cure) => {
    const failure = refusal(text)
    expect(failure.code).toBe('configuration')
    expect(failure.in('en')).toContain('FROTA_ORDER_POLICY_FILE')
    expect(failure.in('en')).toContain(place)
    expect(failure.in('en')).toContain(cure)
    expect(failure.in('pt-BR')).toMatch(/^Política de pedidos \(FROTA_ORDER_POLICY_FILE\): /)
    expect(failure.in('pt-BR')).not.toBe(failure.in('en'))
  })

  test('is refused without shouting its values back whole', () => {
    const { message } = refusal(JSON.stringify({ method: `${'x'.repeat(10_000)}\u001b[2J` }))
    expect(message.length).toBeLessThan(400)
    expect(refusal(JSON.stringify({ method: '\u001b[2J' })).message).not.toContain('\u001b')
  })
})

const cents = fc.bigInt({ min: 0n, max: 10n ** 14n })
const limit = fc.option(cents)
const resolved: fc.Arbitrary<OrderPolicy> = fc.record({
  method: fc.constantFrom('pix', 'boleto'),
  kinds: fc.subarray([...DEBT_KINDS], { minLength: 1 }),
  dueWithinDays: fc.option(fc.nat(3_650)),
  prefer: fc.constantFrom('single', 'instalments'),
  instalmentsDueWithinDays: fc.nat(3_650),
  itemsPerOrder: fc.integer({ min: 1, max: 200 }),
  approveUpToCents: cents,
  perOrderCents: limit,
  perRunCents: limit,
  perDayCents: limit,
  perCostCentre: fc.record({
    period: fc.constantFrom('day', 'month'),
    defaultCents: limit,
    byKey: fc
      .array(fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 20 }), cents }), {
        maxLength: 5,
      })
      .map((limits) => new Map(limits.map((limit) => [costCentreKey(limit.name), limit]))),
  }),
  twoPeopleAboveCents: limit,
})

test('a resolved policy survives its text, and the same policy is the same text', () => {
  fc.assert(
    fc.property(resolved, (policy) => {
      const text = orderPolicyToJson(policy)
      const again = readOrderPolicy(text, NOTHING)
      expect(again).toEqual(policy)
      expect(orderPolicyToJson(again)).toBe(text)
    }),
  )
})

test.each([
  ['dueWithinDays', 0, 3_650],
  ['itemsPerOrder', 1, 200],
] as const)('%s is taken from its least to its most', (field, least, most) => {
  for (const right of [least, most]) {
    expect(readOrderPolicy(JSON.stringify({ [field]: right }), NOTHING)[field]).toBe(right)
  }
  for (const wrong of [least - 1, most + 1, least + 0.5, String(least)]) {
    expect(refusal(JSON.stringify({ [field]: wrong })).message).toContain(`${field}: `)
  }
})

test('of cost centres a thousand are taken, with names of two hundred characters', () => {
  const text = (byName: unknown): string => JSON.stringify({ perCostCentre: { byName } })
  const named = (count: number, length: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [String(at).padEnd(length, 'x'), '1.00']),
    )
  const { perCostCentre } = readOrderPolicy(text(named(1_000, 200)), NOTHING)
  expect(perCostCentre.byKey.size).toBe(1_000)
  for (const wrong of [named(1_001, 5), named(1, 201), null, [], 'x', 5]) {
    const { message } = refusal(text(wrong))
    expect(message).toContain('perCostCentre.byName')
    expect(message).toContain('1000 cost centres of 200 characters')
  }
  for (const twice of [' VENDAS', 'Sa\u0303o']) {
    const { message } = refusal(text({ Vendas: '1.00', São: '1.00', [twice]: '2.00' }))
    expect(message).toContain('each in one spelling')
  }
  // As a page or an ERP writes it; such a pair may stand in a policy that was kept before.
  const kept = text({ 'Polo Sul': '2.00', 'Polo\u00a0\u00a0sul': '1.00' })
  const { byKey } = readOrderPolicy(kept, NOTHING).perCostCentre
  expect([byKey.size, byKey.get(costCentreKey('POLO  SUL'))?.cents]).toEqual([1, 1_00n])
})
