/** The plate of a request's vehicle: from its body, or by one query for the ids in it. */
import { sql } from 'kysely'
import { normalizePlate } from '../../fleet/plate.ts'
import type { Understood } from '../http/read-request.ts'
import type { ServiceDb } from '../service-db.ts'
import { PLATE_RANGE } from './plate-rules.ts'

/** Without separators, only of the caller's account; null for no or several vehicles. */
export async function plateOf(
  db: ServiceDb,
  accountId: string,
  request: Understood,
): Promise<string | null> {
  const body = textsOf(request.body)
  const query = textsOf(request.query)
  const { vehicle_id = query['vehicle_id'], consultation_id, order_id } = request.params
  const mine = sql`account_id = ${accountId}`
  if (vehicle_id !== undefined) {
    return await one(db, sql`service.vehicle where id = ${vehicle_id} and ${mine}`)
  }
  if (consultation_id !== undefined) {
    return await one(db, sql`service.consultation where id = ${consultation_id} and ${mine}`)
  }
  if (order_id !== undefined) {
    return await one(db, sql`service.payment_order where id = ${order_id} and ${mine}`)
  }
  const item = body['debt_item_ids']
  if (item !== undefined) {
    const owner = sql`(select vehicle_id from service.debt_item where id = ${item} and ${mine})`
    return await one(db, sql`service.vehicle where id = ${owner}`)
  }
  if (body['plate'] !== undefined) return normalizePlate(body['plate'])
  return await soughtPlate(db, mine, query['q'])
}

/** A search for a whole Renavam or a whole plate is about one vehicle. */
async function soughtPlate(db: ServiceDb, mine: ReturnType<typeof sql>, q: string | undefined) {
  const sought = normalizePlate(q ?? '')
  if (/^[0-9]{11}$/.test(sought)) {
    return await one(db, sql`service.vehicle where renavam = ${sought} and is_active and ${mine}`)
  }
  return /^[A-Z]{3}[0-9][0-9A-Z][0-9]{2}$/.test(sought) ? sought : null
}

async function one(db: ServiceDb, source: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await sql<{ plate: string }>`select plate from ${source} limit 1`.execute(db)
  return rows[0]?.plate ?? null
}

/** The text fields of a body or query; of a list its first entry. */
function textsOf(value: unknown): Record<string, string | undefined> {
  const entries = Object.entries<unknown>(Object(value))
  return Object.fromEntries(
    entries.flatMap(([name, each]) => {
      const first: unknown = [each].flat()[0]
      return typeof first === 'string' ? [[name, first]] : []
    }),
  )
}

/** Whether any vehicle has a plate of the range. */
export async function anyPlateOfRange(db: ServiceDb): Promise<boolean> {
  const found = await db
    .selectFrom('service.vehicle')
    .select('id')
    .where('plate', 'like', `${PLATE_RANGE}%`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
