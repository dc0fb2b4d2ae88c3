/** Puts back, as in doubt, the intents that the journal on the disk knows and the ledger forgot. */
import { sql } from 'kysely'
import type { JournaledIntent, Restored } from './effects.ts'
import type { LedgerDb } from '../schema/tx.ts'

const RESTORE_BATCH_ROWS = 5_000

const WHY = 'the journal knows a request that the ledger had forgotten'

/**
 * An effect is behind its journal when its epoch is older, or when it has the same epoch but no
 * intent. A finished effect is left alone: its end was written after its last intent.
 */
export async function restoreIntents(
  db: LedgerDb,
  intents: readonly JournaledIntent[],
  lookUpInMs: number,
): Promise<Restored> {
  let restored = 0
  const unknown: string[] = []
  for (let start = 0; start < intents.length; start += RESTORE_BATCH_ROWS) {
    const batch = JSON.stringify(intents.slice(start, start + RESTORE_BATCH_ROWS))
    restored += await restoreBatch(db, batch, lookUpInMs)
    unknown.push(...(await unknownIn(db, batch)))
  }
  return { restored, unknown }
}

const journal = (batch: string) => sql`json_to_recordset(${batch}::json)
  as journal ("effectId" uuid, epoch integer, baseline jsonb, "bodyHash" text)`

async function restoreBatch(db: LedgerDb, batch: string, lookUpInMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with behind as (
      select effect.id, effect.state as from_state, journal.epoch, journal.baseline,
        journal."bodyHash"
      from ${journal(batch)}
      join frota.effect effect on effect.id = journal."effectId"
      where effect.state in ('planned', 'claimed', 'intent', 'in-doubt', 'held')
        and (effect.epoch < journal.epoch
          or (effect.epoch = journal.epoch and effect.state in ('planned', 'claimed')))
      for update of effect
    ), moved as (
      update frota.effect effect set state = 'in-doubt', epoch = behind.epoch,
        baseline = behind.baseline, body_hash = behind."bodyHash", sends = effect.sends + 1,
        doubts = effect.doubts + 1, lookups = 0, deadline_at = null, reason = ${WHY},
        not_before = frota.ledger_now() + frota.milliseconds(${lookUpInMs}::double precision),
        updated_at = frota.ledger_now()
      from behind where effect.id = behind.id
      returning effect.id, effect.kind, effect.epoch, effect.updated_at, behind.from_state
    ), event as (
      insert into frota.effect_event (effect_id, kind, at, epoch, from_state, to_state, why)
      select id, kind, updated_at, epoch, from_state, 'in-doubt', ${WHY} from moved
    )
    select count(*)::integer as count from moved
  `.execute(db)
  return rows[0]?.count ?? 0
}

async function unknownIn(db: LedgerDb, batch: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "effectId" as id from ${journal(batch)}
    where not exists (select from frota.effect effect where effect.id = journal."effectId")
  `.execute(db)
  return rows.map((row) => row.id)
}
