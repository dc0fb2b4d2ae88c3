/**
 * GET one vehicle in one statement, which proves the key, the account and the vehicle together. It
 * is the most frequent read by far; whatever is not plainly so takes the ordinary way.
 */
import { CompiledQuery } from 'kysely'
import { ACCOUNT_HEADER } from '../../contract/headers.ts'
import { isUuid } from '../../contract/scalar.ts'
import type { Vehicle } from '../../contract/vehicle.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { Admission } from '../tenants/admit-caller.ts'
import { type CallHeaders, presentedHash } from '../tenants/authenticate.ts'
import { type ShownVehicle, VEHICLE_COLUMNS, vehicleView } from './vehicle-view.ts'

/** No row when anything is due: the ordinary way moves it on before it answers. */
const STATEMENT = `
  select key.id as credential_id, ${VEHICLE_COLUMNS.map((name) => `vehicle.${name}`).join(', ')}
  from service.api_key key
  join service.brand brand on brand.id = key.brand_id and brand.is_active
  join service.account account
    on account.brand_id = brand.id and account.id = $2 and account.is_active
  join service.vehicle vehicle
    on vehicle.brand_id = brand.id and vehicle.account_id = account.id and vehicle.id = $3
  where key.key_hash = $1 and key.revoked_at is null
    and not exists (select 1 from service.consultation due
      where due.account_id = $2 and due.vehicle_id = $3 and due.status = 'pending'
        and due.look_at <= $4)
    and not exists (select 1 from service.payment_order due
      where due.account_id = $2 and due.vehicle_id = $3 and due.move_at <= $4)`

export interface Glance {
  readonly credentialId: string
  readonly vehicle: Vehicle
}

/** Null when the ordinary way must answer, be it with a vehicle or with a refusal. */
export async function glanceAtVehicle(
  tools: Pick<ServiceTools, 'db' | 'clock' | 'secrets'> & Pick<Admission, 'knows'>,
  request: { readonly headers: CallHeaders; readonly vehicleId: string },
): Promise<Glance | null> {
  const hash = presentedHash(tools.secrets, request.headers)
  const account = request.headers[ACCOUNT_HEADER]
  // A key that was not accepted yet must pass the throttle of wrong keys first.
  if (hash === undefined || !tools.knows(hash) || typeof account !== 'string') return null
  if (!isUuid(account) || !isUuid(request.vehicleId)) return null
  const now = new Date(tools.clock.now())
  const asked = CompiledQuery.raw(STATEMENT, [hash, account, request.vehicleId, now])
  const { rows } = await tools.db.executeQuery(asked)
  const [row] = rows as (ShownVehicle & { credential_id: string })[]
  if (row === undefined) return null
  const { credential_id: credentialId, ...vehicle } = row
  return { credentialId, vehicle: vehicleView(vehicle) }
}
