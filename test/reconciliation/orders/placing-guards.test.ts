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
import type { HeldItem } from '../../../src/reconciliation/orders/placing/match-orders.ts'
import type { PlacingTools } from '../../../src/reconciliation/orders/order-tools.ts'
import { DEFAULT_ORDER_POLICY } from '../../../src/reconciliation/orders/policy/order-policy.ts'
import { planHash } from '../../../src/reconciliation/orders/proposing/plan-hash.ts'
import { held, licensing, planItem, shown, single } from './order-samples.ts'
import { manualClock } from '../../support/clock.ts'

const FOREIGN = { known: false }

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
