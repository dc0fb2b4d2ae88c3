/** The parts from which the statements behind the exceptions are composed. */
import { sql, type RawBuilder } from 'kysely'

/** Input of the statements beside the vehicle; no campaign, because an exception outlives it. */
export interface ExceptionScope {
  readonly fleetId: string
  /** The file whose rejected rows are listed. */
  readonly import: { readonly id: string } | null
}

export interface ExceptionNow {
  /** ISO 8601. */
  readonly at: string
  /** Its day in the fleet's time zone, YYYY-MM-DD. */
  readonly today: string
}

export type Source = (now: ExceptionNow) => RawBuilder<unknown>

/** An order whose payment is under way is open too, and needs nobody. */
export const waitsForPayment = sql`o.standing = 'open'
  and o.gate_reason is distinct from 'not-awaiting-payment'`

export function orders(
  condition: RawBuilder<unknown>,
  detail: RawBuilder<unknown>,
  about: { readonly since?: RawBuilder<unknown>; readonly cents?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { since = sql`o.created_at`, cents = sql`o.total_cents` } = about
  return sql`
    select ${since} as since, ${cents} as cents, ${detail} as detail, o.id as reference, o.fleet_id
    from frota.payment_order o where o.vehicle_id = v.id and ${condition}`
}

export const standingSince = sql`coalesce(o.standing_since, o.created_at)`
