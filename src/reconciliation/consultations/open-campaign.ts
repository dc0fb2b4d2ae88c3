/**
 * Opens a pass over a fleet, or continues one: vehicles with a stale answer become members; members
 * that left the fleet, or whose state the service does not offer, are taken out; failed ones are
 * asked again after their rest; and a campaign without open members closes.
 */
import type { Clock } from '../../clock.ts'
import type { AskedAgain, Campaign, StaleCriteria } from '../../ledger/consultations/campaigns.ts'
import type { CampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import type { PlanPolicy } from './plan-policy.ts'
import { nothingRests, staleCriteria } from './stale-criteria.ts'

export interface OpenCampaignTools {
  readonly campaigns: CampaignStore
  readonly clock: Clock
  /** An IANA time zone: what "today" is for the due dates. */
  readonly zone: string
  readonly planPolicy: PlanPolicy
}

/**
 * `resume` goes on with what is open and opens nothing. `retry`, which a person asked for, asks
 * again, in the open campaign or else the last one, whoever's last question failed, without a rest.
 */
export type CampaignMode = 'open-or-join' | 'resume' | 'retry'

export interface OpenedCampaign {
  /** Null when every vehicle's answer is fresh: there is nothing to ask. */
  readonly campaign: Campaign | null
  readonly opened: boolean
  readonly joined: number
  readonly left: number
  /** Members who had failed or got no answer, and are open again. */
  readonly askedAgain: number
}

const NOTHING_TO_ASK: OpenedCampaign = {
  campaign: null,
  opened: false,
  joined: 0,
  left: 0,
  askedAgain: 0,
}

export async function openCampaign(
  { campaigns, clock, zone, planPolicy }: OpenCampaignTools,
  input: {
    readonly fleetId: string
    readonly mode: CampaignMode
    /** With `retry`: only this vehicle is asked again, however often it was asked. */
    readonly vehicleId?: string | undefined
    /** States in two capitals whose vehicles are not asked now (`statesNotOffered`). */
    readonly notOffered?: readonly string[]
  },
): Promise<OpenedCampaign> {
  const { fleetId, mode, vehicleId, notOffered = [] } = input
  const nowMs = clock.now()
  const at = new Date(nowMs)
  const when = { ...staleCriteria(planPolicy, nowMs, zone), notOffered }
  const rested = mode === 'retry' ? nothingRests(nowMs) : when
  const again = { rested, ordinalMax: planPolicy.askedMax }
  const known = await knownCampaign(campaigns, { fleetId, mode, when, again })
  if (known === null) return NOTHING_TO_ASK
  const campaign = known ?? (await campaigns.open(fleetId, at))
  const asking = async (): Promise<number> => {
    if (vehicleId !== undefined) return campaigns.askVehicle(campaign.id, vehicleId, at)
    const earlier =
      mode === 'retry' ? await campaigns.askEarlier(campaign.id, again.ordinalMax, at) : 0
    return earlier + (await campaigns.askAgain(campaign.id, again))
  }
  const askedAgain = mode === 'resume' ? 0 : await asking()
  if (campaign.closedAt !== null && askedAgain === 0) return NOTHING_TO_ASK
  const left = await campaigns.leave(campaign.id, at, notOffered)
  const joined = mode === 'open-or-join' ? await campaigns.join(campaign.id, { ...when, at }) : 0
  const closed = await campaigns.close(campaign.id, at)
  return {
    campaign: closed ? null : campaign,
    opened: known === undefined,
    joined,
    left,
    askedAgain,
  }
}

interface Wanted {
  readonly fleetId: string
  readonly mode: CampaignMode
  readonly when: StaleCriteria
  readonly again: AskedAgain
}

/**
 * The campaign to continue; undefined when a new one is due, null when there is nothing to do. A
 * new campaign of the last one's failures alone would hide the last one's answers from the reports,
 * so these failures are asked again in the last campaign.
 */
async function knownCampaign(campaigns: CampaignStore, { fleetId, mode, when, again }: Wanted) {
  const current = await campaigns.current(fleetId)
  if (current !== undefined) return current
  if (mode === 'resume') return null
  const last = await campaigns.latest(fleetId)
  if (mode === 'retry') return last ?? null
  const stale = await campaigns.stale(fleetId, when)
  if (stale === 0) return null
  const failures = last === undefined ? 0 : await campaigns.countAskedAgain(last.id, again)
  return stale <= failures ? last : undefined
}
