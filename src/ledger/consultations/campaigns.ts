/** Campaigns: one pass over a fleet, as many nights as it takes. Their store is in campaigns-sql.ts. */
import type { MemberState } from '../schema/tables.ts'

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

export interface EndedMember {
  readonly campaignId: string
  readonly vehicleId: string
  readonly state: Exclude<MemberState, 'open'>
  readonly reason: string
  readonly at: Date
}

export interface Member {
  readonly campaignId: string
  readonly state: MemberState
  readonly rank: number
  readonly rankReasons: readonly unknown[]
  readonly ordinal: number
  readonly reason: string | null
  readonly consultationId: string | null
  readonly joinedAt: Date
  readonly closedAt: Date | null
}
