/**
 * Ranks a campaign's open vehicles and plans one consultation for each that is registered. Safe to
 * call again: ranks are renewed, and nothing is planned twice.
 */
import type { Clock } from '../../clock.ts'
import type { CampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import type { PlanPolicy } from './plan-policy.ts'
import { rankToday, rankVehicles } from './rank-vehicles.ts'

export interface PlanTools {
  readonly campaigns: Pick<CampaignStore, 'rankFacts' | 'writeRanks' | 'plan'>
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the due dates. */
  readonly zone: string
  readonly planPolicy: PlanPolicy
}

export interface PlannedConsultations {
  /** Vehicles that wait to be asked, in the order of asking. */
  readonly waiting: number
  /** Of these, planned by this call. */
  readonly planned: number
}

export async function planConsultations(
  { campaigns, clock, zone, planPolicy }: PlanTools,
  campaignId: string,
): Promise<PlannedConsultations> {
  const nowMs = clock.now()
  const today = rankToday(planPolicy, nowMs, zone)
  const ranked = rankVehicles(await campaigns.rankFacts(campaignId, today.date), today)
  await campaigns.writeRanks(campaignId, ranked)
  const planned = await campaigns.plan(campaignId, new Date(nowMs))
  return { waiting: ranked.length, planned }
}
