/** What the service shows of a case now, and what a person's word would do, before it does it. */
import { refusalWords, willDo } from '../../app/orders/case-words.ts'
import { inLocale } from '../../bilingual.ts'
import { checkedCents } from '../../fleet/money.ts'
import { html, type Content, type Html } from '../../html.ts'
import type { Case } from '../../reconciliation/orders/resolving/resolve-case.ts'
import type { Reviewed, SeenNow } from '../../reconciliation/orders/resolving/review-case.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { plainTable } from '../frame/plain-table.ts'
import { postForm } from '../frame/post-form.ts'

import { exceptionWords } from './exception-words.ts'
import { fieldsOfSaid, type Said } from './said-choice.ts'

export function reviewPage(
  setting: PageSetting,
  { found, said, reviewed }: { found: Case; said: Said; reviewed: Reviewed },
): string {
  const { locale } = setting
  const words = exceptionWords(locale)
  const seen = reviewed.can ? reviewed.review.seen : reviewed.seen
  const button = html`<p class="actions"><button class="button">${words.confirm}</button></p>`
  const outcome = reviewed.can
    ? html`<h2>${words.will}</h2>
        <p>${pageWords(willDo(found, said.choice, locale), locale)}</p>
        <p class="soft">${said.reason}</p>
        ${postForm(setting, '/exceptions/resolve', fieldsOfSaid(said), button)}`
    : html`<h2>${words.cannot}</h2>
        <p role="alert">${pageWords(inLocale(refusalWords(reviewed.refusal), locale), locale)}</p>`
  const body = html`<section>
      <h1>${words.choices[said.choice.choice]}</h1>
      ${outcome}
      <p class="actions"><a class="button quiet" href="/exceptions">${words.back}</a></p>
    </section>
    <section>
      <h2>${words.seen}</h2>
      ${seen.length === 0 ? html`<p>${words.seenNone}</p>` : seenTable(setting, seen)}
    </section>`
  return page(setting, { title: words.act, body })
}

function seenTable({ locale, display }: PageSetting, seen: readonly SeenNow[]): Html {
  const words = exceptionWords(locale)
  const { orderStatuses } = messagesOf(locale)
  const row = ({ id, status, order }: SeenNow): Content =>
    html`<tr>
      <td class="code">${id}</td>
      <td>${wordFor(orderStatuses, status)}</td>
      <td class="n">${display.money(checkedCents(order.total_amount))}</td>
      <td>${order.items?.map((item) => item.description).join('; ') ?? words.debtsHidden}</td>
    </tr>`
  return plainTable([words.id, words.status, [words.total, 'n'], words.debts], seen.map(row))
}
