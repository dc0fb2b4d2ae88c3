/** How a fleet's orders stand now, beside a report that may show them as they stood then. */
import type { Run } from '../../ledger/runs/runs.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { html, type Content } from '../../html.ts'
import { plural } from '../../reconciliation/reports/words/messages.ts'
import type { OrdersNow } from '../frame/console-tools.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'

/** More than a person compares by eye; orders.csv and `frota orders` have them all. */
const PLATES_SHOWN_MAX = 50

export function ordersNow(
  { texts, locale, zone }: PageSetting,
  { endedAt }: Pick<Run, 'endedAt'>,
  now: OrdersNow | undefined,
): Content {
  if (now === undefined || endedAt === null) return null
  const { open, unread } = now
  const paid = now.paid.filter(({ since }) => since > endedAt).map(({ plate }) => plate)
  if (open.orders === 0 && paid.length === 0) return null
  const { run } = texts
  const money = displayFor(locale, zone).money(open.cents)
  const shown = paid.slice(0, PLATES_SHOWN_MAX)
  const plates = `${shown.join(', ')}${paid.length > shown.length ? ', …' : ''}`
  return html`<section data-orders="now">
    <h2>${run.ordersNow}</h2>
    ${
      paid.length > 0 &&
      html`<p class="warning-box" role="alert">
        ${plural(run.ordersPaid, paid.length, { plates })}
      </p>`
    }
    <p>${plural(run.ordersOpen, open.orders, { money })}</p>
    ${unread !== undefined && html`<p class="warning-box">${pageWords(unread, locale)}</p>`}
  </section>`
}
