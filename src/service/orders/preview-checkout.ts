/** POST checkout/preview: what an order would cost, by the same rules and without a charge. */
import { formatCents } from '../../fleet/money.ts'
import { ok, problem } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { chosenItems } from './chosen-items.ts'
import { installmentGrid } from './installment-grid.ts'
import { proposedCharge } from './judge-order.ts'
import { bareRefusal } from './provider-refusal.ts'

export const previewCheckout: Handler<'previewCheckout'> = async (tools, request, scope) => {
  const { debt_item_ids, method } = request.body
  const judged = await chosenItems(tools, scope, debt_item_ids)
  if (!judged.ok) return problem(judged.status, judged.detail)
  if (method !== undefined) {
    const charge = proposedCharge(judged, method, scope.serviceFeeCents)
    const refused = await tools.payments.refuses(charge)
    if (refused?.status === 422) return problem(422, refused.detail)
    if (refused !== null) return bareRefusal(refused)
  }
  const totalCents = judged.debtsCents + scope.serviceFeeCents
  // Only cards have instalments; without a method all of them are shown.
  const inOne = method === 'pix' || method === 'boleto'
  const grid = installmentGrid(totalCents).slice(0, inOne ? 1 : undefined)
  return ok({
    debts_amount: formatCents(judged.debtsCents),
    service_fee: formatCents(scope.serviceFeeCents),
    total_amount: formatCents(totalCents),
    installments: grid.map((row) => ({
      installments: row.installments,
      installment_amount: formatCents(row.eachCents),
      total_amount: formatCents(row.totalCents),
    })),
  })
}
