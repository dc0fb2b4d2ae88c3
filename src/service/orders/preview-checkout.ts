/** POST checkout/preview: what an order would cost, by the same rules and without a charge. */
import type { api } from '../../contract/api.ts'
import type { HandlerReply, RequestTo } from '../../contract/handlers.ts'
import { formatCents } from '../../fleet/money.ts'
import { ok, problem } from '../http/replies.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { chosenItems } from './chosen-items.ts'
import { installmentGrid } from './installment-grid.ts'

type Operation = typeof api.previewCheckout

export async function previewCheckout(
  tools: ServiceTools,
  request: RequestTo<Operation>,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  const judged = await chosenItems(tools, scope, request.body.debt_item_ids)
  if (!judged.ok) return problem(judged.status, judged.detail)
  const totalCents = judged.debtsCents + scope.serviceFeeCents
  return ok({
    debts_amount: formatCents(judged.debtsCents),
    service_fee: formatCents(scope.serviceFeeCents),
    total_amount: formatCents(totalCents),
    installments: installmentGrid(totalCents).map((row) => ({
      installments: row.installments,
      installment_amount: formatCents(row.eachCents),
      total_amount: formatCents(row.totalCents),
    })),
  })
}
