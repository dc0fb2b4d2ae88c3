/**
 * Writes one answer's items, updates the vehicle's debts by them, and adds an event for each
 * change. One statement for each table, whatever the number of items.
 */
import { sql } from 'kysely'
import type { AnswerChanges, ItemOfDebt } from './debts.ts'
import type { LedgerDb } from '../schema/tx.ts'

export async function applyAnswer(db: LedgerDb, changes: AnswerChanges): Promise<void> {
  if (changes.items.length > 0) {
    const items = asRows(changes.items)
    await upsertDebts(db, changes, items)
    await tellItems(db, changes, items)
    await insertItems(db, changes, items)
  }
  if (changes.missing.length > 0) await leaveOut(db, changes)
}

/** Cents travel as text: a JSON number may be read as a float on the way. */
function asRows(items: readonly ItemOfDebt[]): string {
  const text = (cents: bigint | null): string | null => cents?.toString() ?? null
  return JSON.stringify(
    items.map((item) => ({
      ...item,
      amountCents: text(item.amountCents),
      previousCents: text(item.previousCents),
    })),
  )
}

const given = (items: string) => sql`json_to_recordset(${items}::json) as given (
  "itemId" uuid, position integer, kind text, "group" text, description text, year integer,
  "dueDate" date, "amountCents" bigint, "dependsOn" uuid, "dependsOnDescription" text,
  "isPayable" boolean, fingerprint text, ordinal integer, change text, "fromState" text,
  "toState" text, "previousCents" bigint)`

async function upsertDebts(db: LedgerDb, changes: AnswerChanges, items: string): Promise<void> {
  const { vehicleId, consultationId, at } = changes
  await sql`
    insert into frota.debt as known (vehicle_id, fingerprint, ordinal, kind, grp, description,
      year, due_date, amount_cents, is_payable, state, state_since, first_seen_at, last_seen_at,
      first_consultation_id, last_consultation_id)
    select ${vehicleId}::uuid, fingerprint, ordinal, kind, "group", description, year, "dueDate",
      "amountCents", "isPayable", "toState", ${at}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz, ${consultationId}::uuid, ${consultationId}::uuid
    from ${given(items)}
    order by position
    on conflict (vehicle_id, fingerprint, ordinal) do update set
      description = excluded.description, is_payable = excluded.is_payable, shown = true,
      previous_amount_cents = case when known.amount_cents = excluded.amount_cents
        then known.previous_amount_cents else known.amount_cents end,
      amount_cents = excluded.amount_cents,
      state_since = case when known.state = excluded.state
        then known.state_since else excluded.state_since end,
      state = excluded.state, last_seen_at = excluded.last_seen_at,
      last_consultation_id = excluded.last_consultation_id
  `.execute(db)
}

async function tellItems(db: LedgerDb, changes: AnswerChanges, items: string): Promise<void> {
  await sql`
    insert into frota.debt_event (debt_id, at, event, from_state, to_state, amount_cents,
      previous_amount_cents, consultation_id)
    select debt.id, ${changes.at}::timestamptz, given.change, given."fromState", given."toState",
      given."amountCents", given."previousCents", ${changes.consultationId}::uuid
    from ${given(items)}
    join frota.debt debt on debt.vehicle_id = ${changes.vehicleId}
      and debt.fingerprint = given.fingerprint and debt.ordinal = given.ordinal
    where given.change <> 'same'
    order by given.position
  `.execute(db)
}

async function insertItems(db: LedgerDb, changes: AnswerChanges, items: string): Promise<void> {
  await sql`
    insert into frota.debt_item (consultation_id, item_id, position, debt_id, change, kind, grp,
      description, year, due_date, amount_cents, depends_on, depends_on_description, is_payable)
    select ${changes.consultationId}::uuid, given."itemId", given.position, debt.id, given.change,
      given.kind, given."group", given.description, given.year, given."dueDate",
      given."amountCents", given."dependsOn", given."dependsOnDescription", given."isPayable"
    from ${given(items)}
    join frota.debt debt on debt.vehicle_id = ${changes.vehicleId}
      and debt.fingerprint = given.fingerprint and debt.ordinal = given.ordinal
    order by given.position
  `.execute(db)
}

async function leaveOut(db: LedgerDb, changes: AnswerChanges): Promise<void> {
  const missing = changes.missing.map(({ id, toState }) => ({ id, toState }))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(missing)}::json)
        as row (id uuid, "toState" text)
    ), before as (
      select debt.id, debt.state, given."toState" from frota.debt debt
      join given on given.id = debt.id
      where debt.vehicle_id = ${changes.vehicleId} and debt.shown
      order by debt.id
      for update of debt
    ), left_out as (
      update frota.debt debt set shown = false, state = before."toState",
        state_since = case when before.state = before."toState"
          then debt.state_since else ${changes.at} end
      from before
      where debt.id = before.id
      returning debt.id, before.state as from_state, debt.state as to_state, debt.amount_cents
    )
    insert into frota.debt_event (debt_id, at, event, from_state, to_state, amount_cents,
      previous_amount_cents, consultation_id)
    select id, ${changes.at}::timestamptz, 'gone', from_state, to_state, amount_cents,
      amount_cents, ${changes.consultationId}::uuid
    from left_out order by id
  `.execute(db)
}
