/** Who works on a server's ledger and who helps with whose night: for people, never for safety. */
import type { LedgerDb } from '../schema/tx.ts'

export interface Executor {
  readonly holder: string
  readonly command: string
  readonly since: Date
  /** The schedule whose night it helps with. */
  readonly helps: string | null
  readonly helpsSince: Date | null
}

export interface ExecutorStore {
  arrive(who: { holder: string; command: string; at: Date }): Promise<void>
  leave(holders: readonly string[]): Promise<void>
  help(holder: string, night: { scheduleId: string; at: Date } | null): Promise<void>
  /** The longest there first. Those that were killed are among them until somebody forgets them. */
  list(): Promise<Executor[]>
}

export function openExecutorStore(db: LedgerDb): ExecutorStore {
  return {
    arrive: async ({ holder, command, at }) => {
      await db
        .insertInto('frota.executor')
        .values({ holder, command, since: at, helps: null, helps_since: null })
        .execute()
    },
    leave: async (holders) => {
      if (holders.length === 0) return
      await db.deleteFrom('frota.executor').where('holder', 'in', holders).execute()
    },
    help: async (holder, night) => {
      const set = { helps: night?.scheduleId ?? null, helps_since: night?.at ?? null }
      await db.updateTable('frota.executor').set(set).where('holder', '=', holder).execute()
    },
    list: async () => {
      const rows = await db.selectFrom('frota.executor').selectAll().orderBy('since').execute()
      return rows.map((row) => ({
        holder: row.holder,
        command: row.command,
        since: row.since,
        helps: row.helps,
        helpsSince: row.helps_since,
      }))
    },
  }
}
