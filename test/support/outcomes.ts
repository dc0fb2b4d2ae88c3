/** The three expected endings, as tests say them. */
import type { Outcome } from '../../src/queue/outcome.ts'

export const done: Outcome = { outcome: 'done' }

export function snoozed(untilMs: number, why: string): Outcome {
  return { outcome: 'snoozed', untilMs, why }
}

export function refused(reason: string): Outcome {
  return { outcome: 'refused', reason }
}
