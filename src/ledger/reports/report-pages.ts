/**
 * How bulk rows leave the ledger: as one JSON text per page of vehicles, because row objects cost
 * three times as much out of the embedded database, and memory must not grow with the fleet.
 */
import { sql, type RawBuilder } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

/** Some thousand debts, about a megabyte of text: large enough to be fast, small enough to hold. */
export const VEHICLES_PER_PAGE = 500

const SEQ_MAX = 2n ** 63n - 1n

/** A half-open window of vehicles by `seq`: after < seq <= upTo. */
export interface Window {
  after: bigint
  upTo: bigint
}

/**
 * All windows over a fleet's vehicles, in order. The last one has no end: the fleet may have orders
 * of vehicles that another fleet has now.
 */
export async function* vehicleWindows(
  db: LedgerDb,
  fleetId: string,
  size: number = VEHICLES_PER_PAGE,
): AsyncGenerator<Window> {
  let after = 0n
  for (;;) {
    const { rows } = await sql<{ up_to: string | null; count: number }>`
      select max(seq)::text as up_to, count(*)::integer as count from (
        select seq from frota.vehicle
        where fleet_id = ${fleetId} and seq > ${after.toString()}::bigint
        order by seq limit ${size}
      ) as page`.execute(db)
    const { up_to: upTo = null, count = 0 } = rows[0] ?? {}
    if (upTo === null || count < size) return yield { after, upTo: SEQ_MAX }
    yield { after, upTo: BigInt(upTo) }
    after = BigInt(upTo)
  }
}

/** The condition `seq` in window, for the vehicle alias `v`. */
export function inWindow(window: Window): RawBuilder<boolean> {
  return sql<boolean>`v.seq > ${window.after.toString()}::bigint
    and v.seq <= ${window.upTo.toString()}::bigint`
}

/**
 * Runs `select` as one JSON text, whose columns are those of `Row`. JSON has no integers of 64
 * bits: a column whose name ends in `cents` is selected as text and becomes a bigint here.
 */
export async function jsonRows<Row>(db: LedgerDb, select: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{ page: string | null }>`
    select json_agg(page)::text as page from (${select}) as page`.execute(db)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The SQL names the columns.
  const page = JSON.parse(rows[0]?.page ?? '[]') as Record<string, unknown>[]
  const amounts = Object.keys(page[0] ?? {}).filter((column) => /cents$/i.test(column))
  for (const row of page) {
    for (const column of amounts) {
      const cents = row[column]
      if (typeof cents === 'string') row[column] = BigInt(cents)
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The SQL names the columns.
  return page as Row[]
}

/** An instant as ISO 8601 text in UTC, whatever the session's settings. */
export function utc(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
