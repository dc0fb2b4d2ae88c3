/** The life of one process: recovery, a gate of its own, then round after round until it dies. */
import { sweepEffects, type OwnWork } from '../../src/effects/recover-effects.ts'
import { Failure } from '../../src/failure.ts'
import { decide, dueEffects, dueFollowing, dueReading } from './duties.ts'
import type { AnyStage, Due, DutyTools } from './duties.ts'

/** Between two rounds, however much or little is due. */
const REST_MS_MIN = 1_000
/** After an error that a person would have to cure, or that no retry of the moment fixes. */
const TROUBLE_REST_MS = 30_000

export interface WorkerTools extends DutyTools {
  readonly stages: readonly AnyStage[]
  readonly deliveredTwice: number
  readonly restMsMax: number
  /** Whether the world still wants anything of it. */
  readonly over: () => boolean
  readonly goneOf?: (holders: readonly string[]) => Promise<string[]>
  readonly own: OwnWork
  readonly onBug: (error: unknown) => void
}

export async function live(tools: WorkerTools): Promise<void> {
  while (!tools.over()) {
    const restMs = await guarded(tools, () => round(tools))
    await tools.clock.sleep(restMs ?? TROUBLE_REST_MS)
  }
}

/** How long to rest. */
async function round(tools: WorkerTools): Promise<number> {
  await sweepEffects({ ...tools.effects, ...tools })
  await decide(tools)
  const dues: Due[] = []
  for (const stage of tools.stages) dues.push(await dueEffects(tools, stage))
  dues.push(await dueReading(tools), await dueFollowing(tools))
  const work = dues.flatMap((due) => due.work)
  const again = work.filter(() => tools.random.next() < tools.deliveredTwice)
  await Promise.all([...work, ...again].map((one) => guarded(tools, one)))
  if (work.length > 0) return REST_MS_MIN
  const { restMsMax } = tools
  const nextMs = Math.min(...dues.map(({ nextInMs }) => nextInMs ?? restMsMax))
  return Math.min(Math.max(nextMs, REST_MS_MIN), restMsMax)
}

/** An expected error rests in the ledger; any other is a bug, whoever planted it. */
async function guarded<T>(tools: WorkerTools, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) tools.onBug(error)
    return undefined
  }
}
