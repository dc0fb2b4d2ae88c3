/** A ledger's service and the settings of its workers, in one row, for other machines. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface Installation {
  /** The service's address; no key ever. */
  readonly apiUrl: string
  readonly accountId: string
  /** Written and read by src/app only. */
  readonly settings: object
  readonly recordedAt: Date
  readonly recordedBy: string
}

export interface InstallationRecord {
  readonly apiUrl: string
  readonly accountId: string
  /** Merged by name: other settings stay. */
  readonly settings: object
  readonly at: Date
  readonly by: string
}

export function openInstallationStore(db: LedgerDb) {
  return {
    read: async () => {
      const row = await db
        .selectFrom('frota.installation')
        .select(['api_url as apiUrl', 'account_id as accountId', 'settings'])
        .select(['recorded_at as recordedAt', 'recorded_by as recordedBy'])
        .executeTakeFirst()
      return row === undefined ? undefined : { ...row, settings: row.settings ?? {} }
    },
    /** Replaces what was recorded; the caller has told the person if that changes something. */
    record: async ({ apiUrl, accountId, settings, at, by }: InstallationRecord) => {
      const row = { api_url: apiUrl, account_id: accountId, recorded_at: at, recorded_by: by }
      await db
        .insertInto('frota.installation')
        .values({ ...row, settings: JSON.stringify(settings) })
        .onConflict((conflict) =>
          conflict.column('is_only').doUpdateSet({
            ...row,
            settings: sql`coalesce(frota.installation.settings, '{}') || excluded.settings`,
          }),
        )
        .execute()
    },
  }
}
