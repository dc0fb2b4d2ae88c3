/** Vehicles as they were before a consultation that is still hidden. */
import type { ServiceDb } from '../service-db.ts'
import type { HiddenIds } from './hidden-objects.ts'
import { fieldsOf } from '../../fields.ts'

/** `body`: one vehicle or a page of them; any other body stays as it is. */
export async function withLag(db: ServiceDb, hidden: HiddenIds, body: unknown): Promise<unknown> {
  if (hidden.consultation.length === 0) return body
  const { results } = fieldsOf(body)
  if (Array.isArray(results)) {
    const shown = await Array.fromAsync(results, (each) => asBefore(db, hidden, each))
    return { ...Object(body), results: shown }
  }
  return await asBefore(db, hidden, body)
}

async function asBefore(db: ServiceDb, hidden: HiddenIds, body: unknown): Promise<unknown> {
  const vehicle = fieldsOf(body)
  const { id, latest_consultation_id: latest } = vehicle
  if (typeof id !== 'string' || typeof latest !== 'string') return body
  if (!hidden.consultation.includes(latest)) return body
  const before = await db
    .selectFrom('service.consultation')
    .select(['id', 'status', 'created_at', 'ordinal'])
    .where('vehicle_id', '=', id)
    .where('id', 'not in', hidden.consultation)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...vehicle,
    latest_consultation_id: before?.id ?? null,
    latest_consultation_status: before?.status ?? null,
    latest_consultation_at: before?.created_at.toISOString() ?? null,
    consultations_count: before?.ordinal ?? 0,
  }
}
