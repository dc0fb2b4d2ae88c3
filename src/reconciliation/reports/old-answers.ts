/** Pure. The sentence about debts whose answer is older than OLD_ANSWER_DAYS. */
import { OLD_ANSWER_DAYS } from './reports-of-vehicle.ts'
import type { Sum } from './tally.ts'
import type { Display } from './words/display.ts'
import { fill, plural, type Messages } from './words/messages.ts'

/** Undefined when no answer is old. */
export function oldAnswersSentence(
  { rows, cents }: Sum,
  { page }: Pick<Messages, 'page'>,
  display: Pick<Display, 'money' | 'count'>,
): string | undefined {
  if (rows === 0) return undefined
  const debts = plural(page.debtCount, rows, { n: display.count(rows) })
  return fill(page.oldAnswers, { amount: display.money(cents), debts, days: OLD_ANSWER_DAYS })
}
