/**
 * Orders at the service that no plan of this ledger made: those that only move into view, and those
 * that are taken over with a plan of their own, so that the debts they hold are locked like any.
 */
import { sql } from 'kysely'
import { takeLocks } from './plans-approve.ts'
import { insertPlans } from './plans-consider.ts'
import type { NewPlan } from './plans.ts'
import { voidBlocked } from './plans-void.ts'
import type { OrderStanding } from '../schema/tables-orders.ts'
import { within, type LedgerDb, type Tx } from '../schema/tx.ts'

export interface ForeignOrder {
  /** The service's id of the order. */
  readonly id: string
  readonly fleetId: string
  readonly vehicleId: string
  /** `twin`: it holds a debt of an order of ours, `otherId`. `found`: nobody here remembers it. */
  readonly why: 'twin' | 'found'
  readonly otherId: string | null
  readonly method: string
  /** The service's word for it, unchanged. */
  readonly status: string
  readonly standing: OrderStanding
  readonly totalCents: bigint
}

export interface SeenOrder extends ForeignOrder {
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  /** The person who said that it needs no action; null until somebody did. */
  readonly decidedBy: string | null
}

export interface FoundPlan extends NewPlan {
  readonly at: Date
}

export interface KnownVehicle {
  readonly id: string
  readonly fleetId: string
}

export interface Decision {
  readonly who: string
  readonly reason: string
  readonly at: Date
}

export type ForeignOrderStore = ReturnType<typeof openForeignOrderStore>

export function openForeignOrderStore(db: LedgerDb) {
  return {
    /** Stores the order, or updates the stored one. */
    see: async (order: ForeignOrder, at: Date, tx?: Tx) => {
      const { id, status, standing, totalCents } = order
      const now = { status, standing, total_cents: totalCents, last_seen_at: at }
      // A person's decision holds only while the order's standing is the one that they saw.
      const decided = sql<string | null>`case when foreign_order.standing = ${standing}
        then foreign_order.decided_by end`
      await within(db, tx)
        .insertInto('frota.foreign_order')
        .values({
          ...now,
          id,
          fleet_id: order.fleetId,
          vehicle_id: order.vehicleId,
          why: order.why,
          other_id: order.otherId,
          method: order.method,
          first_seen_at: at,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ ...now, decided_by: decided }),
        )
        .execute()
    },
    /** The foreign orders of a vehicle, oldest first. */
    ofVehicle: (vehicleId: string, tx?: Tx) => {
      return seen(within(db, tx))
        .where('vehicle_id', '=', vehicleId)
        .orderBy('first_seen_at')
        .orderBy('id')
        .execute()
    },
    /** At most `limit` living ones of a fleet that were not seen since then, oldest first. */
    unseen: (fleetId: string, since: Date, limit: number) =>
      seen(db)
        .where('fleet_id', '=', fleetId)
        .where('standing', 'not in', ['dead', 'refunded', 'settled'])
        .where('last_seen_at', '<', since)
        .orderBy('last_seen_at')
        .limit(limit)
        .execute(),
    /** Notes that a person looked at the foreign orders that hold debts of the order `otherId`. */
    decide: async (otherId: string, { who, reason, at }: Decision, tx: Tx) => {
      await within(db, tx)
        .updateTable('frota.foreign_order')
        .set({ decided_by: who, decided_at: at, reason })
        .where('other_id', '=', otherId)
        .where('decided_by', 'is', null)
        .execute()
    },
    /** Makes an unapproved plan of an existing order; null when one of its debts is locked. */
    takeOver: (plan: FoundPlan, tx: Tx) => takeOver(within(db, tx), plan),
    /** Ends the vehicle's proposal of what was taken over; call it last in the transaction. */
    dropBlocked: (vehicleId: string, tx: Tx) => voidBlocked(tx, vehicleId),
    /** A person accepts that this order holds other debts than the plan. */
    clear: async (planId: string, orderId: string, { who, reason, at }: Decision, tx: Tx) => {
      await within(db, tx)
        .insertInto('frota.order_clearance')
        .values({ plan_id: planId, order_id: orderId, decided_by: who, reason, decided_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    cleared: async (planId: string) => {
      const rows = await db
        .selectFrom('frota.order_clearance')
        .select('order_id')
        .where('plan_id', '=', planId)
        .execute()
      return new Set(rows.map((row) => row.order_id))
    },
    vehicleOf: (accountId: string, serviceId: string) =>
      db
        .selectFrom('frota.vehicle')
        .select(['id', 'fleet_id as fleetId'])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .executeTakeFirst(),
    /** Consultation and campaign of the vehicle's last ready answer. */
    answerOf: (vehicleId: string) =>
      db
        .selectFrom('frota.consultation')
        .select(['id as consultationId', 'campaign_id as campaignId'])
        .where('vehicle_id', '=', vehicleId)
        .where('status', '=', 'ready')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** The id of an order of ours, not dead, that holds one of these debts. */
    holderOf: async (debtIds: readonly string[]) => {
      const { rows } = await sql<{ id: string }>`
        select o.id from frota.order_item i join frota.payment_order o on o.id = i.order_id
        where i.debt_id = any(${debtIds}::uuid[]) and o.standing <> 'dead'
        order by o.seq desc limit 1
      `.execute(db)
      return rows[0]?.id
    },
  }
}

function seen(db: LedgerDb) {
  return db
    .selectFrom('frota.foreign_order')
    .select([
      'id',
      'fleet_id as fleetId',
      'vehicle_id as vehicleId',
      'why',
      'other_id as otherId',
      'method',
      'status',
      'standing',
      'total_cents as totalCents',
      'first_seen_at as firstSeenAt',
      'last_seen_at as lastSeenAt',
      'decided_by as decidedBy',
    ])
}

async function takeOver(db: LedgerDb, plan: FoundPlan): Promise<string | null> {
  // As approvals do, so that neither waits for a lock of the other.
  await sql`select from frota.vehicle where id = ${plan.vehicleId} for no key update`.execute(db)
  const decided = { decided_by: 'found-at-service', decided_at: plan.at } as const
  const made = await insertPlans(db, [plan], {
    ...decided,
    state: 'ordered',
    created_at: plan.at,
  })
  const id = made.get(plan.consultationId)
  if (id === undefined) throw new Error('A plan that was just made is not there.')
  const taken = await takeLocks(db, [id], plan.at)
  if (taken.get(id) === plan.items.length) return id
  await sql`delete from frota.debt_lock where plan_id = ${id}`.execute(db)
  await sql`delete from frota.order_plan_item where plan_id = ${id}`.execute(db)
  await sql`delete from frota.order_plan where id = ${id}`.execute(db)
  return null
}
