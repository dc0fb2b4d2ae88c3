/** Which vehicles a campaign takes in: not answered lately, and not failed or stuck just now. */
import { sql, type RawBuilder } from 'kysely'
import type { AskedAgain, RestedCriteria, StaleKinds, StaleCriteria } from './campaigns.ts'
import { isNoAlternative } from '../debts/chosen-way.ts'
import type { LedgerDb } from '../schema/tx.ts'

/**
 * The resting vehicles (failed or stuck just now) come from an uncorrelated query, which is hashed
 * once: members have no index by vehicle.
 */
export function isStale(when: StaleCriteria): RawBuilder<boolean> {
  return sql<boolean>`(
    (vehicle.latest_answer_at is null or vehicle.latest_answer_at < ${staleBefore(when)})
    and vehicle.id not in (select member.vehicle_id from frota.campaign_member member
      where member.state in ('failed', 'stuck') and not member.is_outdated
        and (not ${isRested(when)} or ${isExhausted(when)})))`
}

/** The member used up the tries of one campaign: its vehicle rests until `staleBefore` passes. */
function isExhausted({ askedMax, staleBefore }: StaleCriteria): RawBuilder<boolean> {
  if (askedMax === undefined) return sql<boolean>`false`
  return sql<boolean>`(member.ordinal >= ${askedMax} and member.closed_at >= ${staleBefore})`
}

function staleBefore({ staleBefore: before, kinds }: StaleCriteria): RawBuilder<unknown> {
  if (kinds === undefined) return sql`${before}`
  return sql`case when ${isDueSoon(kinds)} then ${kinds.dueSoonBefore}::timestamptz
    when ${owes(isNoAlternative('debt', kinds.dueFrom))} then ${kinds.openDebtsBefore}::timestamptz
    else ${before}::timestamptz end`
}

function isDueSoon({ dueSoon, dueFrom, dueUntil }: StaleKinds): RawBuilder<boolean> {
  const between = sql`debt.due_date between ${dueFrom}::date and ${dueUntil}::date`
  return sql<boolean>`(vehicle.uf || right(vehicle.plate, 1) = any(${dueSoon}::text[])
    or ${owes(between)})`
}

function owes(which: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`vehicle.id in (select debt.vehicle_id from frota.debt debt
    where debt.shown and debt.state in ('open', 'proposed', 'approved') and ${which})`
}

/** A stuck member has no code; a failed member's reason begins with its code. */
function isRested({ failedBefore, stuckBefore, lasting }: RestedCriteria): RawBuilder<boolean> {
  const codes = lasting?.codes ?? []
  return sql<boolean>`(member.closed_at < case
    when member.state = 'stuck' then ${stuckBefore ?? failedBefore}::timestamptz
    when split_part(coalesce(member.reason, ''), ':', 1) = any(${codes}::text[])
      then ${lasting?.before ?? failedBefore}::timestamptz
    else ${failedBefore}::timestamptz end)`
}

function isAskedAgain(campaignId: string, which: AskedAgain): RawBuilder<boolean> {
  return sql<boolean>`(member.campaign_id = ${campaignId} and (
    member.state in ('answered', 'failed', 'stuck') and member.is_outdated
    or member.state in ('failed', 'stuck') and member.ordinal < ${which.ordinalMax}
      and ${isRested(which.rested)}))`
}

export function openAskingAgain(db: LedgerDb) {
  return {
    /** Opens these members again under the next ordinal, and with them a campaign that was closed. */
    askAgain: (campaignId: string, which: AskedAgain) => {
      return open(
        db,
        campaignId,
        sql`update frota.campaign_member member
          set state = 'open', reason = null, closed_at = null, is_outdated = false,
            ordinal = member.ordinal + 1
          where ${isAskedAgain(campaignId, which)}
          returning member.vehicle_id`,
      )
    },
    /** Takes in those that failed in an earlier campaign, and no later one took in, as `askAgain`. */
    askEarlier: (campaignId: string, ordinalMax: number, at: Date) => {
      const fleet = sql`(select fleet_id from frota.campaign where id = ${campaignId}::uuid)`
      return open(
        db,
        campaignId,
        sql`insert into frota.campaign_member (campaign_id, vehicle_id, joined_at, state,
            consultation_id)
          select ${campaignId}::uuid, member.vehicle_id, ${at}::timestamptz, 'open',
            member.consultation_id
          from ${lastFailed(fleet)} and member.ordinal < ${ordinalMax}
          on conflict do nothing
          returning vehicle_id`,
      )
    },
    /** Vehicles of the fleet whose last question failed or got no answer. */
    countUnanswered: async (fleetId: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${lastFailed(sql`${fleetId}::uuid`)}
      `.execute(db)
      return rows[0]?.count ?? 0
    },
    countAskedAgain: async (campaignId: string, which: AskedAgain) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from frota.campaign_member member
        where ${isAskedAgain(campaignId, which)}
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

/** Members whose question was their vehicle's last: no answer and no campaign came since. */
const lastFailed = (fleetId: RawBuilder<unknown>) => sql`
  frota.campaign_member member
  join frota.campaign passed on passed.id = member.campaign_id
  join frota.vehicle vehicle on vehicle.id = member.vehicle_id and vehicle.in_fleet
    and vehicle.fleet_id = ${fleetId}
  where member.state in ('failed', 'stuck')
    and member.closed_at >= coalesce(vehicle.latest_answer_at, '-infinity')
    and not exists (select from frota.campaign_member later
      join frota.campaign next on next.id = later.campaign_id
      where later.vehicle_id = member.vehicle_id and next.opened_at > passed.opened_at)`

export function askVehicle(db: LedgerDb, campaignId: string, vehicleId: string, at: Date) {
  return open(
    db,
    campaignId,
    sql`insert into frota.campaign_member as member (campaign_id, vehicle_id, joined_at, state,
        consultation_id)
      select ${campaignId}::uuid, last.vehicle_id, ${at}::timestamptz, 'open', last.consultation_id
      from (select * from frota.campaign_member where vehicle_id = ${vehicleId}
        order by joined_at desc, closed_at desc nulls first limit 1) last
      where last.state in ('answered', 'failed', 'stuck')
      on conflict (campaign_id, vehicle_id) do update
        set state = 'open', reason = null, closed_at = null, is_outdated = false,
          ordinal = member.ordinal + 1, consultation_id = excluded.consultation_id
      returning member.vehicle_id`,
  )
}

/** One statement: a kill leaves no open member in a closed campaign, where nobody would ask it. */
async function open(db: LedgerDb, campaignId: string, again: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with again as (${again}), reopened as (
      update frota.campaign set closed_at = null
      where id = ${campaignId} and closed_at is not null and exists (select from again)
    )
    select count(*)::integer as count from again
  `.execute(db)
  return rows[0]?.count ?? 0
}
