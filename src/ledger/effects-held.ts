/** The effects that do not go on by themselves at once: what waits for a look-up or for a person. */
import { sql } from 'kysely'
import type { EffectKind } from './effects.ts'
import type { LedgerDb } from './tx.ts'

/** In doubt and held are looked up again; the other two wait for a person. */
export type HeldState = 'in-doubt' | 'held' | 'quarantined' | 'needs-person'

export interface HeldEffect {
  readonly id: string
  readonly plate: string
  readonly kind: EffectKind
  readonly state: HeldState
  /** A sentence or a code, without documents or secrets. */
  readonly reason: string | null
  /** When it is looked up next; null when nothing looks again by itself. */
  readonly lookUpAt: Date | null
  /** In doubt and held: since it left. The others: since they wait for a person. */
  readonly since: Date
}

/** Those that wait for a person first, then by the oldest. */
export async function heldEffects(
  db: LedgerDb,
  fleetId: string,
  limit: number,
): Promise<HeldEffect[]> {
  const { rows } = await sql<HeldEffect>`
    select effect.id, vehicle.plate, effect.kind, effect.state, effect.reason,
      case when effect.state in ('in-doubt', 'held') then effect.not_before end as "lookUpAt",
      case when effect.state in ('in-doubt', 'held')
        then coalesce(effect.intent_at, effect.created_at) else effect.updated_at end as since
    from frota.effect effect join frota.vehicle vehicle on vehicle.id = effect.vehicle_id
    where effect.fleet_id = ${fleetId} and effect.active
      and effect.state in ('in-doubt', 'held', 'quarantined', 'needs-person')
    order by effect.state in ('in-doubt', 'held'), effect.updated_at, effect.seq
    limit ${limit}
  `.execute(db)
  return rows
}

/** Requests about money whose answer was lost and that were found at the service since. */
export async function adoptedAfterDoubt(db: LedgerDb, fleetId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from frota.effect
    where fleet_id = ${fleetId} and active and state = 'adopted' and doubts > 0
      and kind in ('order', 'pay')
  `.execute(db)
  return rows[0]?.count ?? 0
}
