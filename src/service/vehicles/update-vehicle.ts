/** PATCH a vehicle: any of the write fields of creation. */
import { instant } from '../../clock.ts'
import type { api } from '../../contract/api.ts'
import type { HandlerReply } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { maskDocument } from '../../fleet/document.ts'
import { ok, problem } from '../http/replies.ts'
import { sealDocument } from '../keys/seal-document.ts'
import { isUniqueViolation } from '../service-db.ts'
import type { Handler, ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import { readVehicleInput, type VehicleInput } from './read-vehicle-input.ts'
import { gramsOf, searchText } from '../search-text.ts'
import { showIdentity } from './show-identity.ts'
import { VEHICLE_COLUMNS, vehicleView } from './vehicle-view.ts'
import { ownedBy } from '../tenants/owned-by.ts'

type Operation = typeof api.updateVehicle

/** A deactivated vehicle cannot be changed. */
export const updateVehicle: Handler<'updateVehicle'> = async (tools, request, scope) => {
  const { vehicle_id } = request.params
  const read = readVehicleInput(request.body)
  if (!read.ok) return problem(422, read.detail)
  try {
    return await change(tools, vehicle_id, read.input, scope)
  } catch (error) {
    if (isUniqueViolation(error)) return problem(409, detail.vehicleDuplicate)
    throw error
  }
}

async function change(
  tools: ServiceTools,
  id: string,
  input: VehicleInput,
  scope: AccountScope,
): Promise<HandlerReply<Operation>> {
  return await tools.db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('service.vehicle')
      .select(['plate', 'renavam', 'uf', 'nickname', 'is_active', 'identity'])
      .where('id', '=', id)
      .where(ownedBy(scope))
      .forUpdate()
      .executeTakeFirst()
    if (known === undefined) return problem(404, detail.notFound)
    if (!known.is_active) return problem(409, detail.vehicleInactive)
    const { identity, ...current } = known
    const { ownerDocument, ...fields } = input
    const next = { ...current, ...fields }
    const search = searchText(next)
    const row = await tx
      .updateTable('service.vehicle')
      .set({ ...next, search, grams: gramsOf(search), changed_at: instant(tools.clock.now()) })
      .$if(ownerDocument !== undefined, (query) => query.set(owner(tools, id, ownerDocument ?? '')))
      .where('id', '=', id)
      .where(ownedBy(scope))
      .returning([...VEHICLE_COLUMNS, 'identity'])
      .executeTakeFirstOrThrow()
    const { identity: now, ...shown } = row
    if (now === identity) return ok(vehicleView(shown))
    const { brandId: brand_id, accountId: account_id } = scope
    const changed = await showIdentity(tools, tx, { vehicle_id: id, brand_id, account_id })
    return ok(vehicleView(changed))
  })
}

function owner(tools: ServiceTools, id: string, document: string) {
  return {
    owner_document_sealed: sealDocument(tools.secrets, tools.random, id, document),
    owner_document_masked: maskDocument(document),
  }
}
