/**
 * Writes answers' items, updates the vehicles' debts by them, and adds an event for each change.
 * One statement for each table, whatever the number of answers and items.
 */
import { sql, type RawBuilder } from 'kysely'
import type { AnswerChanges } from './debts.ts'
import type { LedgerDb } from '../schema/tx.ts'

export async function applyAnswers(db: LedgerDb, answers: readonly AnswerChanges[]): Promise<void> {
  const items = answers.flatMap((answer) => itemsOf(answer))
  if (items.length > 0) {
    const rows = JSON.stringify(items)
    await upsertDebts(db, rows)
    await tellItems(db, rows)
    await insertItems(db, rows)
  }
  const missing = answers.flatMap((answer) => missingOf(answer))
  if (missing.length > 0) await leaveOut(db, leftOutBy(JSON.stringify(missing)))
}

/** Cents travel as text: a JSON number may be read as a float on the way. */
function itemsOf({ vehicleId, consultationId, at, items }: AnswerChanges) {
  const text = (cents: bigint | null): string | null => cents?.toString() ?? null
  return items.map((item) => ({
    ...item,
    vehicleId,
    consultationId,
    at,
    amountCents: text(item.amountCents),
    previousCents: text(item.previousCents),
  }))
}

function missingOf({ consultationId, at, missing }: AnswerChanges) {
  return missing.map(({ id, toState }) => ({ id, toState, consultationId, at, why: '' }))
}

const given = (items: string) => sql`json_to_recordset(${items}::json) as given (
  "vehicleId" uuid, "consultationId" uuid, at timestamptz,
  "itemId" uuid, position integer, kind text, "group" text, description text, year integer,
  "dueDate" date, "amountCents" bigint, "dependsOn" uuid, "dependsOnDescription" text,
  "isPayable" boolean, fingerprint text, ordinal integer, change text, "fromState" text,
  "toState" text, "previousCents" bigint)`

const itsDebt = sql`debt.vehicle_id = given."vehicleId"
  and debt.fingerprint = given.fingerprint and debt.ordinal = given.ordinal`

async function upsertDebts(db: LedgerDb, items: string): Promise<void> {
  await sql`
    insert into frota.debt as known (vehicle_id, fingerprint, ordinal, kind, grp, description,
      year, due_date, amount_cents, is_payable, state, state_since, first_seen_at, last_seen_at,
      first_consultation_id, last_consultation_id)
    select "vehicleId", fingerprint, ordinal, kind, "group", description, year, "dueDate",
      "amountCents", "isPayable", "toState", at, at, at, "consultationId", "consultationId"
    from ${given(items)}
    order by "vehicleId", position
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

async function tellItems(db: LedgerDb, items: string): Promise<void> {
  await sql`
    insert into frota.debt_event (debt_id, at, event, from_state, to_state, amount_cents,
      previous_amount_cents, consultation_id)
    select debt.id, given.at, given.change, given."fromState", given."toState",
      given."amountCents", given."previousCents", given."consultationId"
    from ${given(items)}
    join frota.debt debt on ${itsDebt}
    where given.change <> 'same'
    order by given."vehicleId", given.position
  `.execute(db)
}

async function insertItems(db: LedgerDb, items: string): Promise<void> {
  await sql`
    insert into frota.debt_item (consultation_id, item_id, position, debt_id, change, kind, grp,
      description, year, due_date, amount_cents, depends_on, depends_on_description, is_payable)
    select given."consultationId", given."itemId", given.position, debt.id, given.change,
      given.kind, given."group", given.description, given.year, given."dueDate",
      given."amountCents", given."dependsOn", given."dependsOnDescription", given."isPayable"
    from ${given(items)}
    join frota.debt debt on ${itsDebt}
    order by given."vehicleId", given.position
  `.execute(db)
}

const leftOutBy = (missing: string) => sql`
  select * from json_to_recordset(${missing}::json) as row (id uuid, "toState" text,
    "consultationId" uuid, at timestamptz, why text)`

/** Debts that are not shown any more, as `given` selects them. */
export async function leaveOut(db: LedgerDb, given: RawBuilder<unknown>): Promise<void> {
  await sql`
    with given as (${given}), before as (
      select debt.id, debt.state, given."toState", given.at, given."consultationId", given.why
      from frota.debt debt join given on given.id = debt.id
      where debt.shown
      order by debt.id
      for update of debt
    ), left_out as (
      update frota.debt debt set shown = false, state = before."toState",
        state_since = case when before.state = before."toState"
          then debt.state_since else before.at end
      from before
      where debt.id = before.id
      returning debt.id, before.state as from_state, debt.state as to_state, debt.amount_cents,
        before.at, before."consultationId", before.why
    )
    insert into frota.debt_event (debt_id, at, event, from_state, to_state, amount_cents,
      previous_amount_cents, consultation_id, why)
    select id, at, 'gone', from_state, to_state, amount_cents, amount_cents, "consultationId", why
    from left_out order by id
  `.execute(db)
}
