/** A vehicle's part in a campaign, which is the newest that took it in. */
import type { CampaignStore, Member } from '../../../src/ledger/consultations/campaigns.ts'

export async function memberOf(
  campaigns: Pick<CampaignStore, 'lastMember'>,
  campaignId: string,
  vehicleId: string,
): Promise<Member | undefined> {
  const last = await campaigns.lastMember(vehicleId)
  return last?.campaignId === campaignId ? last : undefined
}
