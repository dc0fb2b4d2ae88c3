/** Chunks of rows that are due, with a fingerprint that changes when their rows are worked on. */
import { sql, type RawBuilder } from 'kysely'

export interface DueChunk {
  readonly chunk: string
  readonly rows: {
    readonly count: number
    /** Differs as soon as one of the rows was worked on or another one is due. */
    readonly fingerprint: string
  }
}

/**
 * Aggregates over a chunk's rows: `seq` is a row's number, `tries` counts how often it was worked
 * on, `isDue` leaves rows out. The fingerprint does not depend on the order of the rows.
 */
export function dueRows(
  seq: RawBuilder<unknown>,
  tries: RawBuilder<unknown>,
  isDue: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`json_build_object(
    'count', count(*) filter (where ${isDue}),
    'fingerprint', coalesce(bit_xor(hashint8extended(${seq}, ${tries}))
      filter (where ${isDue}), 0)::text)`
}
