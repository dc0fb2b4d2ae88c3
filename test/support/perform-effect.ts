/** One effect as a job that carries it alone would do it. */
import { claimEffects } from '../../src/effects/perform-effect.ts'
import type { EffectStage } from '../../src/effects/stage.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import type { Outcome } from '../../src/queue/outcome.ts'

export async function performEffect<Prepared, Reply, Thing>(
  tools: EffectTools,
  stage: EffectStage<Prepared, Reply, Thing>,
  effectId: string,
): Promise<Outcome> {
  const claimed = await claimEffects(tools, stage, [effectId])
  try {
    return await claimed.perform(effectId)
  } finally {
    await claimed.release()
  }
}
