/** DELETE a vehicle: deactivates it; safe to repeat. */
import { instant } from '../../clock.ts'
import type { api } from '../../contract/api.ts'
import type { HandlerReply, RequestTo } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { problem } from '../http/replies.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { ownedBy } from '../tenants/owned-by.ts'

type Operation = typeof api.deleteVehicle

export async function deleteVehicle(
  tools: ServiceTools,
  request: RequestTo<Operation>,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  const row = await tools.db
    .updateTable('service.vehicle')
    .set({ is_active: false, changed_at: instant(tools.clock.now()) })
    .where('id', '=', request.params.vehicle_id)
    .where(ownedBy(scope))
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? problem(404, detail.notFound) : { status: 204, body: undefined }
}
