/**
 * Ranks a campaign's open vehicles and plans one consultation for each that is registered. Safe to
 * call again: ranks are renewed, and nothing is planned twice.
 */
import { plainDay } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import type { CampaignStore } from '../../ledger/campaigns.ts'
import { rankVehicles } from './rank-vehicles.ts'

export interface PlanTools {
  readonly campaigns: CampaignStore
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the due months. */
  readonly zone: string
}

export interface PlannedConsultations {
  /** Vehicles that wait to be asked, in the order of asking. */
  readonly waiting: number
  /** Of these, planned by this call. */
  readonly planned: number
}

export async function planConsultations(
  { campaigns, clock, zone }: PlanTools,
  campaignId: string,
): Promise<PlannedConsultations> {
  const nowMs = clock.now()
  const facts = await campaigns.rankFacts(campaignId)
  const ranked = rankVehicles(facts, { date: plainDay(nowMs, zone), nowMs })
  await campaigns.writeRanks(campaignId, ranked)
  const planned = await campaigns.plan(campaignId, new Date(nowMs))
  return { waiting: ranked.length, planned }
}
