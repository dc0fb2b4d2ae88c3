/** DELETE a vehicle: deactivates it; safe to repeat. */
import { instant } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { problem } from '../http/replies.ts'
import type { Handler } from '../service-tools.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export const deleteVehicle: Handler<'deleteVehicle'> = async (tools, request, scope) => {
  const row = await tools.db
    .updateTable('service.vehicle')
    .set({ is_active: false, changed_at: instant(tools.clock.now()) })
    .where('id', '=', request.params.vehicle_id)
    .where(ownedBy(scope))
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? problem(404, detail.notFound) : { status: 204, body: undefined }
}
