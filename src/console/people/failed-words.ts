/** Pure. Why a name and a password were not accepted. */
import type { NotIn } from '../../app/people/sign-in.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { peopleWords } from './people-words.ts'

export function failedWords({ locale, zone }: PageSetting, failed: NotIn): string {
  const words = peopleWords(locale)
  if (failed.outcome !== 'slowed') return words[failed.outcome]
  const at = displayFor(locale, zone).instant(new Date(failed.untilMs).toISOString())
  return fill(words.slowed, { at })
}
