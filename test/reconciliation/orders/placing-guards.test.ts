/** What stands between a plan and a second payment of the same debt, each rule by itself. */
import { describe, expect, test } from 'vitest'
import type { ShownDebt } from '../../../src/ledger/debts/debts.ts'
import type { Plan } from '../../../src/ledger/orders/plans.ts'
import {
  changedSince,
  currentPlan,
} from '../../../src/reconciliation/orders/placing/current-plan.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'
import { foundDebts } from '../../../src/reconciliation/orders/placing/found-debts.ts'
import { orderMismatch } from '../../../src/reconciliation/orders/placing/judge-order.ts'
import { blockingReason } from '../../../src/reconciliation/orders/placing/match-orders.ts'
import type { HeldItem } from '../../../src/reconciliation/orders/placing/match-orders.ts'
import type { PlacingTools } from '../../../src/reconciliation/orders/order-tools.ts'
import { DEFAULT_ORDER_POLICY } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'
import { held, instalment, licensing, order, orderItem, planItem } from './order-samples.ts'
import { SERVICE_ID, shown, single } from './order-samples.ts'
import { manualClock } from '../../support/clock.ts'

const FOREIGN = { known: false }
const GONE = { shown: false }
const DAY = '2026-05-10'
const TEXT = 'Excesso de velocidade'

describe('an order that holds one debt', () => {
  const ticket = shown()
  const rows: [string, HeldItem, ShownDebt, 'debt' | 'kin' | 'nothing'][] = [
    [
      'the same item id, and nothing else alike',
      { ...held(ticket, { debt: null }), description: 'x', dueDate: null, year: null },
      ticket,
      'debt',
    ],
    [
      'all alike but the kind',
      held(licensing({ dueDate: DAY, description: TEXT }), FOREIGN),
      ticket,
      'nothing',
    ],
    ['all alike but the year', held(shown({ year: 2025 }), FOREIGN), ticket, 'nothing'],
    [
      'all alike but the year, and no date',
      held(licensing({ year: 2025, dueDate: null }), FOREIGN),
      licensing({ dueDate: null }),
      'nothing',
    ],
    [
      'another kind on the same day, not shown',
      held(licensing({ dueDate: DAY, ...GONE })),
      ticket,
      'nothing',
    ],
    [
      'another date and another text of ours',
      held(licensing({ ...GONE, description: 'Taxa' })),
      licensing({ dueDate: '2026-05-28' }),
      'kin',
    ],
    [
      'an instalment of ours of the same day under another text',
      held(instalment(1, { ...GONE, description: 'Cota A' })),
      instalment(1),
      'kin',
    ],
    [
      'an instalment of ours of another day and text',
      held(instalment(1, GONE)),
      instalment(2),
      'nothing',
    ],
    ['the other way of paying the IPVA of that year', held(single(GONE)), instalment(1), 'kin'],
    [
      'the other way of paying the IPVA of another year',
      held(single({ ...GONE, year: 2025 })),
      instalment(1),
      'nothing',
    ],
    ['the licensing of that year, for its IPVA', held(licensing(GONE)), single(), 'nothing'],
    ['the IPVA of that year, for its licensing', held(single(GONE)), licensing(), 'nothing'],
  ]
  test.each(rows)('%s', (_name, item, wanted, means) => {
    const made = {
      id: 'order',
      status: 'awaiting_payment',
      standing: 'open' as const,
      held: [item],
    }
    const blocked = blockingReason(made, [planItem(wanted)])
    const code = { debt: 'order-holds-debt', kin: 'order-holds-kin', nothing: undefined }[means]
    expect(blocked?.split(':')[0]).toBe(code)
  })
})

describe('an approved plan held against the last answer', () => {
  const [one, two] = [shown(), licensing({ amountCents: 160_22n })]
  const accountId = 'account'
  const cost = { method: 'pix', feeCents: 9_90n, totalCents: 270_12n } as const
  const hash = planHash({ accountId, ...cost, items: [one, two] })
  const plan = { ...cost, hash, items: [one, two].map(planItem) } as unknown as Plan
  const refusal = (debts: ShownDebt[], account = accountId, more: Partial<Plan> = {}) =>
    changedSince(account, { ...plan, ...more }, debts)

  test('is as it was, whatever else is shown, in any order and under new item ids', () => {
    expect(refusal([one, two])).toBeUndefined()
    const renamed = [{ ...two, itemId: 'new' }, single(), { ...one, dependsOn: 'new' }]
    expect(refusal(renamed)).toBeUndefined()
  })

  test.each<[string, string, ShownDebt[]]>([
    ['one debt is not shown', 'debt-not-shown', [one, single()]],
    ['no debt is shown', 'debt-not-shown', []],
    ['one is a cent dearer', 'amount-changed', [one, { ...two, amountCents: 160_23n }]],
    ['one may not be paid now', 'not-payable', [{ ...one, isPayable: false }, two]],
    ['one needs a debt outside', 'partner-left-out', [one, { ...two, dependsOn: 'other' }]],
  ])('is refused when %s', (_name, why, debts) => {
    expect(refusal(debts)).toBe(why)
  })

  test('is refused with another account, method, fee or total', () => {
    expect(refusal([one, two], 'other')).toBe('amount-changed')
    for (const more of [{ method: 'boleto' as const }, { feeCents: 9_91n }, { totalCents: 1n }]) {
      expect(refusal([one, two], accountId, more)).toBe('amount-changed')
    }
  })
})

describe('a plan that is about to be placed', () => {
  const [one, two] = [shown(), licensing()]
  const cost = { method: 'pix', feeCents: 9_90n, totalCents: 209_90n } as const
  const hash = planHash({ accountId: 'account', ...cost, items: [one, two] })
  const known = { vehicleId: 'vehicle', vehicleServiceId: 'ours', costCentre: '' }
  const ready = { state: 'approved', inFleet: true, ...known }
  const renamed = [{ ...two, itemId: 'second' }, single(), { ...one, itemId: 'first' }]
  const placed = (more: object, last: readonly ShownDebt[] = renamed) => {
    const plan = { ...cost, hash, items: [one, two].map(planItem), ...ready, ...more }
    const shownOf = async ([vehicle]: readonly string[]) => (vehicle === 'vehicle' ? last : [])
    const debts = { shown: shownOf, ofVehicles: async () => new Map() }
    const clock = manualClock(0)
    const tools = {
      accountId: 'account',
      debts,
      policy: DEFAULT_ORDER_POLICY,
      planPolicy: defaultPlanPolicy(),
      clock,
      zone: 'UTC',
    }
    return currentPlan(tools as unknown as PlacingTools, plan as unknown as Plan)
  }

  test('takes the item ids that the last answer of its vehicle gives to its debts', async () => {
    const found = { serviceId: 'ours', itemIds: ['second', 'first'] }
    expect(await placed({})).toEqual(found)
    expect(await placed({ isFormer: false })).toEqual(found)
  })

  test.each<[string, object, (readonly ShownDebt[])?]>([
    ['plan-not-approved', { state: 'proposed' }],
    ['vehicle-left', { inFleet: false }],
    ['identity-changed', { isFormer: true }],
    ['vehicle-unregistered', { vehicleServiceId: null }],
    ['card-not-offered', { method: 'credit_card' }],
    ['debt-not-shown', { vehicleId: 'another' }],
    ['partner-left-out', {}, [one, { ...two, dependsOn: 'other' }]],
  ])('is refused: %s', async (refusal, more, debts) => {
    expect(await placed(more, debts)).toEqual({ refusal })
  })
})

describe('an answer to an order of two debts', () => {
  const [one, two] = [shown(), licensing()]
  const expected = {
    vehicleServiceId: SERVICE_ID,
    method: 'pix',
    debtsCents: 100_00n,
    feeCents: 9_90n,
    itemIds: [one.itemId, two.itemId],
  }
  const items = (...of: [ShownDebt, string][]) =>
    of.map(([debt, amount]) => orderItem(debt, amount))

  test('shows both, in any order', () => {
    const swapped = items([two, '60.00'], [one, '40.00'])
    expect(orderMismatch(order({ items: swapped }), expected)).toBeUndefined()
  })

  test.each([
    ['one of them', items([one, '100.00'])],
    ['one of them twice', items([one, '40.00'], [one, '60.00'])],
    ['another one instead', items([one, '40.00'], [single(), '60.00'])],
    ['one more', items([one, '40.00'], [two, '60.00'], [single(), '0.00'])],
    ['none', []],
  ])('holds other debts when it shows %s', (_name, given) => {
    expect(orderMismatch(order({ items: given }), expected)).toBe('other-items')
  })

  test('may bear any fee where no preview told one', () => {
    const dearer = order({ service_fee: '20.00', total_amount: '120.00' })
    expect(orderMismatch(dearer, expected)).toBe('fee-differs')
    expect(orderMismatch(dearer, { ...expected, feeCents: null })).toBeUndefined()
  })
})

describe('the debts of an order that nobody remembers', () => {
  const ticket = shown()
  const idOf = (held: HeldItem[], known: ShownDebt[]) =>
    foundDebts(held, known).map(({ debt }) => debt?.id)

  test('are found by kind, year, date and text together', () => {
    const written = held(ticket, { ...FOREIGN, description: 'EXCESSO  de velocidade' })
    expect(idOf([written], [single(), ticket])).toEqual([ticket.id])
    for (const other of [
      { kind: 'licensing' },
      { year: 2025 },
      { dueDate: '2026-05-11' },
      { description: 'Outra' },
    ]) {
      expect(idOf([{ ...written, ...other }], [ticket])).toEqual([undefined])
    }
  })

  test('are each one debt once, and the one that the ledger names is that one', () => {
    const twin = shown({ ordinal: 1 })
    const unnamed = held(ticket, FOREIGN)
    expect(idOf([unnamed, unnamed, unnamed], [ticket, twin])).toEqual([
      ticket.id,
      twin.id,
      undefined,
    ])
    expect(idOf([unnamed, held(ticket)], [ticket, twin])).toEqual([twin.id, ticket.id])
  })
})
