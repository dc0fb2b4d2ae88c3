/** When the vehicles that carry over would be answered, if work went on without a pause. */
import type { Tools } from '../../../jobs/tools.ts'
import { usualLatencyMs } from '../../reconciliation/consultations/expect-answers.ts'
import { forecast } from '../../reconciliation/consultations/forecast.ts'

/** The gate's own bound of requests on the wire. */
const ON_THE_WIRE = 4

export async function expectedFinish(
  tools: Pick<Tools, 'gate' | 'buckets'>,
  waiting: number,
): Promise<Date | undefined> {
  const { consultations } = tools.buckets
  const buckets = await Promise.all(consultations.map((name) => tools.gate.facts(name)))
  const { finishedAtMs } = forecast({
    buckets,
    waiting,
    latencyMs: usualLatencyMs([]),
    concurrent: ON_THE_WIRE,
  })
  return finishedAtMs === null ? undefined : new Date(finishedAtMs)
}
