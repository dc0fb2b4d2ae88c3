/** Debts on PostgreSQL or PGlite: read as they are known, moved between states, counted. */
import { sql } from 'kysely'
import { applyAnswers } from './debts-apply.ts'
import type { AnswerChanges, Debt, DebtEvent, DebtMove, ShownDebt } from './debts.ts'
import { opened, within, type LedgerDb, type Tx } from '../schema/tx.ts'
import { isNotFreed, isRefundedItem } from './refunded-item.ts'

export type DebtStore = ReturnType<typeof openDebtStore>

export function openDebtStore(db: LedgerDb) {
  return {
    /** All ever seen of the vehicle, settled and gone ones too, in a stable order. */
    ofVehicle: async (vehicleId: string, tx?: Tx) =>
      (await ofVehicles(within(db, tx), [vehicleId])).get(vehicleId) ?? [],
    /** The same of many vehicles, by vehicle; one without debts is missing. */
    ofVehicles: (vehicleIds: readonly string[], tx?: Tx) => ofVehicles(within(db, tx), vehicleIds),
    /** Locks the vehicles and their debts, so that answers and orders take turns. */
    lockVehicles: (vehicleIds: readonly string[], tx: Tx) => lockVehicles(opened(tx), vehicleIds),
    /** Writes items, debts and events of answers of several vehicles, in their transaction. */
    apply: (changes: readonly AnswerChanges[], tx: Tx) => applyAnswers(opened(tx), changes),
    /** The debts of each vehicle's last ready answer, in any state, by vehicle and position. */
    shown: async (vehicleIds: readonly string[], tx?: Tx) => {
      const { rows } = await sql<ShownDebt>`
        select ${columns}, item.item_id as "itemId", item.position, item.change,
          item.depends_on as "dependsOn", item.depends_on_description as "dependsOnDescription"
        from frota.debt debt
        join frota.debt_item item on item.debt_id = debt.id
          and item.consultation_id = debt.last_consultation_id
        where debt.shown and debt.vehicle_id = any(${vehicleIds}::uuid[])
        order by debt.vehicle_id, item.position
      `.execute(within(db, tx))
      return rows
    },
    /** Moves debts that are in one of `from`, writes their events, and returns the moved ids. */
    move: (move: DebtMove, tx?: Tx) => moveDebts(within(db, tx), move),
    /** The events of the vehicle's debts, oldest first. */
    history: async (vehicleId: string) => {
      const { rows } = await sql<DebtEvent>`
        select event.debt_id as "debtId", event.at, event.event, event.from_state as "fromState",
          event.to_state as "toState", event.amount_cents as "amountCents",
          event.previous_amount_cents as "previousAmountCents",
          event.consultation_id as "consultationId", event.why
        from frota.debt_event event
        join frota.debt debt on debt.id = event.debt_id
        where debt.vehicle_id = ${vehicleId}
        order by event.seq
      `.execute(db)
      return rows
    },
    /** Ids of the debts whose order gave the money back, while no person has freed them. */
    refunded: async (vehicleId: string) => {
      const { rows } = await sql<{ id: string }>`
        select d.id from frota.debt d
        join frota.order_item i on i.debt_id = d.id
        join frota.payment_order o on o.id = i.order_id
        where d.vehicle_id = ${vehicleId} and ${isRefundedItem()}
      `.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}

/** Locks the debts too: what an order moves meanwhile must not be overwritten by older reads. */
async function lockVehicles(db: LedgerDb, vehicleIds: readonly string[]): Promise<void> {
  await sql`
    select id from frota.vehicle where id = any(${vehicleIds}::uuid[])
    order by id for no key update
  `.execute(db)
  await sql`
    select id from frota.debt where vehicle_id = any(${vehicleIds}::uuid[])
    order by id for update
  `.execute(db)
}

const columns = sql`
  debt.id, debt.vehicle_id as "vehicleId", debt.fingerprint, debt.ordinal, debt.kind,
  debt.grp as "group", debt.description, debt.year, debt.due_date as "dueDate",
  debt.amount_cents as "amountCents", debt.previous_amount_cents as "previousAmountCents",
  debt.is_payable as "isPayable", debt.state, debt.state_since as "stateSince", debt.shown,
  debt.first_seen_at as "firstSeenAt", debt.last_seen_at as "lastSeenAt",
  debt.first_consultation_id as "firstConsultationId",
  debt.last_consultation_id as "lastConsultationId"`

async function ofVehicles(db: LedgerDb, vehicleIds: readonly string[]) {
  const { rows } = await sql<Debt>`
    select ${columns} from frota.debt debt
    where debt.vehicle_id = any(${vehicleIds}::uuid[])
    order by debt.due_date nulls last, debt.fingerprint, debt.ordinal
  `.execute(db)
  return Map.groupBy(rows, ({ vehicleId }) => vehicleId)
}

async function moveDebts(db: LedgerDb, move: DebtMove): Promise<string[]> {
  const { ids, why } = move
  if (ids.length === 0) return []
  const order = move.orderId ?? null
  const ends = ['dead', 'refunded', ...(move.to === 'ordered' ? ['open'] : [])]
  const held = sql`exists (select from frota.order_item item
    join frota.payment_order other on other.id = item.order_id
    where item.debt_id = debt.id and other.id <> ${order}::uuid
      and ${isNotFreed('other', 'debt')} and other.standing <> all(${ends}::text[]))`
  const isFree = move.unlessHeld === true ? sql`not ${held}` : sql`true`
  const reasons = ids.map((id) => (typeof why === 'string' ? why : why(id)))
  const { rows } = await sql<{ id: string }>`
    with before as (
      select debt.id, debt.state, given.why from frota.debt debt
      join unnest(${ids}::uuid[], ${reasons}::text[]) as given (id, why) on given.id = debt.id
      where debt.state = any(${move.from}::text[]) and debt.state <> ${move.to}
        and ${isFree}
      order by debt.id
      for update of debt
    ), moved as (
      update frota.debt debt set state = ${move.to}, state_since = ${move.at}
      from before
      where debt.id = before.id
      returning debt.id, before.state as from_state, before.why, debt.amount_cents
    ), told as (
      insert into frota.debt_event (debt_id, at, event, from_state, to_state, amount_cents, why,
        order_id)
      select id, ${move.at}::timestamptz, 'moved', from_state, ${move.to}, amount_cents,
        why, ${order}::uuid
      from moved order by id
    )
    select id from moved order by id
  `.execute(db)
  return rows.map((row) => row.id)
}
