/**
 * Opens a pass over a fleet, or joins the one that is open: vehicles with a stale answer become
 * members, those that left the fleet leave, and a campaign without open members closes.
 */
import type { Clock } from '../../clock.ts'
import type { Campaign, CampaignStore } from '../../ledger/campaigns.ts'

/** An answer that is older is asked again (FROTA_FRESHNESS). */
export const FRESHNESS_MS = 7 * 24 * 3600 * 1000

/** A failed or stuck vehicle is asked again the next night, not by the next run of the same one. */
export const FAILED_REST_MS = 20 * 3600 * 1000

/** Questions about one vehicle in one campaign, however often a person asks for more. */
const ASKED_MAX = 5

export interface OpenCampaignTools {
  readonly campaigns: CampaignStore
  readonly clock: Clock
  readonly freshnessMs: number
}

export interface OpenedCampaign {
  /** Null when every vehicle's answer is fresh: there is nothing to ask. */
  readonly campaign: Campaign | null
  readonly opened: boolean
  readonly joined: number
  readonly left: number
}

/** `resume` opens nothing and takes nobody in: it goes on with what is open. */
export async function openCampaign(
  tools: OpenCampaignTools,
  input: {
    readonly fleetId: string
    readonly mode: 'open-or-join' | 'resume'
    /** A person asked for it: what failed does not rest. */
    readonly askFailedAgain?: boolean
  },
): Promise<OpenedCampaign> {
  const { campaigns, clock, freshnessMs } = tools
  const at = new Date(clock.now())
  const later = new Date(at.getTime() + 1)
  const when = {
    staleBefore: new Date(at.getTime() - freshnessMs),
    failedBefore: input.askFailedAgain === true ? later : new Date(at.getTime() - FAILED_REST_MS),
  }
  const current = await campaigns.current(input.fleetId)
  const mayOpen = input.mode === 'open-or-join'
  if (current === undefined) {
    const stale = mayOpen ? await campaigns.stale(input.fleetId, when) : 0
    if (stale === 0) return { campaign: null, opened: false, joined: 0, left: 0 }
  }
  const campaign = current ?? (await campaigns.open(input.fleetId, at))
  const left = await campaigns.leave(campaign.id, at)
  const joined = mayOpen ? await campaigns.join(campaign.id, { ...when, at }) : 0
  if (input.askFailedAgain === true) {
    await campaigns.askAgain(campaign.id, {
      states: ['failed', 'stuck'],
      closedBefore: later,
      ordinalMax: ASKED_MAX,
    })
  }
  const closed = await campaigns.close(campaign.id, at)
  return {
    campaign: closed ? null : campaign,
    opened: current === undefined,
    joined,
    left,
  }
}
