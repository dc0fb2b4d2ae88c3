/** How many vehicles of a fleet were answered lately, for the rate of a campaign. */
import { sql } from 'kysely'
import type { LedgerDb } from '../schema/tx.ts'

export interface AnswersLately {
  /** Within the last hour, 3 hours and 24 hours before `at`. */
  readonly hour: number
  readonly threeHours: number
  readonly day: number
}

/** Counts ready and failed answers: both used a slot and ended the consultation. */
export async function answersLately(db: LedgerDb, fleetId: string, at: Date) {
  const { rows } = await sql<AnswersLately>`
    select
      count(*) filter (where came > ${at}::timestamptz - interval '1 hour')::integer as hour,
      count(*) filter (where came > ${at}::timestamptz - interval '3 hours')::integer
        as "threeHours",
      count(*)::integer as day
    from frota.campaign campaign
    join frota.consultation answer on answer.campaign_id = campaign.id
    left join frota.campaign_member member on member.campaign_id = campaign.id
      and member.vehicle_id = answer.vehicle_id and member.consultation_id = answer.id,
    -- An answer is dated by its question; when it came, its member tells.
    greatest(answer.answered_at, member.closed_at) came
    where campaign.fleet_id = ${fleetId}
      and (campaign.closed_at is null or campaign.closed_at > ${at}::timestamptz - interval '1 day')
      and answer.status in ('ready', 'failed') and answer.origin <> 'fresh'
      and came > ${at}::timestamptz - interval '1 day' and came <= ${at}::timestamptz
  `.execute(db)
  return rows[0] ?? { hour: 0, threeHours: 0, day: 0 }
}
