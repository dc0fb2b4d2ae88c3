/** What a provider is asked about a vehicle: its data, and the debts settled by this service. */
import { openDocument } from '../keys/seal-document.ts'
import type { LookupQuestion } from '../debt-lookup.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import type { VehicleRow } from '../tables.ts'
import { ownedBy } from '../tenants/owned-by.ts'

export const QUESTION_COLUMNS = [
  'id',
  'plate',
  'renavam',
  'uf',
  'is_active',
  'identity',
  'owner_document_sealed',
] as const satisfies readonly (keyof VehicleRow)[]

type AskedVehicle = Pick<VehicleRow, (typeof QUESTION_COLUMNS)[number]>

export async function lookupQuestion(
  tools: ServiceTools,
  scope: AccountScope,
  vehicle: AskedVehicle,
  askedAtMs: number,
): Promise<LookupQuestion> {
  const settled = await tools.db
    .selectFrom('service.debt_item')
    .select('fingerprint')
    .where('vehicle_id', '=', vehicle.id)
    .where(ownedBy(scope))
    .where('settled_at', 'is not', null)
    .execute()
  const { plate, renavam, uf } = vehicle
  const ownerDocument = (): string =>
    openDocument(tools.secrets, vehicle.id, vehicle.owner_document_sealed)
  return {
    vehicle: { plate, renavam, uf, ownerDocument },
    askedAtMs,
    settled: settled.map(({ fingerprint }) => fingerprint),
  }
}
