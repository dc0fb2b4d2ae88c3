/** Ways to change a stage: what it answers, and what it finds. */
import type { CallResult } from '../../../src/client/answer.ts'
import type { AnyStage } from '../duties.ts'

/** The same stage behind a translator of statuses; what the service did stays done. */
export function answersOf(translate: (status: number) => number): (stage: AnyStage) => AnyStage {
  return (stage) => ({
    ...stage,
    send: async (ready, leave) => {
      const result = await stage.send(ready, leave)
      return translated(result, translate)
    },
  })
}

function translated(
  result: CallResult<unknown>,
  translate: (status: number) => number,
): CallResult<unknown> {
  if (result.outcome !== 'answered' || result.ok) return result
  return { ...result, status: translate(result.status) }
}
