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
      count(*) filter (where answered_at > ${at}::timestamptz - interval '1 hour')::integer as hour,
      count(*) filter (where answered_at > ${at}::timestamptz - interval '3 hours')::integer
        as "threeHours",
      count(*)::integer as day
    from frota.campaign campaign
    join frota.consultation consultation on consultation.campaign_id = campaign.id
    where campaign.fleet_id = ${fleetId}
      and (campaign.closed_at is null or campaign.closed_at > ${at}::timestamptz - interval '1 day')
      and consultation.status in ('ready', 'failed') and consultation.origin <> 'fresh'
      and consultation.answered_at > ${at}::timestamptz - interval '1 day'
      and consultation.answered_at <= ${at}::timestamptz
  `.execute(db)
  return rows[0] ?? { hour: 0, threeHours: 0, day: 0 }
}
