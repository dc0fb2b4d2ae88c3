/** How far the ledger has come, by which the intent journal tells one that was put back. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

const BATCH_IDS = 5_000

export type LedgerAge = ReturnType<typeof openLedgerAge>

export function openLedgerAge(db: LedgerDb) {
  return {
    /** The newest number of an effect's event; grows with every move and is never reused. */
    newestEvent: async () => {
      const { rows } = await sql<{ seq: bigint }>`
        select coalesce(max(seq), 0)::bigint as seq from frota.effect_event
      `.execute(db)
      return rows[0]?.seq ?? 0n
    },
    /**
     * The effects that ended more than `sinceMs` ago, which the disk surely has: their journal
     * records are not needed any more. Effects that the ledger does not know are left out.
     */
    settled: async (effectIds: readonly string[], sinceMs: number) => {
      const all = new Set<string>()
      for (let start = 0; start < effectIds.length; start += BATCH_IDS) {
        const batch = effectIds.slice(start, start + BATCH_IDS)
        const { rows } = await sql<{ id: string }>`
          select id from frota.effect
          where id = any(${batch}::uuid[])
            and state not in ('planned', 'claimed', 'intent', 'in-doubt', 'held')
            and updated_at <= frota.ledger_now() - frota.milliseconds(${sinceMs}::double precision)
        `.execute(db)
        for (const { id } of rows) all.add(id)
      }
      return all
    },
  }
}
