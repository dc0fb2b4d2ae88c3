/** Pure. The columns of a consultation's row that a final answer sets. */
import type { FinalAnswer } from '../debt-lookup.ts'

export function endingFields(answer: FinalAnswer) {
  const ended = { status: answer.state, stage: answer.state, look_at: null }
  if (answer.state === 'ready') return ended
  return {
    ...ended,
    error_code: answer.code,
    error_title: answer.title,
    error_message: answer.message,
    error_action: answer.action,
  }
}
