/** POST consultations: opens the question at the provider and records it as pending. */
import { type Insertable, sql } from 'kysely'
import { instant } from '../../clock.ts'
import type { api } from '../../contract/api.ts'
import type { HandlerReply } from '../../contract/handlers.ts'
import { detail } from '../../contract/problem.ts'
import { created, problem } from '../http/replies.ts'
import { advanceOrders } from '../orders/advance-orders.ts'
import { leaveReceipt } from '../receipts/leave-receipt.ts'
import type { AccountCall, Handler, ServiceTools } from '../service-tools.ts'
import type { ServiceTables } from '../tables.ts'
import { consultationView } from './consultation-view.ts'
import { lookupQuestion, QUESTION_COLUMNS } from './lookup-question.ts'
import { ownedBy } from '../tenants/owned-by.ts'

type Operation = typeof api.createConsultation

/** Allowed while another consultation is pending: nothing in the interface forbids it. */
export const createConsultation: Handler<'createConsultation'> = async (tools, request, call) => {
  const vehicle = await tools.db
    .selectFrom('service.vehicle')
    .select(QUESTION_COLUMNS)
    .where('id', '=', request.params.vehicle_id)
    .where(ownedBy(call))
    .executeTakeFirst()
  if (vehicle === undefined) return problem(404, detail.notFound)
  if (!vehicle.is_active) return problem(409, detail.vehicleInactive)
  // What has settled by now must be known, or the answer would list it again.
  await advanceOrders(tools, call, { vehicleId: vehicle.id })
  const askedAtMs = tools.clock.now()
  const id = tools.random.uuid()
  const question = await lookupQuestion(tools, call, vehicle, askedAtMs)
  // Asked before the transaction, which must not stay open during a call over the network.
  const { reference, lookAtMs } = await tools.lookup.begin(question)
  const { plate, identity } = vehicle
  return await record(tools, call, vehicle.id, {
    id,
    plate,
    identity,
    provider_reference: reference,
    created_at: instant(askedAtMs),
    look_at: instant(lookAtMs),
  })
}

type Begun = Pick<
  Insertable<ServiceTables['service.consultation']>,
  'id' | 'plate' | 'identity' | 'provider_reference' | 'created_at' | 'look_at'
>

async function record(
  tools: ServiceTools,
  call: AccountCall,
  vehicleId: string,
  begun: Begun,
): Promise<HandlerReply<Operation>> {
  return await tools.db.transaction().execute(async (tx) => {
    const vehicle = await tx
      .updateTable('service.vehicle')
      .set({
        consultations_count: sql<number>`consultations_count + 1`,
        latest_consultation_id: begun.id,
        latest_consultation_status: 'pending',
        latest_consultation_at: begun.created_at,
      })
      .where('id', '=', vehicleId)
      .where(ownedBy(call))
      .where('is_active', '=', true)
      .where('identity', '=', begun.identity)
      .returning('consultations_count')
      .executeTakeFirst()
    if (vehicle === undefined) return problem(409, detail.vehicleChanged)
    await leaveReceipt(tx, call.receipt, begun.id)
    const row = await tx
      .insertInto('service.consultation')
      .values({
        ...begun,
        brand_id: call.brandId,
        account_id: call.accountId,
        vehicle_id: vehicleId,
        ordinal: vehicle.consultations_count,
        status: 'pending',
        stage: 'queued',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return created(consultationView(row, []))
  })
}
