/** Where a request may be answered at a glance, before the stations of the ordinary way. */
import type { FastifyRequest } from 'fastify'
import { api } from '../../contract/api.ts'
import type { Faults } from '../faults/open-faults.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { Admission } from '../tenants/admit-caller.ts'
import { noteKeyUse } from '../tenants/note-key-use.ts'
import { glanceAtVehicle } from '../vehicles/glance-at-vehicle.ts'

/** The body of a 200, or null for the ordinary way. */
export type Glancer = (request: FastifyRequest) => Promise<unknown>

export function glancers(
  tools: ServiceTools & Pick<Admission, 'knows'>,
  faults: Faults | undefined,
): Readonly<Record<string, Glancer>> {
  return {
    [api.getVehicle.id]: async ({ headers, params, query }) => {
      const { vehicle_id: vehicleId } = params as { vehicle_id: string }
      const isPlain = Object.keys(Object(query)).length === 0 && faults?.isAwake() !== true
      const found = isPlain ? await glanceAtVehicle(tools, { headers, vehicleId }) : null
      if (found === null) return null
      await noteKeyUse(tools, found.credentialId)
      return found.vehicle
    },
  }
}
