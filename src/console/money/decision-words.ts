/** Pure. What became of a decision, in the page's words. */
import type { Decided } from '../../reconciliation/orders/deciding/decide-plan.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import type { Locale } from '../../bilingual.ts'
import { isKeyOf } from '../../fields.ts'
import { bounceWords } from '../../app/orders/decision-words.ts'
import { pageWords } from '../frame/page-words.ts'
import { moneyWords } from './money-words.ts'

export function decidedWords(decided: Decided, locale: Locale): string {
  const words = moneyWords(locale)
  if (decided.outcome === 'bounced') {
    return fill(words.bounced, { why: whyNot(decided.why, decided.about, locale) })
  }
  if (decided.outcome === 'unchanged' && decided.awaitsSecond === true) return words.stillAwaits
  return words.outcomes[decided.outcome]
}

/** On a page no file is written again to decide anew. */
function whyNot(why: string, about: string | undefined, locale: Locale): string {
  const { bounces } = moneyWords(locale)
  const { reasons } = messagesOf(locale)
  if (!isKeyOf(bounces, why)) return pageWords(bounceWords(why, about, locale), locale)
  return fill(bounces[why], { about: about === undefined ? '' : wordFor(reasons, about) })
}
