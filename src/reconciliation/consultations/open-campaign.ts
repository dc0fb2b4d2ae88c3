/**
 * Opens a pass over a fleet, or joins the one that is open: vehicles with a stale answer become
 * members, those that left the fleet leave, as do those of a state that the service does not offer,
 * what failed and rested is asked again, and a campaign without open members closes.
 */
import type { Clock } from '../../clock.ts'
import type { Campaign, CampaignStore } from '../../ledger/campaigns.ts'
import type { PlanPolicy } from './plan-policy.ts'
import { nothingRests, staleWhen } from './stale-when.ts'

export interface OpenCampaignTools {
  readonly campaigns: CampaignStore
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the due dates. */
  readonly zone: string
  readonly planPolicy: PlanPolicy
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
    /** States in two capitals whose vehicles are not asked now (`statesNotOffered`). */
    readonly notOffered?: readonly string[]
  },
): Promise<OpenedCampaign> {
  const { campaigns, clock, zone, planPolicy } = tools
  const { fleetId, mode, askFailedAgain = false, notOffered = [] } = input
  const nowMs = clock.now()
  const at = new Date(nowMs)
  const policyWhen = staleWhen(planPolicy, nowMs, zone)
  const when = { ...policyWhen, ...(askFailedAgain ? nothingRests(nowMs) : {}), notOffered }
  const current = await campaigns.current(fleetId)
  const mayOpen = mode === 'open-or-join'
  if (current === undefined) {
    const stale = mayOpen ? await campaigns.stale(fleetId, when) : 0
    if (stale === 0) return { campaign: null, opened: false, joined: 0, left: 0 }
  }
  const campaign = current ?? (await campaigns.open(fleetId, at))
  if (mayOpen || askFailedAgain) {
    await campaigns.askAgain(campaign.id, { rested: when, ordinalMax: planPolicy.askedMax })
  }
  const left = await campaigns.leave(campaign.id, at, notOffered)
  const joined = mayOpen ? await campaigns.join(campaign.id, { ...when, at }) : 0
  const closed = await campaigns.close(campaign.id, at)
  return {
    campaign: closed ? null : campaign,
    opened: current === undefined,
    joined,
    left,
  }
}
