/** What the ledger knows of its installation's upkeep: whose secret it is, and the last backup. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface Upkeep {
  /** Null until the first command that opened the secret. */
  readonly secretMark: string | null
  readonly backedUpAt: Date | null
  /** The backup's folder, as the machine that made it names it. */
  readonly backedUpTo: string | null
}

const NOTHING: Upkeep = { secretMark: null, backedUpAt: null, backedUpTo: null }

export type UpkeepStore = ReturnType<typeof openUpkeepStore>

export function openUpkeepStore(db: LedgerDb) {
  return {
    read: async () => {
      const { rows } = await sql<Upkeep>`
        select secret_mark as "secretMark", backed_up_at as "backedUpAt",
          backed_up_to as "backedUpTo" from frota.upkeep
      `.execute(db)
      return rows[0] ?? NOTHING
    },
    /** Notes the mark unless there is one, and returns the one that is kept. */
    markSecret: async (mark: string) => {
      const { rows } = await sql<{ mark: string }>`
        insert into frota.upkeep as known (secret_mark) values (${mark})
        on conflict (is_only) do update
          set secret_mark = coalesce(known.secret_mark, excluded.secret_mark)
        returning secret_mark as mark
      `.execute(db)
      return rows[0]?.mark ?? mark
    },
    noteBackup: async (at: Date, folder: string) => {
      await sql`
        insert into frota.upkeep (backed_up_at, backed_up_to) values (${at}, ${folder})
        on conflict (is_only) do update
          set backed_up_at = excluded.backed_up_at, backed_up_to = excluded.backed_up_to
      `.execute(db)
    },
  }
}
