/** POST vehicles: normalizes, checks, seals the document, and stores. */
import { instant } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { maskDocument } from '../../fleet/document.ts'
import { created, problem } from '../http/replies.ts'
import { sealDocument } from '../keys/seal-document.ts'
import { isUniqueViolation } from '../service-db.ts'
import { withReceipt } from '../receipts/leave-receipt.ts'
import type { Handler } from '../service-tools.ts'
import { readVehicleInput } from './read-vehicle-input.ts'
import { gramsOf, searchText } from '../search-text.ts'
import { VEHICLE_COLUMNS, vehicleView } from './vehicle-view.ts'

/** A deactivated vehicle's Renavam may be registered again: that makes a new vehicle. */
export const createVehicle: Handler<'createVehicle'> = async (tools, request, call) => {
  const read = readVehicleInput(request.body)
  if (!read.ok) return problem(422, read.detail)
  const { plate = '', renavam = '', uf = '', nickname = '', ownerDocument = '' } = read.input
  const id = tools.random.uuid()
  const now = instant(tools.clock.now())
  const search = searchText({ plate, renavam, nickname })
  try {
    const row = await withReceipt(tools.db, call.receipt, id, (db) =>
      db
        .insertInto('service.vehicle')
        .values({
          id,
          brand_id: call.brandId,
          account_id: call.accountId,
          plate,
          renavam,
          uf,
          nickname,
          owner_document_sealed: sealDocument(tools.secrets, tools.random, id, ownerDocument),
          owner_document_masked: maskDocument(ownerDocument),
          created_at: now,
          changed_at: now,
          search,
          grams: gramsOf(search),
        })
        .returning(VEHICLE_COLUMNS)
        .executeTakeFirstOrThrow(),
    )
    return created(vehicleView(row))
  } catch (error) {
    if (isUniqueViolation(error)) return problem(409, detail.vehicleDuplicate)
    throw error
  }
}
