/**
 * Campaigns: one pass over a fleet, as many nights as it takes. The interface of the store; the
 * statements are in campaigns-sql.ts and campaigns-plan.ts.
 */
import type { MemberState } from './tables.ts'
import type { Tx } from './tx.ts'

export interface Campaign {
  readonly id: string
  readonly fleetId: string
  readonly openedAt: Date
  readonly closedAt: Date | null
}

/** Members by state; `asked` of the open ones have a consultation that is not answered yet. */
export interface CampaignCounts extends Readonly<Record<MemberState, number>> {
  readonly members: number
  readonly asked: number
  /** Open, and waiting for their vehicle to be registered. */
  readonly unregistered: number
}

/** What the order of asking is decided from, for one open member that was not asked yet. */
export interface RankFacts {
  readonly vehicleId: string
  /** The vehicle's number in the ledger: what settles ties, the same every night. */
  readonly seq: number
  readonly plate: string
  readonly uf: string
  readonly latestAnswerAt: Date | null
  /** Debts that the last answer shows and nobody paid. */
  readonly openDebts: number
  readonly openCents: bigint
}

export interface RankedMember {
  readonly vehicleId: string
  /** 1 is asked first. */
  readonly rank: number
  readonly reasons: readonly object[]
}

export interface WaitingMember {
  readonly vehicleId: string
  readonly plate: string
  readonly rank: number
}

export interface StaleWhen {
  /** Answered before this, or never. */
  readonly staleBefore: Date
  /** Failed or stuck before this, or never: what was asked in vain rests. */
  readonly failedBefore: Date
}

export interface CampaignStore {
  /** The fleet's open campaign. */
  current(fleetId: string): Promise<Campaign | undefined>
  /** The newest campaign of the fleet, open or closed. */
  latest(fleetId: string): Promise<Campaign | undefined>
  find(id: string): Promise<Campaign | undefined>
  /** How many vehicles of the fleet were last answered before this, or never. */
  stale(fleetId: string, when: StaleWhen): Promise<number>
  /** The open campaign, made when there is none; two at once get the same one. */
  open(fleetId: string, at: Date): Promise<Campaign>
  /** Stale vehicles of the fleet join that are not members; who had left and is back rejoins. */
  join(campaignId: string, when: StaleWhen & { at: Date }): Promise<number>
  /** Open members leave whose vehicle left the fleet, was refused, or waits for a person. */
  leave(campaignId: string, at: Date): Promise<number>
  /** Closes a campaign without an open member; false when there is one, or it was closed before. */
  close(campaignId: string, at: Date): Promise<boolean>
  /** Open, registered members whose consultation was not asked yet. */
  rankFacts(campaignId: string): Promise<RankFacts[]>
  writeRanks(campaignId: string, ranked: readonly RankedMember[]): Promise<void>
  /** Plans one consultation for each open, registered member, once per ordinal; says how many. */
  plan(campaignId: string, at: Date): Promise<number>
  /** Open, registered members without a planned consultation. */
  unplanned(campaignId: string): Promise<number>
  /** Open members whose consultation is still to be asked, in the order of asking. */
  waiting(campaignId: string): Promise<WaitingMember[]>
  counts(campaignId: string): Promise<CampaignCounts>
  /** A vehicle's place in a campaign, for `frota why`. */
  member(campaignId: string, vehicleId: string): Promise<Member | undefined>
  endMember(
    member: { campaignId: string; vehicleId: string; state: ClosedState; reason: string; at: Date },
    tx?: Tx,
  ): Promise<boolean>
  /** Failed or stuck members open again under the next ordinal, unless they are at `ordinalMax`. */
  askAgain(
    campaignId: string,
    which: { states: readonly ('failed' | 'stuck')[]; closedBefore: Date; ordinalMax: number },
  ): Promise<number>
}

type ClosedState = Exclude<MemberState, 'open'>

export interface Member {
  readonly state: MemberState
  readonly rank: number
  readonly rankReasons: readonly unknown[]
  readonly ordinal: number
  readonly reason: string | null
  readonly consultationId: string | null
  readonly joinedAt: Date
  readonly closedAt: Date | null
}
