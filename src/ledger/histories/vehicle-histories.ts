/**
 * All that ever happened to a vehicle's debts and orders, as the books replay it: one page of
 * vehicles at a time, by keyset, so that memory does not grow with the fleet.
 */
import type { DescribedDebt } from '../../fleet/debt-identity.ts'
import { sql } from 'kysely'
import type { DebtEventName, DebtState } from '../schema/tables.ts'
import { eventNamedByRow } from '../orders/bank-date-note.ts'
import type { OrderEvent } from '../orders/order-events-sql.ts'
import type { OrderFacts, OrderSums } from '../orders/orders.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { wasEverIn } from '../vehicles/was-ever-in.ts'

export interface VehicleHistory {
  readonly vehicle: HistoricVehicle
  /** Oldest first. */
  readonly changes: readonly HistoricChange[]
  readonly debts: readonly HistoricDebt[]
  /** Oldest first. */
  readonly events: readonly HistoricEvent[]
  readonly orders: readonly HistoricOrder[]
}

/** As it is now, but for the latest answer; `changes` lead back to what it was. */
export interface HistoricVehicle {
  readonly id: string
  readonly renavam: string
  readonly plate: string
  readonly uf: string
  readonly costCentre: string
  readonly cnpj: string
  /** The fleet's name. */
  readonly fleet: string
  readonly inFleet: boolean
  readonly latestAnswerAt: Date | null
}

export interface HistoricChange {
  readonly seq: bigint
  readonly at: Date
  readonly field: 'plate' | 'uf' | 'cost_centre' | 'owner_cnpj' | 'fleet' | 'in_fleet'
  readonly before: string
}

export interface HistoricDebt extends DescribedDebt {
  readonly id: string
  /** As it is now, for the check that its events tell the same. */
  readonly now: {
    readonly state: DebtState
    readonly shown: boolean
    readonly amountCents: bigint
  }
}

export interface HistoricEvent {
  readonly seq: bigint
  readonly at: Date
  readonly debtId: string
  readonly event: DebtEventName
  readonly toState: DebtState
  readonly amountCents: bigint
  readonly orderId: string | null
  readonly consultationId: string | null
}

export interface HistoricOrder
  extends OrderSums, Pick<OrderFacts, 'id' | 'standing' | 'attemptStatus'> {
  /** The name of the fleet that ordered; the vehicle may be another's by now. */
  readonly fleet: string
  readonly approvedBy: string
  readonly createdAt: Date
  readonly freedAt: Date | null
  readonly items: readonly { debtId: string; amountCents: bigint; settlement: string }[]
  /** Oldest first. */
  readonly events: readonly HistoricOrderEvent[]
}

export interface HistoricOrderEvent extends Omit<OrderEvent, 'onlyAfter'> {
  readonly seq: bigint
  readonly seenAt: Date
  /** Of a row of the bank: the event that it dates, where it names one. */
  readonly dates?: bigint | null
}

/** Vehicles that are held in memory at a time. */
const VEHICLES_PER_PAGE = 200

/**
 * Every vehicle that is in the fleet or ever was, by the order in which they came. Its latest
 * answer is that of `until`: a month does not stand on a later one.
 */
export async function* vehicleHistories(
  db: LedgerDb,
  fleetId: string,
  until?: Date,
): AsyncGenerator<readonly VehicleHistory[]> {
  let afterSeq = 0n
  for (;;) {
    const vehicles = await vehiclesAfter(db, fleetId, { afterSeq, until })
    const last = vehicles.at(-1)
    if (last === undefined) return
    afterSeq = last.seq
    const ids = vehicles.map(({ id }) => id)
    const changes = Map.groupBy(await changesOf(db, ids), ({ vehicleId }) => vehicleId)
    const debts = Map.groupBy(await debtsOf(db, ids), ({ vehicleId }) => vehicleId)
    const events = Map.groupBy(await eventsOf(db, ids), ({ vehicleId }) => vehicleId)
    const orders = Map.groupBy(await ordersOf(db, ids), ({ vehicleId }) => vehicleId)
    yield vehicles.map((vehicle) => ({
      vehicle,
      changes: changes.get(vehicle.id) ?? [],
      debts: debts.get(vehicle.id) ?? [],
      events: events.get(vehicle.id) ?? [],
      orders: orders.get(vehicle.id) ?? [],
    }))
  }
}

type Of<T> = T & { readonly vehicleId: string }

async function vehiclesAfter(
  db: LedgerDb,
  fleetId: string,
  { afterSeq, until = new Date('9999-12-31') }: { afterSeq: bigint; until?: Date | undefined },
): Promise<(HistoricVehicle & { seq: bigint })[]> {
  const { rows } = await sql<HistoricVehicle & { seq: bigint }>`
    select v.seq, v.id, v.renavam, v.plate, v.uf, v.cost_centre as "costCentre",
      v.owner_cnpj as cnpj, f.name as fleet,
      v.in_fleet as "inFleet", case when v.latest_answer_at <= ${until} then v.latest_answer_at
        else (select max(c.answered_at) from frota.consultation c where c.vehicle_id = v.id
          and c.status = 'ready' and c.answered_at <= ${until}) end as "latestAnswerAt"
    from frota.vehicle v join frota.fleet f on f.id = v.fleet_id
    where v.seq > ${afterSeq} and ${wasEverIn(fleetId)}
    order by v.seq limit ${VEHICLES_PER_PAGE}
  `.execute(db)
  return rows
}

/** Instants never go back here: several machines write them, and the rows' order is the truth. */
async function changesOf(db: LedgerDb, ids: readonly string[]): Promise<Of<HistoricChange>[]> {
  const { rows } = await sql<Of<HistoricChange>>`
    select vehicle_id as "vehicleId", id as seq, field,
      max(changed_at) over (partition by vehicle_id order by id) as at,
      coalesce(before, '') as before
    from frota.vehicle_change
    where vehicle_id = any(${ids}::uuid[])
      and field in ('plate', 'uf', 'cost_centre', 'owner_cnpj', 'fleet', 'in_fleet')
    order by id
  `.execute(db)
  return rows
}

async function debtsOf(db: LedgerDb, ids: readonly string[]): Promise<Of<HistoricDebt>[]> {
  const { rows } = await sql<Of<Omit<HistoricDebt, 'now'> & HistoricDebt['now']>>`
    select vehicle_id as "vehicleId", id, kind, description, year, due_date as "dueDate",
      state, shown, amount_cents as "amountCents"
    from frota.debt where vehicle_id = any(${ids}::uuid[])
    order by first_seen_at, due_date nulls last, fingerprint, ordinal
  `.execute(db)
  return rows.map(({ state, shown, amountCents, ...debt }) => ({
    ...debt,
    now: { state, shown, amountCents },
  }))
}

async function eventsOf(db: LedgerDb, ids: readonly string[]): Promise<Of<HistoricEvent>[]> {
  const { rows } = await sql<Of<HistoricEvent>>`
    select debt.vehicle_id as "vehicleId", event.seq, event.debt_id as "debtId", event.event,
      max(event.at) over (partition by debt.vehicle_id order by event.seq) as at,
      event.to_state as "toState", event.amount_cents as "amountCents",
      event.order_id as "orderId", event.consultation_id as "consultationId"
    from frota.debt_event event join frota.debt debt on debt.id = event.debt_id
    where debt.vehicle_id = any(${ids}::uuid[])
    order by event.seq
  `.execute(db)
  return rows
}

type FlatOrder = Of<Omit<HistoricOrder, 'items' | 'events'>> & {
  readonly items: readonly { debtId: string; amountCents: string; settlement: string }[]
}

async function ordersOf(db: LedgerDb, ids: readonly string[]): Promise<Of<HistoricOrder>[]> {
  const { rows: orders } = await sql<FlatOrder>`
    select o.vehicle_id as "vehicleId", o.id, f.name as fleet, o.method, o.standing,
      o.attempt_status as "attemptStatus", o.debts_cents as "debtsCents",
      o.fee_cents as "feeCents", o.total_cents as "totalCents",
      o.refunded_cents as "refundedCents",
      coalesce((select string_agg(a.person, ', ' order by a.approved_at)
        from frota.plan_approval a where a.plan_id = o.plan_id), plan.decided_by, '')
        as "approvedBy",
      o.created_at as "createdAt", o.freed_at as "freedAt",
      coalesce((
        select json_agg(json_build_object('debtId', item.debt_id,
          'amountCents', item.amount_cents::text, 'settlement', item.settlement)
          order by item.item_id)
        from frota.order_item item where item.order_id = o.id), '[]'::json) as items
    from frota.payment_order o join frota.fleet f on f.id = o.fleet_id
      left join frota.order_plan plan on plan.id = o.plan_id
    where o.vehicle_id = any(${ids}::uuid[]) order by o.seq
  `.execute(db)
  const { rows: events } = await sql<HistoricOrderEvent & { orderId: string }>`
    select e.order_id as "orderId", e.seq, e.event, e.occurred_at as "occurredAt",
      e.told_by as "toldBy", e.seen_at as "seenAt", e.amount_cents as "amountCents", e.note,
      ${eventNamedByRow} as dates
    from frota.order_event e join frota.payment_order o on o.id = e.order_id
    where o.vehicle_id = any(${ids}::uuid[]) order by e.seq
  `.execute(db)
  const byOrder = Map.groupBy(events, ({ orderId }) => orderId)
  return orders.map(({ items, ...order }) => ({
    ...order,
    items: items.map((item) => ({ ...item, amountCents: BigInt(item.amountCents) })),
    events: byOrder.get(order.id) ?? [],
  }))
}
