/** A row of the bank's day says in its note which event it dates: an order has several refunds. */
import { sql, type RawBuilder } from 'kysely'

/** `line`: the identity of the bank's line; absent where none dates the event any more. */
export function dateNote(seq: bigint, line?: string): string {
  return line === undefined ? `@${seq}` : `${line} @${seq}`
}

/** Null for rows of before notes named events: those date the latest one of their name. */
export function eventNamed(note: string): bigint | null {
  const seq = /@([0-9]+)$/.exec(note)?.[1]
  return seq === undefined ? null : BigInt(seq)
}

/** The same of the row `e` of frota.order_event. */
export const eventNamedByRow: RawBuilder<unknown> = sql`
  (case e.told_by when 'bank' then substring(e.note from '@([0-9]+)$') end)::bigint`
