/** The two reads of orders: one, and the account's by its filters. */
import { sql } from 'kysely'
import type { api } from '../../contract/api.ts'
import type { RequestTo } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { countOf } from '../http/count-of.ts'
import { pageAsked, pageOf, readPage } from '../http/page-of.ts'
import { ok, problem } from '../http/replies.ts'
import { startOfDay } from '../start-of-day.ts'
import type { AccountCall, Handler, ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { containing } from '../search-text.ts'
import { advanceOrders } from './advance-orders.ts'
import { showOrder, showOrders } from './show-orders.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export const getOrder: Handler<'getOrder'> = async (tools, request, scope) => {
  const { order_id: orderId } = request.params
  await advanceOrders(tools, scope, { orderId })
  const row = await ordersOf(tools, scope).selectAll().where('id', '=', orderId).executeTakeFirst()
  if (row === undefined) return problem(404, detail.notFound)
  return ok(await showOrder(tools.db, row, tools.clock.now()))
}

/** `created_after` and `created_before` include their day, in the service's time zone. */
export const listOrders: Handler<'listOrders'> = async (tools, request, call) => {
  const { created_after, created_before } = request.query
  const from = startOfDay(created_after ?? '1970-01-01', tools.timeZone)
  const until = startOfDay(created_before ?? '9999-01-01', tools.timeZone, 1)
  if (from === undefined) return problem(400, dateInvalid('created_after'))
  if (until === undefined) return problem(400, dateInvalid('created_before'))
  await advanceOrders(tools, call)
  const found = filtered(tools, request.query, call)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
  const page = pageAsked(request.query)
  const { rows, count } = await readPage(page, {
    ordered: (way) => found.selectAll().orderBy('seq', way),
    count: () => countOf(found),
  })
  const shown = await showOrders(tools.db, rows, tools.clock.now())
  return ok(pageOf(call.url, page, count, shown))
}

function filtered(
  tools: ServiceTools,
  query: RequestTo<typeof api.listOrders>['query'],
  scope: AccountCall,
) {
  const { vehicle_id, status, method, q } = query
  const fragment = (q ?? '').toUpperCase().replace(/[-.\s]/g, '')
  let found = ordersOf(tools, scope)
  if (scope.hidden?.order.length) found = found.where('id', 'not in', scope.hidden.order)
  if (vehicle_id !== undefined) found = found.where('vehicle_id', '=', vehicle_id)
  if (status !== undefined) found = found.where(sql.ref<string>('status'), '=', status)
  if (method !== undefined) found = found.where('method', '=', method)
  if (fragment !== '') found = found.where('plate', 'like', containing(fragment))
  return found
}

function dateInvalid(field: string): string {
  return `Campo '${field}': informe um dia do calendário (AAAA-MM-DD).`
}

function ordersOf(tools: ServiceTools, scope: AccountScope) {
  return tools.db.selectFrom('service.payment_order').where(ownedBy(scope))
}
