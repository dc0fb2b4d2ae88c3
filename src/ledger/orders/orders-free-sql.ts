/** A person frees the debts of a refunded order: deletes their locks and logs who and why. */
import { sql } from 'kysely'
import { formatCents } from '../../fleet/money.ts'
import { appendEntry } from '../audit/audit.ts'
import type { FreedDebts } from './orders.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** The debts that were freed; of a second refusal, those that the order still locks. */
export async function freeOrder(
  db: LedgerDb,
  orderId: string,
  { debtIds, at }: Pick<FreedDebts, 'debtIds' | 'at'>,
): Promise<readonly string[]> {
  const order = await db
    .selectFrom('frota.payment_order')
    .select(['plan_id', 'freed_at'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('frota.payment_order')
    .set({ freed_at: order.freed_at ?? at })
    .where('id', '=', orderId)
    .execute()
  const { rows } = await sql<{ id: string }>`
    delete from frota.debt_lock held using frota.debt debt
    where held.plan_id = ${order.plan_id}::uuid and held.vehicle_id = debt.vehicle_id
      and held.scope = debt.fingerprint || '#' || debt.ordinal and debt.id = any(${debtIds}::uuid[])
    returning debt.id
  `.execute(db)
  return order.freed_at === null ? debtIds : rows.map(({ id }) => id)
}

/** `db`: the caller's transaction; call it last there, since the audit log is locked by it. */
export async function tellFreed(
  db: LedgerDb,
  orderId: string,
  { debtIds, person, reason, at }: FreedDebts,
): Promise<void> {
  const order = await db
    .selectFrom('frota.payment_order')
    .select(['fleet_id', 'vehicle_id', 'plan_id', 'status', 'refunded_cents'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await appendEntry(db, {
    at,
    actor: { kind: 'person', name: person },
    what: 'debts-freed',
    subject: {
      fleetId: order.fleet_id,
      vehicleId: order.vehicle_id,
      ...(order.plan_id === null ? {} : { planId: order.plan_id }),
      orderId,
    },
    facts: {
      status: order.status,
      refunded: formatCents(order.refunded_cents),
      debts: debtIds.length,
      reason,
    },
  })
}
