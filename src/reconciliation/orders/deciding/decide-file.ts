/**
 * Carries out the decisions of a proposals.csv, plan by plan: a plan that changed since the file
 * was exported bounces with its reason, any other is decided. A second time it changes nothing.
 */
import { bindPlan, plansOfFile } from './bind-proposals.ts'
import type { Bounce, Bound, FiledPlan, ShownLine } from './bind-proposals.ts'
import { decidePlan, type Decided, type DecidingTools, type Person } from './decide-plan.ts'
import type { ReturnedLine } from './read-proposals.ts'

export type FileOutcome =
  | Decided
  | ({ readonly outcome: 'bounced' } & Bounce)
  /** Its decision column is empty. */
  | { readonly outcome: 'undecided' }

export interface FiledDecision {
  readonly planId: string
  readonly plate: string
  readonly verdict: 'approve' | 'reject' | undefined
  /** The line that is wrong, or the plan's first. */
  readonly line: number
  readonly lines: readonly number[]
  readonly outcome: FileOutcome
}

export interface FileTools extends DecidingTools {
  /** A plan of the fleet as the file shows it; empty when it has none with that id. */
  readonly shown: (planId: string) => Promise<readonly ShownLine[]>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function decideFile(
  tools: FileTools,
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

async function decide(tools: FileTools, filed: FiledPlan, person: Person): Promise<FiledDecision> {
  const { planId, plate, lines } = filed
  const bound = bindPlan(filed, UUID.test(planId) ? await tools.shown(planId) : [])
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
      const { bound: outcome, line: _, ...bounce } = bound
      return { outcome, ...bounce }
    }
    case 'decision': {
      const { verdict, hash, reason } = bound
      return decidePlan(tools, { planId, verdict, person, hash, reason })
    }
  }
}
