/** Pure. What keeps a vehicle from being asked now, if anything but its place in the plan does. */
import type { Member } from '../../ledger/consultations/campaigns.ts'
import type { Consultation } from '../../ledger/consultations/consultations.ts'
import type { Effect } from '../../ledger/effects/effects.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { freshnessMs, restMs, type FreshnessKind, type PlanPolicy } from './plan-policy.ts'

export type Hold =
  /** Nothing but the quota: it has a place in the plan. */
  | { readonly hold: 'its-turn' }
  /** A member of the open campaign that gets a place when the plan is made next. */
  | { readonly hold: 'not-planned-yet' }
  /** The vehicle is in no open campaign; the next run takes it in. */
  | { readonly hold: 'next-run' }
  | { readonly hold: 'left-fleet' }
  /** Deactivated at the service; the next file that names it registers it anew. */
  | { readonly hold: 'removed' }
  | { readonly hold: 'registration-refused'; readonly reason: string }
  | { readonly hold: 'registration-waits' }
  | { readonly hold: 'registration-in-doubt'; readonly reason: string }
  | { readonly hold: 'registration-needs-person'; readonly reason: string }
  | { readonly hold: 'state-not-offered'; readonly since: Date | null }
  | { readonly hold: 'pending-at-service'; readonly since: Date }
  | { readonly hold: 'question-in-doubt'; readonly reason: string }
  | { readonly hold: 'question-needs-person'; readonly reason: string }
  | { readonly hold: 'fresh'; readonly until: Date }
  | {
      readonly hold: 'resting'
      readonly state: 'failed' | 'stuck'
      readonly reason: string
      readonly until: Date
    }
  /** Asked as often as one campaign may ask (`askedMax`); the next campaign asks again. */
  | { readonly hold: 'asked-out'; readonly times: number; readonly reason: string }

export interface HoldFacts {
  readonly vehicle: Pick<VehicleFacts, 'inFleet' | 'state' | 'refusal'>
  readonly register: Pick<Effect, 'state' | 'reason'> | null
  readonly consult: Pick<Effect, 'state' | 'reason'> | null
  readonly member: Pick<Member, 'state' | 'reason' | 'ordinal' | 'closedAt'> | null
  /** Whether `member` belongs to the open campaign. */
  readonly isMember: boolean
  readonly place: number | null
  readonly lastQuestion: Pick<Consultation, 'status' | 'askedAt'> | null
  readonly latestAnswerAt: Date | null
  readonly kind: FreshnessKind
  readonly policy: PlanPolicy
  /** Older answers are asked for again before a close; undefined: the policy's days alone count. */
  readonly closeBefore?: Date | undefined
  readonly nowMs: number
}

export function judgeHold(facts: HoldFacts): Hold {
  const { vehicle, member, lastQuestion, consult, place } = facts
  if (vehicle.state === 'removed') return { hold: 'removed' }
  if (!vehicle.inFleet) return { hold: 'left-fleet' }
  if (vehicle.state !== 'registered') return registration(facts)
  if (lastQuestion?.status === 'pending') {
    return { hold: 'pending-at-service', since: lastQuestion.askedAt }
  }
  if (consult !== null && member?.state === 'open') {
    const reason = consult.reason ?? ''
    if (['in-doubt', 'held', 'intent'].includes(consult.state)) {
      return { hold: 'question-in-doubt', reason }
    }
    if (['quarantined', 'needs-person'].includes(consult.state)) {
      return { hold: 'question-needs-person', reason }
    }
  }
  if (place !== null) return { hold: 'its-turn' }
  if (member?.reason === 'state-not-offered') {
    return { hold: 'state-not-offered', since: member.closedAt }
  }
  return rest(facts) ?? fresh(facts) ?? waiting(facts)
}

function registration({ vehicle, register }: HoldFacts): Hold {
  const reason = register?.reason ?? ''
  if (vehicle.state === 'refused') {
    return { hold: 'registration-refused', reason: vehicle.refusal ?? reason }
  }
  if (register?.state === 'quarantined' || register?.state === 'needs-person') {
    return { hold: 'registration-needs-person', reason }
  }
  const isDoubtful = register?.state === 'in-doubt' || register?.state === 'held'
  return isDoubtful ? { hold: 'registration-in-doubt', reason } : { hold: 'registration-waits' }
}

function rest({ member, isMember, policy, nowMs }: HoldFacts): Hold | null {
  if (member === null || (member.state !== 'failed' && member.state !== 'stuck')) return null
  const { state, closedAt } = member
  const reason = member.reason ?? ''
  const closedAtMs = closedAt?.getTime() ?? 0
  const until = new Date(closedAtMs + restMs(policy, state, reason))
  if (until.getTime() > nowMs) return { hold: 'resting', state, reason, until }
  const isStale = closedAtMs + freshnessMs(policy, 'other') < nowMs
  if (member.ordinal < policy.askedMax || (!isMember && isStale)) return null
  return { hold: 'asked-out', times: member.ordinal, reason }
}

function fresh({ latestAnswerAt, kind, policy, closeBefore, nowMs }: HoldFacts): Hold | null {
  if (latestAnswerAt === null) return null
  if (closeBefore !== undefined && latestAnswerAt < closeBefore) return null
  const until = new Date(latestAnswerAt.getTime() + freshnessMs(policy, kind))
  return until.getTime() > nowMs ? { hold: 'fresh', until } : null
}

function waiting({ member, isMember }: HoldFacts): Hold {
  return { hold: isMember && member?.state === 'open' ? 'not-planned-yet' : 'next-run' }
}
