/** Page of everything that waits for a person now, as in status, reports and command line. */
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import { html } from '../../html.ts'
import { messagesOf } from '../../reconciliation/reports/words/locales.ts'
import { personSection, withCode } from '../../reconciliation/reports/page/page-exceptions.ts'
import { page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'

export function exceptionsPage(setting: PageSetting, groups: readonly ExceptionGroup[]): string {
  const { texts, locale, zone } = setting
  const showing = { texts: messagesOf(locale), display: displayFor(locale, zone) }
  const body = html`<section>
      <h1>${texts.exceptions.title}</h1>
      <p>${withCode(texts.exceptions.lead)}</p>
    </section>
    ${personSection(groups, showing)}`
  return page(setting, { title: texts.exceptions.title, body })
}
