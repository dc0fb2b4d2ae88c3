/** A statement of the interface as a value: what it says, and how a running service is held to it. */
import type { Finding, Staged, Words } from './finding.ts'
import { unknown } from './finding.ts'
import type { Scene, Session } from './session.ts'

type Part = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** `4.vehicles.create.201`, or `ours.5.account.missing` for what only our own service promises. */
export type StatementId = `${Part}.${string}` | `ours.${Part}.${string}`

export type Check = (session: Session) => Promise<Finding> | Finding

export interface Statement {
  /** Stable: docs/service.md cites it. */
  readonly id: StatementId
  /** The part of the interface. */
  readonly section: number
  /** Whether any service must hold it, or only ours (docs/service.md decided it). */
  readonly of: 'interface' | 'service'
  readonly sentence: Words
  readonly check: Check
}

export function statement(id: StatementId, pt: string, en: string, check: Check): Statement {
  const isOurs = id.startsWith('ours.')
  return {
    id,
    section: Number(id.charAt(isOurs ? 'ours.'.length : 0)),
    of: isOurs ? 'service' : 'interface',
    sentence: { pt, en },
    check,
  }
}

/** A check that needs a scene, and cannot be judged without it. */
export function given<Value>(
  scene: Scene<Value>,
  judge: (value: Value, session: Session) => Promise<Finding> | Finding,
): Check {
  return async (session) => {
    const stage: Staged<Value> = await session.stage(scene)
    return stage.ok ? await judge(stage.value, session) : unknown(stage.why.pt, stage.why.en)
  }
}
