/** How a campaign is planned: facts for the ranking, ranks, and planned consultations. */
import { sql } from 'kysely'
import type { RankFacts, RankedMember } from './campaigns.ts'
import { isNoAlternative } from '../debts/chosen-way.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Ranks written by one statement: many enough to be fast, few enough for one message. */
const RANKS_PER_STATEMENT_MAX = 5_000

/** The key of a consultation's effect: another ordinal when a failed one is asked again. */
export const consultationKey = sql`
  member.vehicle_id || ':' || member.campaign_id || ':' || member.ordinal`

/** 1 where the consultation of the member's ordinal has ended, else 0. */
export const ordinalsUsed = sql`(
  select count(*)::integer from frota.effect effect
  where effect.kind = 'consult' and effect.active and effect.key = ${consultationKey}
    and effect.state in ('done', 'adopted', 'rejected', 'quarantined', 'needs-person'))`

/**
 * Open members whose vehicle can be asked, and whose consultation did not leave yet. Each key is
 * looked up by itself: a planner without statistics would read all consultations for each member.
 */
const askable = (campaignId: string, joined = sql``) => sql`
  frota.campaign_member member
  join frota.vehicle vehicle on vehicle.id = member.vehicle_id
  ${joined}
  left join lateral (
    select id, state from frota.effect
    where kind = 'consult' and active and key = ${consultationKey}
    offset 0
  ) effect on true
  where member.campaign_id = ${campaignId} and member.state = 'open'
    and vehicle.state = 'registered' and vehicle.in_fleet
    and (effect.id is null or effect.state in ('planned', 'claimed'))`

const isOpen = sql`(debt.shown and debt.state in ('open', 'proposed', 'approved'))`

/** Reads the debts by index for each member, so that no query plan can become quadratic. */
const owedByVehicle = (today: string) => sql`
  cross join lateral (
    select count(*) filter (where debt.counts)::integer as debts,
      coalesce(sum(debt.amount_cents) filter (where debt.counts), 0)::bigint as cents,
      coalesce(json_agg(json_build_object('group', debt.grp, 'year', debt.year,
        'dueDate', to_char(debt.due_date, 'YYYY-MM-DD'), 'open', ${isOpen})) filter (
          where debt.grp in ('ipva', 'licensing') or ${isOpen} and debt.due_date is not null
        ), '[]') as dues
    from (
      select debt.*, ${isOpen} and ${isNoAlternative('debt', today)} as counts
      from frota.debt debt where debt.vehicle_id = vehicle.id offset 0
    ) debt
  ) owed
  cross join lateral (
    select max(asked.asked_at) as at from frota.consultation asked
    where asked.vehicle_id = vehicle.id
  ) asked`

const factColumns = sql`vehicle.id as "vehicleId", vehicle.seq::double precision as seq,
  vehicle.plate, vehicle.uf, vehicle.latest_answer_at as "latestAnswerAt",
  asked.at as "latestAskedAt", owed.debts as "openDebts", owed.cents as "openCents", owed.dues`

export function openCampaignPlan(db: LedgerDb) {
  return {
    /** Open, registered members whose consultation was not asked yet. `today`: YYYY-MM-DD. */
    rankFacts: async (campaignId: string, today: string) => {
      const { rows } = await sql<RankFacts>`
        select ${factColumns} from ${askable(campaignId, owedByVehicle(today))} order by vehicle.seq
      `.execute(db)
      return rows
    },
    /** The ranking facts of one vehicle, in a campaign or not. */
    factsOf: async (vehicleId: string, today: string) => {
      const { rows } = await sql<RankFacts>`
        select ${factColumns} from frota.vehicle vehicle ${owedByVehicle(today)}
        where vehicle.id = ${vehicleId}
      `.execute(db)
      return rows[0]
    },
    writeRanks: async (campaignId: string, ranked: readonly RankedMember[]) => {
      for (let at = 0; at < ranked.length; at += RANKS_PER_STATEMENT_MAX) {
        const batch = JSON.stringify(ranked.slice(at, at + RANKS_PER_STATEMENT_MAX))
        await sql`
          update frota.campaign_member member
          set rank = given.rank, rank_reasons = given.reasons
          from json_to_recordset(${batch}::json) as given (
            "vehicleId" uuid, rank integer, reasons jsonb)
          where member.campaign_id = ${campaignId} and member.vehicle_id = given."vehicleId"
            and member.state = 'open'
            and (member.rank, member.rank_reasons) is distinct from (given.rank, given.reasons)
        `.execute(db)
      }
      // Only the member's primary key may serve here: with its state in the condition, a planner
      // without statistics takes the partial index of open members, once for each effect.
      await sql`
        update frota.effect effect set rank = member.rank
        from frota.campaign_member member
        where effect.kind = 'consult' and effect.active and effect.state = 'planned'
          and effect.campaign_id = ${campaignId} and member.campaign_id = ${campaignId}
          and member.vehicle_id = effect.vehicle_id
          and effect.key = ${consultationKey} and effect.rank <> member.rank
      `.execute(db)
    },
    /** Open, registered members without a planned consultation, and with one that was not asked. */
    unplanned: async (campaignId: string) => {
      const { rows } = await sql<{ unplanned: number; planned: number }>`
        select count(*) filter (where effect.id is null)::integer as unplanned,
          count(effect.id)::integer as planned
        from ${askable(campaignId)}
      `.execute(db)
      return rows[0] ?? { unplanned: 0, planned: 0 }
    },
    /** `waiting`: how many members wait; `place`: this vehicle's position, 1 for the next. */
    place: async (campaignId: string, vehicleId: string) => {
      const { rows } = await sql<{ place: number | null; waiting: number }>`
        select (max(place) filter (where "vehicleId" = ${vehicleId}))::integer as place,
          count(*)::integer as waiting
        from (
          select vehicle.id as "vehicleId",
            row_number() over (order by member.rank, vehicle.seq) as place
          from ${askable(campaignId)}
        ) placed
      `.execute(db)
      return rows[0] ?? { place: null, waiting: 0 }
    },
    /** When a consultation of the campaign last left, for sharing slots; null before the first. */
    servedAt: async (campaignId: string) => {
      const { rows } = await sql<{ at: Date | null }>`
        select max(intent_at) as at from frota.effect
        where campaign_id = ${campaignId} and kind = 'consult'
      `.execute(db)
      return rows[0]?.at ?? null
    },
  }
}

export async function planConsultations(db: LedgerDb, campaignId: string, at: Date) {
  const { numAffectedRows } = await sql`
    insert into frota.effect (kind, key, fleet_id, campaign_id, vehicle_id, rank, created_at,
      updated_at)
    select 'consult', ${consultationKey}, vehicle.fleet_id, member.campaign_id, member.vehicle_id,
      member.rank, ${at}::timestamptz, ${at}::timestamptz
    from frota.campaign_member member
    join frota.vehicle vehicle on vehicle.id = member.vehicle_id
    where member.campaign_id = ${campaignId} and member.state = 'open'
      and vehicle.state = 'registered' and vehicle.in_fleet
    order by member.rank, vehicle.seq
    on conflict (kind, key) where active do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
