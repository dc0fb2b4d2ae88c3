/** Pure. Whether chosen items may be charged together, their sum, and what the charge would be. */
import type { OrderMethod } from '../../contract/order.ts'
import { detail } from '../../contract/problem.ts'
import type { ProposedCharge } from '../providers/payments.ts'
import type { DebtItemRow } from '../tables.ts'

/** An item with its vehicle's identity when it was consulted, and the vehicle of now. */
export interface ChosenItem extends DebtItemRow {
  readonly asked_identity: string
  readonly vehicle_identity: string
  readonly plate: string
  readonly uf: string
}

export type OrderVerdict =
  | {
      readonly ok: true
      readonly vehicleId: string
      /** Identity of the vehicle when the items were judged. */
      readonly identity: string
      readonly plate: string
      readonly uf: string
      readonly debtsCents: bigint
      /** In the order in which they were asked for. */
      readonly items: readonly DebtItemRow[]
    }
  | { readonly ok: false; readonly status: 409 | 422; readonly detail: string }

export type JudgedItems = Extract<OrderVerdict, { ok: true }>

/**
 * `found`: the account's items among `asked`. `settled`: ids of settled items that the asked ones
 * depend on. `paid`: for an asked item, the order that has paid its debt.
 */
export function judgeOrder(
  asked: readonly string[],
  found: readonly ChosenItem[],
  { settled, paid }: { settled: ReadonlySet<string>; paid: ReadonlyMap<string, string> },
): OrderVerdict {
  const byId = new Map(found.map((item) => [item.id, item]))
  const items: ChosenItem[] = []
  const chosen = new Set<string>()
  for (const id of asked.map((each) => each.toLowerCase())) {
    const item = byId.get(id)
    // One answer for both, so that nobody learns which items another account has.
    if (item === undefined) return refused(422, id, 'não encontrado nesta conta')
    if (item.settled_at !== null) return refused(409, id, 'já quitado')
    const payer = paid.get(id)
    if (payer !== undefined) return refused(409, id, `já foi pago pelo pedido ${payer}`)
    if (item.asked_identity !== item.vehicle_identity) {
      return refused(
        409,
        id,
        'é de antes da mudança do Renavam, da placa ou da UF do veículo: consulte-o de novo',
      )
    }
    if (!item.is_payable) return refused(422, id, 'não pode ser pago por aqui')
    // The schema, which compares letters as they are written, has let the other case pass.
    if (chosen.has(id)) return refused(422, id, 'aparece duas vezes')
    chosen.add(id)
    items.push(item)
  }
  for (const item of items) {
    const same = items.find((other) => isSameDebt(item, other))
    if (same !== undefined) return refused(422, item.id, `é o mesmo débito que o item ${same.id}`)
    const partner = item.depends_on
    if (partner === null || chosen.has(partner) || settled.has(partner)) continue
    return refused(422, item.id, `só pode ser pago junto com o item ${partner}`)
  }
  const [first] = items
  if (first === undefined) return { ok: false, status: 422, detail: detail.orderEmpty }
  const { vehicle_id: vehicleId, vehicle_identity: identity, plate, uf } = first
  if (items.some((item) => item.vehicle_id !== vehicleId)) {
    return { ok: false, status: 422, detail: detail.orderVehicles }
  }
  const debtsCents = items.reduce((sum, item) => sum + item.amount_cents, 0n)
  return { ok: true, vehicleId, identity, plate, uf, debtsCents, items }
}

/** Of two answers. One answer may have two debts that nothing tells apart, and both are owed. */
function isSameDebt(one: ChosenItem, other: ChosenItem): boolean {
  return one.fingerprint === other.fingerprint && one.consultation_id !== other.consultation_id
}

function refused(status: 409 | 422, id: string, why: string): OrderVerdict {
  return { ok: false, status, detail: `Campo 'debt_item_ids': o item ${id} ${why}.` }
}

export function proposedCharge(
  { plate, uf, debtsCents, items }: JudgedItems,
  method: OrderMethod,
  serviceFeeCents: bigint,
): ProposedCharge {
  const totalCents = debtsCents + serviceFeeCents
  const charged = items.map((item) => ({
    debtItemId: item.id,
    providerReference: item.provider_reference,
  }))
  return { plate, uf, method, debtsCents, totalCents, items: charged }
}
