/** Debts, plans and orders as the tests of this folder need them. */
import type { Order, OrderItem } from '../../../src/contract/order.ts'
import { encodePixCode } from '../../../src/fleet/pix-code.ts'
import type { Debt, ShownDebt } from '../../../src/ledger/debts/debts.ts'
import type { PlanItemFacts } from '../../../src/ledger/orders/plans.ts'
import type { HeldItem } from '../../../src/reconciliation/orders/placing/match-orders.ts'
import { debt } from '../debts/debt-samples.ts'

export const TODAY = '2026-03-10'
export const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
export const SERVICE_ID = '0a0a0a0a-0000-4000-8000-000000000001'

let made = 0
const uuid = (): string => {
  made += 1
  return `0b0b0b0b-0000-4000-8000-${made.toString(16).padStart(12, '0')}`
}

export function shown(given: Partial<ShownDebt> = {}): ShownDebt {
  const { itemId, dependsOn, ...rest } = given
  made += 1
  return {
    ...debt({ amountCents: 100_00n, ...rest }),
    itemId: itemId ?? uuid(),
    position: made,
    dependsOn: dependsOn ?? null,
    dependsOnDescription: '',
    change: 'same',
    ...rest,
  }
}

const ipva = { group: 'ipva', year: 2026 } as const

export const single = (given: Partial<ShownDebt> = {}): ShownDebt =>
  shown({
    ...ipva,
    kind: 'ipva_unique',
    description: 'IPVA 2026 - Cota única',
    dueDate: '2026-03-20',
    ...given,
  })

export const instalment = (number: number, given: Partial<ShownDebt> = {}): ShownDebt =>
  shown({
    ...ipva,
    kind: 'ipva_installment',
    description: `IPVA 2026 - Parcela ${number}/3`,
    dueDate: `2026-0${number + 2}-20`,
    ...given,
  })

export const licensing = (given: Partial<ShownDebt> = {}): ShownDebt =>
  shown({
    kind: 'licensing',
    group: 'licensing',
    description: 'Licenciamento 2026',
    dueDate: '2026-04-28',
    ...given,
  })

export function planItem(of: ShownDebt | Debt): PlanItemFacts {
  return { ...of, itemId: 'itemId' in of ? of.itemId : uuid(), debtId: of.id }
}

/** The item of an order of ours; `known` false makes it one that no answer of ours named. */
export function held(
  of: ShownDebt,
  { known = true, ...given }: Partial<HeldItem> & { known?: boolean } = {},
): HeldItem {
  const { id, fingerprint, kind, description, year, dueDate } = of
  return {
    itemId: known ? of.itemId : uuid(),
    kind,
    description,
    year,
    dueDate,
    debt: known ? { id, fingerprint, shown: of.shown } : null,
    ...given,
  }
}

export function pixCode(amountCents: bigint | null, txid = 'SIM1'): string {
  const code = encodePixCode({
    key: 'simulado@exemplo.invalid',
    url: null,
    amountCents,
    merchantName: 'SIMULADO NAO PAGUE',
    merchantCity: 'SAO PAULO',
    txid,
    dynamic: true,
  })
  if (!code.ok) throw new Error(code.code)
  return code.value
}

export function orderItem(of: ShownDebt, amount = '100.00'): OrderItem {
  const { itemId, kind, description, dueDate } = of
  const year = of.year ?? 0
  return { debt_item_id: itemId, kind, description, amount, year, due_date: dueDate }
}

/** One debt of 100,00 and a fee of 9,90, with a code that may be shown. */
export function order(given: Partial<Order> = {}): Order {
  return {
    id: uuid(),
    status: 'awaiting_payment',
    method: 'pix',
    purpose: 'IPVA',
    plate: 'ABC1D23',
    uf: 'SP',
    vehicle_id: SERVICE_ID,
    debts_amount: '100.00',
    service_fee: '9.90',
    total_amount: '109.90',
    refunded_amount: '0.00',
    latest_attempt: {
      method: 'pix',
      status: 'pending',
      pix_copy_paste: pixCode(109_90n),
      pix_expires_at: '2026-03-11T12:00:00Z',
    },
    ...given,
  }
}
