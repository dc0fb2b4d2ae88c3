/** Campaigns on PostgreSQL or PGlite: who is a member, in which state, and when one closes. */
import { sql, type RawBuilder } from 'kysely'
import { askVehicle, isStale, openAskingAgain } from './campaigns-stale.ts'
import {
  consultationKey,
  ordinalsUsed,
  planConsultations,
  openCampaignPlan,
} from './campaigns-plan.ts'
import type { Campaign, CampaignCounts, EndedMember, StaleCriteria } from './campaigns.ts'
import type { MemberState } from '../schema/tables.ts'
import { within, type LedgerDb, type Tx } from '../schema/tx.ts'

const columns = [
  'id',
  'fleet_id as fleetId',
  'opened_at as openedAt',
  'closed_at as closedAt',
] as const

export type CampaignStore = ReturnType<typeof openCampaignStore>

export function openCampaignStore(db: LedgerDb) {
  return {
    ...openAskingAgain(db),
    ...openCampaignPlan(db),
    /** The fleet's open campaign. */
    current: (fleetId: string) => current(db, fleetId),
    /** The newest campaign of the fleet, open or closed. */
    latest: (fleetId: string): Promise<Campaign | undefined> =>
      db
        .selectFrom('frota.campaign')
        .select(columns)
        .where('fleet_id', '=', fleetId)
        .orderBy('opened_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /**
     * How many vehicles of the fleet were last answered before this, or never. One of a state that
     * is not offered counts until a campaign noted it.
     */
    stale: async (fleetId: string, when: StaleCriteria) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from frota.vehicle vehicle
        where fleet_id = ${fleetId} and in_fleet and ${isWaitedFor} and ${isStale(when)}
          and ${isNews(fleetId, when.notOffered ?? [])}
      `.execute(db)
      return rows[0]?.count ?? 0
    },
    /** The open campaign, made when there is none; two at once get the same one. */
    open: async (fleetId: string, at: Date) => {
      await db
        .insertInto('frota.campaign')
        .values({ fleet_id: fleetId, opened_at: at, closed_at: null })
        .onConflict((conflict) =>
          conflict.column('fleet_id').where('closed_at', 'is', null).doNothing(),
        )
        .execute()
      const campaign = await current(db, fleetId)
      if (campaign === undefined) throw new Error('A campaign that was just opened is not there.')
      return campaign
    },
    /**
     * Adds the fleet's stale vehicles that are not members, and again those that had left and are
     * back. A vehicle of a state that is not offered is noted as excluded, and not counted.
     */
    join: async (campaignId: string, when: StaleCriteria & { at: Date }) => {
      // A member that was excluded because its vehicle left comes back, under the next ordinal if
      // its last one is used up; a member that ended by an answer stays ended in this campaign.
      const isOffered = sql`not vehicle.uf = any(${when.notOffered ?? []}::text[])`
      const { rows } = await sql<{ state: MemberState }>`
        insert into frota.campaign_member as member (campaign_id, vehicle_id, joined_at, state,
          reason, closed_at)
        select campaign.id, vehicle.id, ${when.at}::timestamptz,
          case when ${isOffered} then 'open' else 'excluded' end,
          case when ${isOffered} then null else 'state-not-offered' end,
          case when ${isOffered} then null else ${when.at}::timestamptz end
        from frota.campaign
        join frota.vehicle vehicle on vehicle.fleet_id = campaign.fleet_id
        where campaign.id = ${campaignId} and campaign.closed_at is null
          and vehicle.in_fleet and ${isWaitedFor} and ${isStale(when)}
        order by vehicle.seq
        on conflict (campaign_id, vehicle_id) do update
          set state = 'open', reason = null, closed_at = null,
            ordinal = member.ordinal + ${ordinalsUsed}
          where member.state = 'excluded' and excluded.state = 'open'
        returning member.state
      `.execute(db)
      return rows.filter(({ state }) => state === 'open').length
    },
    /**
     * Open members leave whose vehicle left the fleet, was refused, or waits for a person, and
     * those of a state that is not offered, unless their consultation left already.
     */
    leave: async (campaignId: string, at: Date, notOffered: readonly string[] = []) => {
      // Also retires the members' planned consultations that were never sent.
      const { rows } = await sql<{ count: number }>`
        with gone as (
          update frota.campaign_member member
          set state = 'excluded', closed_at = ${at},
            reason = case when vehicle.fleet_id <> campaign.fleet_id or not vehicle.in_fleet
              then 'left' when vehicle.state = 'refused' then 'refused'
              when not ${isWaitedFor} then 'unregistered' else 'state-not-offered' end
          from frota.vehicle vehicle, frota.campaign campaign
          where campaign.id = ${campaignId} and member.campaign_id = campaign.id
            and member.state = 'open' and vehicle.id = member.vehicle_id
            and (vehicle.fleet_id <> campaign.fleet_id or not vehicle.in_fleet or not ${isWaitedFor}
              or ${isInTheDark(campaignId, notOffered)})
          returning ${consultationKey} as key
        ), taken as (
          update frota.effect effect set active = false, updated_at = ${at}
          from gone
          where effect.kind = 'consult' and effect.active and effect.key = gone.key
            and effect.state = 'planned' and effect.sends = 0
        )
        select count(*)::integer as count from gone
      `.execute(db)
      return rows[0]?.count ?? 0
    },
    /** Closes a campaign without an open member; false if there is one, or it was closed before. */
    close: async (campaignId: string, at: Date) => {
      const { numAffectedRows } = await sql`
        update frota.campaign campaign set closed_at = ${at}
        where id = ${campaignId} and closed_at is null and not exists (
          select from frota.campaign_member member
          where member.campaign_id = campaign.id and member.state = 'open')
      `.execute(db)
      return numAffectedRows === 1n
    },
    /** Plans one consultation for each open, registered member, once per ordinal; says how many. */
    plan: (campaignId: string, at: Date) => planConsultations(db, campaignId, at),
    /** Without those that left the fleet. */
    counts: async (campaignId: string) => {
      const { rows } = await sql<CampaignCounts>`
        select count(*)::integer as members,
          count(*) filter (where member.state = 'open')::integer as open,
          count(*) filter (where member.state = 'answered')::integer as answered,
          count(*) filter (where member.state = 'failed')::integer as failed,
          count(*) filter (where member.state = 'stuck')::integer as stuck,
          count(*) filter (where member.state = 'excluded')::integer as excluded,
          count(*) filter (where member.state = 'open' and vehicle.state <> 'registered')::integer
            as unregistered,
          (select count(*)::integer from frota.consultation
            where campaign_id = ${campaignId} and status = 'pending') as asked
        from frota.campaign_member member
        join frota.vehicle vehicle on vehicle.id = member.vehicle_id
        where member.campaign_id = ${campaignId} and member.reason is distinct from 'left'
      `.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('A count without rows is a bug of the database.')
      return row
    },
    /** The vehicle's part in the newest campaign that took it in. */
    lastMember: (vehicleId: string) => {
      return db
        .selectFrom('frota.campaign_member')
        .select(['campaign_id as campaignId', 'state', 'rank', 'rank_reasons as rankReasons'])
        .select(['ordinal', 'reason', 'consultation_id as consultationId'])
        .select(['joined_at as joinedAt', 'closed_at as closedAt'])
        .where('vehicle_id', '=', vehicleId)
        .orderBy('joined_at', 'desc')
        .orderBy('closed_at', (order) => order.desc().nullsFirst())
        .limit(1)
        .executeTakeFirst()
    },
    endMember: async (ended: EndedMember, tx?: Tx) => {
      const { numUpdatedRows } = await within(db, tx)
        .updateTable('frota.campaign_member')
        .set({ state: ended.state, reason: ended.reason, closed_at: ended.at })
        .where('campaign_id', '=', ended.campaignId)
        .where('vehicle_id', '=', ended.vehicleId)
        .where('state', '=', 'open')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    /**
     * Opens the vehicle whose question ended, by an answer or not, under the next ordinal, however
     * often it was asked, and with it the campaign, which may be newer. Says how many: 0 or 1.
     */
    askVehicle: (campaignId: string, vehicleId: string, at: Date) =>
      askVehicle(db, campaignId, vehicleId, at),
  }
}

/**
 * A campaign waits for these vehicles only. One that the service refused, or whose registration
 * only a person can settle, would keep it open for ever. The inner query is uncorrelated and hashed
 * once: without statistics `exists` may scan all registrations for each vehicle.
 */
const isWaitedFor = sql`(vehicle.state = 'registered' or vehicle.state = 'planned'
  and vehicle.id not in (select register.vehicle_id from frota.effect register
    where register.kind = 'register' and register.active
      and register.state in ('quarantined', 'needs-person')))`

function current(db: LedgerDb, fleetId: string): Promise<Campaign | undefined> {
  return db
    .selectFrom('frota.campaign')
    .select(columns)
    .where('fleet_id', '=', fleetId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

/** False for vehicles of a state that is not offered if an earlier campaign noted that already. */
function isNews(fleetId: string, notOffered: readonly string[]): RawBuilder<boolean> {
  if (notOffered.length === 0) return sql<boolean>`true`
  return sql<boolean>`not (vehicle.uf = any(${notOffered}::text[])
    and vehicle.id in (select told.vehicle_id from frota.campaign_member told
      where told.reason = 'state-not-offered' and told.campaign_id = (
        select id from frota.campaign where fleet_id = ${fleetId}
        order by opened_at desc limit 1)))`
}

/** The state is not offered and no consultation has left; an answer under way is waited for. */
function isInTheDark(campaignId: string, notOffered: readonly string[]): RawBuilder<boolean> {
  if (notOffered.length === 0) return sql<boolean>`false`
  return sql<boolean>`(vehicle.uf = any(${notOffered}::text[])
    and ${consultationKey} not in (select sent.key from frota.effect sent
      where sent.kind = 'consult' and sent.campaign_id = ${campaignId}
        and sent.state not in ('planned', 'claimed')))`
}
