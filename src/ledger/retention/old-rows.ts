/**
 * Rows of the ledger whose time is over: which they are, and how they go. Money, what it refers to,
 * and the audit log are in no statement here. A vehicle's row stays for the books; of what it tells
 * about people only masks stay.
 */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'
import { removalHolds } from '../vehicles/vehicle-removals.ts'
import { veilImports, veilVehicles } from './veil-vehicles.ts'

export interface OldRows {
  /** A query of `id` (text) and `at` of what is older; erasing it takes it out of the query. */
  readonly due: (before: Date) => RawBuilder<unknown>
  readonly erase: (db: LedgerDb, ids: readonly string[]) => Promise<unknown>
  /** Erased in one transaction; `AT_ONCE` unless given. */
  readonly atOnce?: number
}

const AT_ONCE = 1000
const HASH = `encode(hash, 'hex')`

function deletes(table: string, type: 'uuid' | 'bigint' | 'text', id = 'id'): OldRows['erase'] {
  const these = (ids: readonly string[]) => sql`${sql.raw(id)} = any (${ids}::${sql.raw(type)}[])`
  return (db, ids) => sql`delete from ${sql.table(table)} where ${these(ids)}`.execute(db)
}

/** `owner-differs` compares with the line by which a vehicle of the fleet was imported last. */
const isComparedWith = sql`exists (select from frota.vehicle v where v.in_fleet
  and v.last_import_id = row.import_id and v.last_import_line = row.line)`

export const OLD_ROWS = {
  cells: {
    due: (before) => sql`select import.id::text as id, import.received_at as at
      from frota.import where received_at < ${before} and (not understood ? 'veiled' or exists (
        select from frota.import_row row where row.import_id = import.id
          and (num_nonnulls(row.raw, row.owner_sealed, row.nickname, row.extras) > 0
            or num_nonnulls(row.owner_hash, row.owner_masked) > 0 and not ${isComparedWith})))`,
    erase: async (db, ids) => {
      await sql`update frota.import_row row
        set raw = null, owner_sealed = null, nickname = null, extras = null,
          owner_hash = case when ${isComparedWith} then owner_hash end,
          owner_masked = case when ${isComparedWith} then owner_masked end
        where import_id = any (${ids}::uuid[])`.execute(db)
      await veilImports(db, ids)
    },
    atOnce: 1,
  },
  documents: {
    due: (before) => sql`select vehicle.id::text as id, import.received_at as at
      from frota.vehicle vehicle join frota.import on import.id = vehicle.last_import_id
      where import.received_at < ${before} and vehicle.owner_sealed is not null
        and (vehicle.state <> 'planned' or not vehicle.in_fleet)
        and vehicle.updated_at < ${before}`,
    erase: (db, ids) =>
      sql`update frota.vehicle set owner_sealed = null where id = any (${ids}::uuid[])`.execute(db),
  },
  removed: {
    // One that is still registered keeps its owner's mask, since another owner is told by it.
    due: (before) => sql`select v.id::text as id, v.updated_at as at from frota.vehicle v
      where v.updated_at < ${before} and not v.in_fleet
        and (v.nickname <> '' or v.extras is not null
          or v.state <> 'registered' and v.owner_hash <> '')
        and cardinality(${removalHolds(sql`v.id`)}) = 0`,
    erase: veilVehicles,
    atOnce: 100,
  },
  changes: {
    due: (before) => sql`select id::text, changed_at as at from frota.vehicle_change change
      where changed_at < ${before} and field in ('nickname', 'extras', 'owner')
        and num_nonnulls(change.before, after) > 0`,
    erase: (db, ids) =>
      sql`update frota.vehicle_change set before = null, after = null
        where id = any (${ids}::bigint[])`.execute(db),
  },
  answers: {
    due: (before) => sql`select answer.id::text as id, answer.answered_at as at
      from frota.consultation answer where answer.answered_at < ${before}
        and (answer.is_former or exists (select from frota.consultation later
          where later.vehicle_id = answer.vehicle_id and later.status = 'ready'
            and not later.is_former and later.answered_at > answer.answered_at))
        and not exists (select from frota.debt debt where debt.vehicle_id = answer.vehicle_id
          and debt.last_consultation_id = answer.id)
        and not exists (select from frota.order_plan plan where plan.consultation_id = answer.id
          and plan.state in ('proposed', 'approved', 'ordered'))
        and exists (select from frota.debt_item item where item.consultation_id = answer.id)
        and not exists (select from frota.debt_item item
          join frota.order_item ordered on ordered.item_id = item.item_id
          where item.consultation_id = answer.id)`,
    erase: deletes('frota.debt_item', 'uuid', 'consultation_id'),
    atOnce: 500,
  },
  moves: {
    // The newest one stays: by its number a restored ledger is told from its journal.
    due: (before) => sql`select move.seq::text as id, move.at from frota.effect_event move
      join frota.effect effect on effect.id = move.effect_id
      where move.at < ${before} and effect.kind in ('register', 'consult')
        and effect.state in ('done', 'adopted', 'rejected', 'planned')
        and move.seq < (select max(seq) from frota.effect_event)`,
    erase: deletes('frota.effect_event', 'bigint', 'seq'),
  },
  slots: {
    due: (before) => sql`select id::text, free_at as at from frota.quota_use
      where free_at < ${before} and not exists (select from frota.effect
        where effect.slot_id = quota_use.id and effect.state in ('intent', 'in-doubt', 'held'))`,
    erase: deletes('frota.quota_use', 'uuid'),
  },
  notices: {
    due: (before) => sql`select id::text, at from frota.notice where at < ${before}`,
    erase: deletes('frota.notice', 'uuid'),
  },
  requests: {
    due: (before) => sql`select seq::text as id, asked_at as at from frota.run_request
      where asked_at < ${before} and ended_at is not null`,
    erase: deletes('frota.run_request', 'bigint', 'seq'),
  },
  sessions: {
    due: (before) => sql`select ${sql.raw(HASH)} as id, opened_at as at from frota.session
      where opened_at < ${before}`,
    erase: deletes('frota.session', 'text', HASH),
  },
  links: {
    due: (before) => sql`select id::text, link_until as at from frota.person
      where link_until < ${before}`,
    erase: (db, ids) =>
      sql`update frota.person set link_hash = null, link_until = null
        where id = any (${ids}::uuid[])`.execute(db),
  },
} as const satisfies Record<string, OldRows>

export type OldRowsKey = keyof typeof OLD_ROWS

export interface Found {
  readonly count: number
  readonly oldest: Date | null
}

/** Counts only, or erases in several transactions, the oldest first, until `stop` aborts. */
export async function oldRows(
  db: LedgerDb,
  key: OldRowsKey,
  { before, stop, erases }: { before: Date; stop: AbortSignal; erases: boolean },
): Promise<Found> {
  const { due, erase, atOnce = AT_ONCE }: OldRows = OLD_ROWS[key]
  let found: Found = { count: 0, oldest: null }
  if (!erases) {
    const { rows } = await sql<Found>`select count(*)::integer as count, min(due.at) as oldest
      from (${due(before)}) due`.execute(db)
    return rows[0] ?? found
  }
  while (!stop.aborted) {
    const gone = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; at: Date }>`select due.id, due.at
        from (${due(before)}) due order by due.at, due.id limit ${atOnce}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await erase(tx, ids)
      return rows
    })
    found = { count: found.count + gone.length, oldest: found.oldest ?? gone[0]?.at ?? null }
    if (gone.length < atOnce) break
  }
  return found
}
