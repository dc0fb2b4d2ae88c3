/**
 * Campaigns: one pass over a fleet, as many nights as it takes. The interface of the store; the
 * statements are in campaigns-sql.ts and campaigns-plan.ts.
 */
import type { MemberState } from '../schema/tables.ts'
import type { Tx } from '../schema/tx.ts'

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

/** The facts by which an open member that was not asked yet is ranked. */
export interface RankFacts {
  readonly vehicleId: string
  /** The vehicle's number in the ledger; it breaks ties, the same way every night. */
  readonly seq: number
  readonly plate: string
  readonly uf: string
  readonly latestAnswerAt: Date | null
  /** Null when the service was never asked about it by this ledger. */
  readonly latestAskedAt: Date | null
  /** Debts that the last answer shows, nobody ordered and that are no alternatives of IPVA. */
  readonly openDebts: number
  readonly openCents: bigint
  readonly dues: readonly KnownDue[]
}

/** A debt of a yearly kind, or an open one with a due date. */
export interface KnownDue {
  /** As the service says: `ipva`, `licensing` and others. */
  readonly group: string
  readonly year: number | null
  /** YYYY-MM-DD. */
  readonly dueDate: string | null
  /** False when it is ordered, paid or not shown any more. */
  readonly open: boolean
}

export interface RankedMember {
  readonly vehicleId: string
  /** 1 is asked first. */
  readonly rank: number
  readonly reasons: readonly object[]
}

export interface StaleCriteria {
  /** Answered before this, or never. */
  readonly staleBefore: Date
  /** Instead of `staleBefore`, where vehicles of a kind are asked at another age. */
  readonly kinds?: StaleKinds
  /** Failed or stuck before this, or never: a vehicle rests for a while after a failure. */
  readonly failedBefore: Date
  /** Instead of `failedBefore` for those that got no answer. */
  readonly stuckBefore?: Date
  /** Instead of `failedBefore` for those whose reason begins with one of these codes. */
  readonly lasting?: { readonly codes: readonly string[]; readonly before: Date }
  /** After so many failures in one campaign a vehicle rests until `staleBefore`. */
  readonly askedMax?: number
  /** States in two capitals that the service does not offer now: their vehicles wait outside. */
  readonly notOffered?: readonly string[]
}

export interface StaleKinds {
  readonly dueSoonBefore: Date
  readonly openDebtsBefore: Date
  /** State and final digit of plates, such as `SP3`, that a calendar calls due soon. */
  readonly dueSoon: readonly string[]
  /** YYYY-MM-DD: an open debt that is due in between makes its vehicle due soon. */
  readonly dueFrom: string
  readonly dueUntil: string
}

/** Which members that failed or got stuck have rested long enough. */
export type RestedCriteria = Pick<StaleCriteria, 'failedBefore' | 'stuckBefore' | 'lasting'>

/**
 * Members that failed or got stuck, have rested and were asked less often than `ordinalMax`; and
 * those whose plate or state changed since they ended.
 */
export interface AskedAgain {
  readonly rested: RestedCriteria
  readonly ordinalMax: number
}

export interface CampaignStore {
  /** The fleet's open campaign. */
  current(fleetId: string): Promise<Campaign | undefined>
  /** The newest campaign of the fleet, open or closed. */
  latest(fleetId: string): Promise<Campaign | undefined>
  /**
   * How many vehicles of the fleet were last answered before this, or never. One of a state that is
   * not offered counts until a campaign noted it.
   */
  stale(fleetId: string, when: StaleCriteria): Promise<number>
  /** The open campaign, made when there is none; two at once get the same one. */
  open(fleetId: string, at: Date): Promise<Campaign>
  /**
   * Adds the fleet's stale vehicles that are not members, and again those that had left and are
   * back. A vehicle of a state that is not offered is noted as excluded, and not counted.
   */
  join(campaignId: string, when: StaleCriteria & { at: Date }): Promise<number>
  /**
   * Open members leave whose vehicle left the fleet, was refused, or waits for a person, and those
   * of a state that is not offered, unless their consultation left already.
   */
  leave(campaignId: string, at: Date, notOffered?: readonly string[]): Promise<number>
  /** Closes a campaign without an open member; false when there is one, or it was closed before. */
  close(campaignId: string, at: Date): Promise<boolean>
  /** Open, registered members whose consultation was not asked yet. `today`: YYYY-MM-DD. */
  rankFacts(campaignId: string, today: string): Promise<RankFacts[]>
  /** The ranking facts of one vehicle, in a campaign or not. */
  factsOf(vehicleId: string, today: string): Promise<RankFacts | undefined>
  writeRanks(campaignId: string, ranked: readonly RankedMember[]): Promise<void>
  /** Plans one consultation for each open, registered member, once per ordinal; says how many. */
  plan(campaignId: string, at: Date): Promise<number>
  /** Open, registered members without a planned consultation, and with one that was not asked. */
  unplanned(campaignId: string): Promise<{ unplanned: number; planned: number }>
  counts(campaignId: string): Promise<CampaignCounts>
  /** `waiting`: how many members wait; `place`: this vehicle's position, 1 for the next. */
  place(campaignId: string, vehicleId: string): Promise<{ place: number | null; waiting: number }>
  /** When a consultation of the campaign last left, for sharing slots; null before the first. */
  servedAt(campaignId: string): Promise<Date | null>
  /** The vehicle's part in the newest campaign that took it in. */
  lastMember(vehicleId: string): Promise<(Member & { campaignId: string }) | undefined>
  endMember(
    member: { campaignId: string; vehicleId: string; state: ClosedState; reason: string; at: Date },
    tx?: Tx,
  ): Promise<boolean>
  /** Opens these members again under the next ordinal, and with them a campaign that was closed. */
  askAgain(campaignId: string, which: AskedAgain): Promise<number>
  /** Takes in those that failed in an earlier campaign, and no later one took in, as `askAgain`. */
  askEarlier(campaignId: string, ordinalMax: number, at: Date): Promise<number>
  /** Vehicles of the fleet whose last question failed or got no answer. */
  countUnanswered(fleetId: string): Promise<number>
  /**
   * Opens the vehicle whose question ended, by an answer or not, under the next ordinal, however
   * often it was asked, and with it the campaign, which may be newer. Says how many: 0 or 1.
   */
  askVehicle(campaignId: string, vehicleId: string, at: Date): Promise<number>
  countAskedAgain(campaignId: string, which: AskedAgain): Promise<number>
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
