/** How a fleet's orders stand now, beside a report that may show them as they stood then. */
import type { Run } from '../../ledger/runs/runs.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { html, type Content } from '../../html.ts'
import { plural } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { isAllowed } from '../access/permissions.ts'
import type { OrdersNow } from '../money/read-orders-for-page.ts'

/** More than a person compares by eye; orders.csv and `frota orders` have them all. */
const PLATES_SHOWN_MAX = 50

export function ordersNow(
  setting: PageSetting,
  { endedAt }: Pick<Run, 'endedAt'>,
  now: OrdersNow | undefined,
): Content {
  if (now === undefined || endedAt === null) return null
  const { orders, unread } = now
  const open = orders.filter(({ standing }) => standing === 'open')
  const paid = orders.filter(
    ({ standing, standingSince }) =>
      (standing === 'paid' || standing === 'settled') && standingSince > endedAt,
  )
  if (open.length === 0 && paid.length === 0) return null
  const { texts, locale, zone, visitor } = setting
  const { run } = texts
  const cents = open.reduce((sum, { totalCents }) => sum + totalCents, 0n)
  const money = displayFor(locale, zone).money(cents)
  const toPay = plural(run.ordersOpen, open.length, { money })
  const rows = isAllowed(visitor.role, 'pay') ? '/pay' : '/debts?state=ordered'
  const shown = paid.slice(0, PLATES_SHOWN_MAX).map(({ plate }) => plate)
  const plates = `${shown.join(', ')}${paid.length > shown.length ? ', …' : ''}`
  return html`<section data-orders="now">
    <h2>${run.ordersNow}</h2>
    ${
      paid.length > 0 &&
      html`<p class="warning-box" role="alert">
        ${plural(run.ordersPaid, paid.length, { plates })}
      </p>`
    }
    <p><a href="${rows}">${toPay}</a></p>
    ${unread !== undefined && html`<p class="warning-box">${pageWords(unread, locale)}</p>`}
  </section>`
}
