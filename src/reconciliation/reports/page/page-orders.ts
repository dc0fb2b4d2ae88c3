/** Orders and proposals by state, and what may be paid: Pix as picture and text, boletos. */
import type { OrderStanding, PlanState } from '../../../ledger/schema/tables-orders.ts'
import type { ReportOrder } from '../../../ledger/reports/report-rows.ts'
import { exact, html, svgImage, type Html } from '../../../html.ts'
import { fill, plural, wordFor } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import { pageSection, pageTable } from './page-table.ts'
import { qrPicture } from './qr-picture.ts'

const ORDER: readonly (OrderStanding | PlanState)[] = [
  'proposed',
  'approved',
  'open',
  'unknown',
  'paid',
  'settled',
  'refunded',
  'dead',
]

export function orders({ tally, texts, display }: PageFacts): Html {
  const { page } = texts
  const standings = ORDER.filter((standing) => tally.orders.has(standing))
  if (standings.length === 0) {
    return pageSection(page.orders, html`<p class="soft">${page.noOrders}</p>`)
  }
  const row = (standing: string): string[] => {
    const sum = tally.orders.get(standing)
    if (sum === undefined) return []
    // Only an order has a fee: the service tells it when the order is made.
    const isProposal = standing === 'proposed' || standing === 'approved'
    const ordered = (cents: bigint): string => (isProposal ? '–' : display.money(cents))
    return [
      wordFor(texts.orderStandings, standing),
      display.count(sum.rows),
      display.money(sum.debts),
      ...[sum.fee, sum.total, sum.refunded].map(ordered),
    ]
  }
  return pageSection(
    page.orders,
    pageTable(['', 'n', 'n', 'n', 'n', 'n'], {
      head: [page.state, page.quantity, page.debts, page.fee, page.total, page.refunded],
      rows: standings.map(row),
    }),
  )
}

export function pixCodes(facts: PageFacts): Html | null {
  const { tally, texts, display } = facts
  if (tally.pix.length === 0) return null
  const more = tally.pixCodes - tally.pix.length
  const moreText = plural(texts.page.pixMore, more, { n: display.count(more) })
  return pageSection(
    texts.page.pix,
    html`<div class="codes">${tally.pix.map((order) => pixCode(facts, order))}</div>`,
    more > 0 && html`<p class="soft">${moreText}</p>`,
  )
}

/** Tells how old the code is, because the order may be paid when somebody reads the page. */
function readWords({ texts, display }: PageFacts, { readAt }: ReportOrder): string {
  return readAt === null ? '' : fill(texts.page.readAt, { at: display.instant(readAt) })
}

function pixCode(facts: PageFacts, order: ReportOrder): Html {
  const { run, texts, display } = facts
  const { page } = texts
  const across = run.simulated ? page.simulatedQr : null
  const picture = svgImage(
    qrPicture(order.pixCode, across),
    fill(page.qrAlt, { plate: order.plate }),
    'qr',
  )
  const until = order.pixExpiresAt
  const renewed = plural(page.renewed, order.renewals)
  const validity = until === null ? '' : fill(page.expires, { at: display.instant(until) })
  return html`<figure>
    ${picture}
    <figcaption>
      ${across !== null && html`<p class="never">${across}</p>`}
      <p><span class="plate">${order.plate}</span> · <b>${display.money(order.totalCents)}</b></p>
      <p class="soft small">${validity}</p>
      <p class="soft small">${readWords(facts, order)}</p>
      ${order.renewals > 0 && html`<p class="soft small">${renewed}</p>`}
      <p class="copy"><code>${exact(order.pixCode)}</code></p>
    </figcaption>
  </figure>`
}

export function boletos(facts: PageFacts): Html | null {
  const { run, tally, texts, display } = facts
  if (tally.boletos.length === 0) return null
  const { page } = texts
  const more = tally.boletoLines - tally.boletos.length
  const moreText = plural(page.boletosMore, more, { n: display.count(more) })
  const slip = (order: ReportOrder): Html => {
    const due = order.boletoDueDate
    const validity = due === null ? '' : fill(page.dueOn, { day: display.date(due) })
    return html`<figure>
      <figcaption>
        ${run.simulated && html`<p class="never">${page.simulatedQr}</p>`}
        <p><span class="plate">${order.plate}</span> · <b>${display.money(order.totalCents)}</b></p>
        <p class="soft small">${validity}</p>
        <p class="soft small">${readWords(facts, order)}</p>
        <p class="copy"><code>${exact(order.boletoLine)}</code></p>
        <p class="soft small">${page.barcode}</p>
        <p class="copy"><code>${exact(order.boletoBarcode)}</code></p>
      </figcaption>
    </figure>`
  }
  return pageSection(
    page.boletos,
    html`<div class="codes">${tally.boletos.map(slip)}</div>`,
    more > 0 && html`<p class="soft">${moreText}</p>`,
  )
}
