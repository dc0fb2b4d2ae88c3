/**
 * Plans any effect. The program plans those of each kind with the rows that they belong to, in one
 * statement; a test wants one effect without the rest.
 */
import { sql } from 'kysely'
import { openEffectStore, type EffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import type { SentKind } from '../../../src/ledger/effects/effects.ts'
import { within, type LedgerDb, type Tx } from '../../../src/ledger/schema/tx.ts'

export interface NewEffect {
  readonly kind: SentKind
  /** Unique among the active effects of its kind: planning it twice plans it once. */
  readonly key: string
  readonly fleetId: string
  readonly vehicleId: string
  readonly campaignId?: string
  readonly planId?: string
  /** The lowest goes first; 0 if absent. */
  readonly rank?: number
  readonly notBeforeInMs?: number
}

export interface PlanningStore extends EffectStore {
  /** Plans each effect whose key has no active row yet; answers how many were new. */
  plan(effects: readonly NewEffect[], tx?: Tx): Promise<number>
}

export function openPlanningStore(db: LedgerDb): PlanningStore {
  return { ...openEffectStore(db), plan: (effects, tx) => plan(within(db, tx), effects) }
}

async function plan(db: LedgerDb, effects: readonly NewEffect[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into frota.effect (kind, key, fleet_id, vehicle_id, campaign_id, plan_id, rank,
      not_before, created_at, updated_at)
    select kind, key, "fleetId", "vehicleId", "campaignId", "planId", coalesce(rank, 0),
      frota.ledger_now() + frota.milliseconds("notBeforeInMs"),
      frota.ledger_now(), frota.ledger_now()
    from rows from (json_to_recordset(${JSON.stringify(effects)}::json) as (kind text, key text,
      "fleetId" uuid, "vehicleId" uuid, "campaignId" uuid, "planId" uuid, rank integer,
      "notBeforeInMs" double precision)) with ordinality as item
    order by item.ordinality
    on conflict (kind, key) where active do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
