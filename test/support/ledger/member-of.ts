/** A vehicle's part in a campaign, which is the newest that took it in. */
import type { Member } from '../../../src/ledger/consultations/campaigns.ts'
import type { CampaignStore } from '../../../src/ledger/consultations/campaigns-sql.ts'

export async function memberOf(
  campaigns: Pick<CampaignStore, 'lastMember'>,
  campaignId: string,
  vehicleId: string,
): Promise<Member | undefined> {
  const last = await campaigns.lastMember(vehicleId)
  return last?.campaignId === campaignId ? last : undefined
}
