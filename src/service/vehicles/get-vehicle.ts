/** GET one vehicle, active or not. */
import type { api } from '../../contract/api.ts'
import type { HandlerReply, RequestTo } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { advanceConsultations } from '../consultations/advance-consultations.ts'
import { ok, problem } from '../http/replies.ts'
import { advanceOrders } from '../orders/advance-orders.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { VEHICLE_COLUMNS, vehicleView } from './vehicle-view.ts'

type Operation = typeof api.getVehicle

export async function getVehicle(
  tools: ServiceTools,
  request: RequestTo<Operation>,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  const { vehicle_id } = request.params
  await advanceConsultations(tools, scope, { vehicleId: vehicle_id })
  await advanceOrders(tools, scope, { vehicleId: vehicle_id })
  const row = await tools.db
    .selectFrom('service.vehicle')
    .select(VEHICLE_COLUMNS)
    .where('id', '=', vehicle_id)
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
    .executeTakeFirst()
  return row === undefined ? problem(404, detail.notFound) : ok(vehicleView(row))
}
