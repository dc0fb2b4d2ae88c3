/** Runs work in a transaction that is always rolled back, to show what it would do now. */
import { sql } from 'kysely'
import { openCampaignStore, type CampaignStore } from '../consultations/campaigns-sql.ts'
import type { LedgerDb } from '../schema/tx.ts'

export async function rehearse<T>(db: LedgerDb, work: (campaigns: CampaignStore) => Promise<T>) {
  const transaction = await db.startTransaction().execute()
  try {
    return await work(openCampaignStore(transaction))
  } finally {
    await transaction.rollback().execute()
  }
}

/** The states that the last campaign's run was told the service does not offer. */
export async function lastNotOffered(db: LedgerDb, fleetId: string): Promise<string[]> {
  const { rows } = await sql<{ uf: string }>`
    select distinct vehicle.uf
    from frota.campaign_member member join frota.vehicle vehicle on vehicle.id = member.vehicle_id
    where member.state = 'excluded' and member.reason = 'state-not-offered'
      and member.campaign_id = (select id from frota.campaign
        where fleet_id = ${fleetId} order by opened_at desc limit 1)
    order by vehicle.uf
  `.execute(db)
  return rows.map(({ uf }) => uf)
}
