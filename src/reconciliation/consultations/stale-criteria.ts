/** Pure. Turns the plan's policy into instants: whose answer is stale, who waited enough. */
import { plainDay } from '../../clock.ts'
import type {
  RestedCriteria,
  StaleKinds,
  StaleCriteria,
} from '../../ledger/consultations/campaigns.ts'
import { dueSoonKeys } from './due-soon.ts'
import { staleForClose } from './fresh-by-close.ts'
import { DAY_MS, freshnessMs, HOUR_MS, type FreshnessKind, type PlanPolicy } from './plan-policy.ts'

/** `zone`: an IANA time zone, what "today" is for the due dates. */
export function staleCriteria(policy: PlanPolicy, nowMs: number, zone: string): StaleCriteria {
  const closeMs = staleForClose(policy, nowMs, zone)?.getTime() ?? 0
  const before = (kind: FreshnessKind): Date =>
    new Date(Math.max(nowMs - freshnessMs(policy, kind), closeMs))
  const staleBefore = before('other')
  const kinds = staleKinds(policy, before, { nowMs, zone })
  const { askedMax } = policy
  const rested = restedCriteria(policy, nowMs)
  return { staleBefore, askedMax, ...(kinds === undefined ? {} : { kinds }), ...rested }
}

export function restedCriteria(policy: PlanPolicy, nowMs: number): Required<RestedCriteria> {
  const before = (hours: number): Date => new Date(nowMs - hours * HOUR_MS)
  return {
    failedBefore: before(policy.failedRestHours),
    stuckBefore: before(policy.stuckRestHours),
    lasting: { codes: policy.lastingErrors, before: before(policy.lastingRestHours) },
  }
}

/** For a retry that a person asked for: not even what failed in this millisecond has to wait. */
export function nothingRests(nowMs: number): Required<RestedCriteria> {
  const later = new Date(nowMs + 1)
  return { failedBefore: later, stuckBefore: later, lasting: { codes: [], before: later } }
}

/** Undefined where all kinds are as fresh as each other, which spares the ledger the look-ups. */
function staleKinds(
  policy: PlanPolicy,
  before: (kind: FreshnessKind) => Date,
  { nowMs, zone }: { readonly nowMs: number; readonly zone: string },
): StaleKinds | undefined {
  const { dueSoon, openDebts, other } = policy.freshnessDays
  if (dueSoon === other && openDebts === other) return undefined
  const dueFrom = plainDay(nowMs, zone)
  return {
    dueSoonBefore: before('dueSoon'),
    openDebtsBefore: before('openDebts'),
    dueSoon: dueSoonKeys({ today: dueFrom, days: policy.dueSoonDays }),
    dueFrom,
    dueUntil: plainDay(nowMs + policy.dueSoonDays * DAY_MS, zone),
  }
}
