/** What a person said about reading a fleet's files: which column is which field, which sheet. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface FleetReading {
  /** Field to header, or to a column number such as `#2`. */
  map: Readonly<Record<string, string>>
  /** The sheet of a workbook. */
  sheet?: string
}

export type FleetReadingStore = ReturnType<typeof openFleetReadingStore>

export function openFleetReadingStore(db: LedgerDb) {
  return {
    find: async (fleetId: string) => {
      const row = await db
        .selectFrom('frota.fleet_reading')
        .select(['column_map', 'sheet'])
        .where('fleet_id', '=', fleetId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const map = Object.fromEntries(
        Object.entries(row.column_map ?? {}).map(([field, header]) => [field, String(header)]),
      )
      return { map, ...(row.sheet === null ? {} : { sheet: row.sheet }) }
    },
    /** Merges with what is remembered; the newest value of a field, or of the sheet, holds. */
    remember: async (fleetId: string, { map, sheet }: FleetReading, at: Date) => {
      await sql`
        insert into frota.fleet_reading as known (fleet_id, column_map, sheet, updated_at)
        values (${fleetId}, ${JSON.stringify(map)}::jsonb, ${sheet ?? null}, ${at})
        on conflict (fleet_id) do update set
          column_map = known.column_map || excluded.column_map,
          sheet = coalesce(excluded.sheet, known.sheet), updated_at = excluded.updated_at
      `.execute(db)
    },
    forget: async (fleetId: string) => {
      await db.deleteFrom('frota.fleet_reading').where('fleet_id', '=', fleetId).execute()
    },
  }
}
