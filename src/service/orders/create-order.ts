/** POST orders: judges the items, records the order, and has its provider open the charge. */
import { detail } from '../../contract/problem.ts'
import { created, problem } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { applyNews, noteFor } from './apply-news.ts'
import { chosenItems } from './chosen-items.ts'
import { chargeOf } from './load-charges.ts'
import { proposedCharge } from './judge-order.ts'
import { providerRefusal } from './provider-refusal.ts'
import { recordOrder } from './record-order.ts'
import { showOrder } from './show-orders.ts'

/**
 * The same debts may be ordered twice: the interface has no rule against it. They belong to the
 * order that is paid first (refuse-paid-debts.ts).
 * The debts of a deactivated vehicle are still owed, so they may be ordered too. The order is
 * recorded before the provider opens it; after an interruption the next read of it goes on.
 */
export const createOrder: Handler<'createOrder'> = async (tools, request, call) => {
  const { debt_item_ids, method } = request.body
  const judged = await chosenItems(tools, call, debt_item_ids)
  if (!judged.ok) return problem(judged.status, judged.detail)
  const proposed = proposedCharge(judged, method, call.serviceFeeCents)
  const refused = await tools.payments.refuses(proposed)
  if (refused !== null) return providerRefusal(refused)
  const asked = await recordOrder(tools, call, judged, proposed)
  if (asked === null) return problem(409, detail.vehicleChanged)
  const charge = chargeOf(asked, proposed.items)
  const news = await tools.payments.open(charge, tools.clock.now(), noteFor(tools, asked))
  const { order } = await applyNews(tools, asked, news)
  return created(await showOrder(tools.db, order, tools.clock.now()))
}
