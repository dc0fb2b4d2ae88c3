/** GET one vehicle, active or not. */
import { detail } from '../../contract/problem.ts'
import { compiledOnce } from '../compiled-once.ts'
import { advanceConsultations } from '../consultations/advance-consultations.ts'
import { ok, problem } from '../http/replies.ts'
import { advanceOrders } from '../orders/advance-orders.ts'
import type { Handler, ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { VEHICLE_COLUMNS, vehicleView } from './vehicle-view.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export const getVehicle: Handler<'getVehicle'> = async (tools, request, scope) => {
  const vehicleId = request.params.vehicle_id
  let found = await findVehicle(tools, scope, vehicleId)
  if (found?.isDue === true) {
    await advanceConsultations(tools, scope, { vehicleId })
    await advanceOrders(tools, scope, { vehicleId })
    found = await findVehicle(tools, scope, vehicleId)
  }
  if (found === undefined) return problem(404, detail.notFound)
  const { isDue: _isDue, ...vehicle } = found
  return ok(vehicleView(vehicle))
}

/** `isDue`: a consultation or an order of the vehicle must be advanced before it is shown. */
const readVehicle = compiledOnce(
  { vehicleId: 'vehicle', brandId: 'brand', accountId: 'account', now: new Date(0) },
  (db, { vehicleId, brandId, accountId, now }) =>
    db
      .selectFrom('service.vehicle')
      .select(VEHICLE_COLUMNS)
      .select((eb) =>
        eb
          .or([
            eb.exists(
              eb
                .selectFrom('service.consultation')
                .select('id')
                .where(ownedBy({ brandId, accountId }))
                .where('vehicle_id', '=', vehicleId)
                .where('status', '=', 'pending')
                .where('look_at', '<=', now),
            ),
            eb.exists(
              eb
                .selectFrom('service.payment_order')
                .select('id')
                .where(ownedBy({ brandId, accountId }))
                .where('vehicle_id', '=', vehicleId)
                .where('move_at', '<=', now),
            ),
          ])
          .as('isDue'),
      )
      .where('id', '=', vehicleId)
      .where(ownedBy({ brandId, accountId })),
)

function findVehicle({ db, clock }: ServiceTools, scope: AccountScope, vehicleId: string) {
  const { brandId, accountId } = scope
  return readVehicle(db, { vehicleId, brandId, accountId, now: new Date(clock.now()) })
}
