/**
 * Carries out the decisions of a proposals.csv, plan by plan: what changed since it went out
 * bounces with its reason, all else is decided. The same file a second time changes nothing.
 */
import type { Plan } from '../../../ledger/plans.ts'
import { bindPlan, plansOfFile } from './bind-proposals.ts'
import type { Bound, FileBounce, FiledPlan } from './bind-proposals.ts'
import { decidePlan } from './decide-plan.ts'
import type { Decided, DecidingTools, Person } from './decide-plan.ts'
import type { ReturnedLine } from './read-proposals.ts'

export type FileOutcome =
  | Decided
  | { readonly outcome: 'bounced'; readonly why: FileBounce; readonly about?: string }
  /** Nothing stands in its decision column. */
  | { readonly outcome: 'undecided' }

export interface FiledDecision {
  readonly planId: string
  readonly plate: string
  readonly verdict: 'approve' | 'reject' | undefined
  /** The line that is to blame, or the plan's first. */
  readonly line: number
  readonly lines: readonly number[]
  readonly outcome: FileOutcome
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function decideFile(
  tools: DecidingTools,
  lines: readonly ReturnedLine[],
  person: Person,
  signal: AbortSignal,
): Promise<FiledDecision[]> {
  const decisions: FiledDecision[] = []
  for (const filed of plansOfFile(lines)) {
    if (signal.aborted) break
    decisions.push(await decide(tools, filed, person))
  }
  return decisions
}

async function decide(
  tools: DecidingTools,
  filed: FiledPlan,
  person: Person,
): Promise<FiledDecision> {
  const { planId, plate, lines } = filed
  const found = await planOf(tools, planId)
  const bound = bindPlan(filed, found?.plan, found?.plate ?? '')
  const verdict = bound.bound === 'decision' ? bound.verdict : undefined
  return {
    planId,
    plate,
    verdict,
    line: bound.bound === 'bounced' ? bound.line : (lines[0]?.line ?? 0),
    lines: lines.map(({ line }) => line),
    outcome: await outcomeOf(tools, planId, bound, person),
  }
}

async function planOf(
  tools: DecidingTools,
  planId: string,
): Promise<{ plan: Plan; plate: string } | undefined> {
  if (!UUID.test(planId)) return undefined
  const plan = await tools.plans.find(planId)
  if (plan === undefined || plan.fleetId !== tools.fleetId) return undefined
  const vehicle = await tools.vehicles.byId(plan.vehicleId)
  return { plan, plate: vehicle?.plate ?? '' }
}

function outcomeOf(
  tools: DecidingTools,
  planId: string,
  bound: Bound,
  person: Person,
): Promise<FileOutcome> | FileOutcome {
  switch (bound.bound) {
    case 'nothing':
      return { outcome: 'undecided' }
    case 'bounced': {
      const { why, about } = bound
      return { outcome: 'bounced', why, ...(about === undefined ? {} : { about }) }
    }
    case 'decision': {
      const { verdict, hash, reason } = bound
      return decidePlan(tools, { planId, verdict, person, hash, reason })
    }
  }
}
