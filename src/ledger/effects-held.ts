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
      effect.updated_at as since
    from frota.effect effect join frota.vehicle vehicle on vehicle.id = effect.vehicle_id
    where effect.fleet_id = ${fleetId} and effect.active
      and effect.state in ('in-doubt', 'held', 'quarantined', 'needs-person')
    order by effect.state in ('in-doubt', 'held'), effect.updated_at, effect.seq
    limit ${limit}
  `.execute(db)
  return rows
}
