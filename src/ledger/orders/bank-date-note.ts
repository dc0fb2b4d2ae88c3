/** A row that dates an event says in its note which one: an order may have several refunds. */
import { sql, type RawBuilder } from 'kysely'

/** `by`: the bank's line or the person; absent where no line dates the event any more. */
export function dateNote(seq: bigint, by?: string): string {
  return by === undefined ? `@${seq}` : `${by} @${seq}`
}

/** Null for rows of before notes named events: those date the latest one of their name. */
export function eventNamed(note: string): bigint | null {
  const seq = /(?:^| )@([0-9]+)$/.exec(note)?.[1]
  return seq === undefined ? null : BigInt(seq)
}

/** The same of the row `e` of frota.order_event. */
export const eventNamedByRow: RawBuilder<unknown> = sql`
  (case when e.told_by in ('bank', 'person')
    then substring(e.note from '(?:^| )@([0-9]+)$') end)::bigint`
