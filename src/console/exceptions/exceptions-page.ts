/** Everything that waits for a person now, as in status, reports and command line, to be resolved. */
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { html } from '../../html.ts'
import { messagesOf } from '../../reconciliation/reports/words/locales.ts'
import { personSection } from '../../reconciliation/reports/page/page-exceptions.ts'
import { page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { exceptionActions } from './exception-actions.ts'

/** `said`: what became of the last form; empty at first. */
export function exceptionsPage(
  setting: PageSetting,
  groups: readonly ExceptionGroup[],
  said: string,
): string {
  const { texts, locale, zone } = setting
  const showing = {
    texts: messagesOf(locale),
    display: displayFor(locale, zone),
    actions: (line: ExceptionLine) => exceptionActions(setting, line),
  }
  const inPageWords = (group: ExceptionGroup): ExceptionGroup => ({
    ...group,
    shown: group.shown.map((line) => ({ ...line, sentence: pageWords(line.sentence, locale) })),
  })
  const body = html`<section>
      <h1>${texts.exceptions.title}</h1>
      <p>${texts.exceptions.lead}</p>
      ${said !== '' && html`<p role="status"><strong>${said}</strong></p>`}
    </section>
    ${personSection(groups.map(inPageWords), showing)}`
  return page(setting, { title: texts.exceptions.title, body })
}
