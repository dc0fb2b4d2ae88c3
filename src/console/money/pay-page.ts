/** What may be paid now: codes with their picture, slips with their digits, and what may not. */
import { exact, html, svgImage } from '../../html.ts'
import type { Content, Html } from '../../html.ts'
import type { OrderListing } from '../../ledger/orders/orders.ts'
import { qrPicture } from '../../reconciliation/reports/page/qr-picture.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { Display } from '../../reconciliation/reports/words/display.ts'
import { messagesOf } from '../../reconciliation/reports/words/locales.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { formTokenField, page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { plainTable } from '../frame/plain-table.ts'
import type { TableColumn } from '../tables/table-columns.ts'
import { moneyWords } from './money-words.ts'
import type { MoneyWords } from './money-words.ts'

/** Codes on one page; whoever pays more at once takes them from the reports. */
export const CODES_SHOWN_MAX = 100

export interface ShownOrders {
  /** Open orders, those that may be paid first; their codes are empty where they may not. */
  readonly open: readonly OrderListing[]
  readonly paid: readonly OrderListing[]
  /** Approved proposals without an order; none while a run is under way, which makes their orders. */
  readonly toOrder: { readonly plans: number; readonly cents: bigint }
  readonly simulated: boolean
  /** What a click before brought; empty for none. */
  readonly said: string
  /** Why orders could not be read now. */
  readonly unread: string | undefined
}

interface Showing {
  readonly setting: PageSetting
  readonly words: MoneyWords
  readonly display: Display
  readonly simulated: boolean
}

export function payPage(setting: PageSetting, shown: ShownOrders): string {
  const words = moneyWords(setting.locale)
  const display = displayFor(setting.locale, setting.zone)
  const { simulated, said } = shown
  const unread = shown.unread && pageWords(shown.unread, setting.locale)
  const showing = { setting, words, display, simulated }
  const payable = shown.open.filter(({ gate }) => gate === 'open')
  const others = shown.open.filter(({ gate }) => gate === 'shut')
  const body = html`<section>
      <h1>${words.pay}</h1>
      ${said !== '' && html`<p class="warning-box" role="status">${said}</p>`}
      ${unread !== undefined && html`<p class="warning-box">${unread}</p>`}
      <p class="lead">${payable.length === 0 ? words.payNone : words.payLead}</p>
      ${
        payable.length > 0 &&
        html`<p class="soft small no-print">
          ${words.payPrint} <a href="/pay.csv" download>${words.payFile}</a>
        </p>`
      }
      ${shown.toOrder.plans > 0 && orderNow(showing, shown.toOrder)}
      <div class="codes">
        ${payable.slice(0, CODES_SHOWN_MAX).map((order) => code(showing, order))}
      </div>
    </section>
    ${others.length > 0 && shut(showing, others)}
    ${shown.paid.length > 0 && paid(showing, shown.paid)}`
  return page(setting, { title: words.pay, body, simulated })
}

/** A code holds for hours only, so its order is best made when somebody is there to pay. */
function orderNow({ words, setting, display }: Showing, toOrder: ShownOrders['toOrder']): Html {
  const said = fill(words.toOrder, { n: toOrder.plans, money: display.money(toOrder.cents) })
  if (!isAllowed(setting.visitor.role, 'run')) return html`<p>${said}</p>`
  return html`<form method="post" action="/runs" class="no-print">
    ${formTokenField(setting.visitor.formToken)}<input type="hidden" name="mode" value="resume" />
    <p class="actions">
      <button class="button">${words.orderNow}</button> <span class="soft">${said}</span>
    </p>
  </form>`
}

/** Codes stand in the file only where the page shows them. */
export function payColumns({ locale }: PageSetting): TableColumn<OrderListing>[] {
  const words = moneyWords(locale)
  const { orderStatuses, reasons } = messagesOf(locale)
  const codeOf = ({ method, pixCode, boletoLine }: OrderListing): string =>
    method === 'pix' ? pixCode : boletoLine
  return [
    { title: words.plate, kind: 'text', value: ({ plate }) => plate },
    { title: words.total, kind: 'money', value: ({ totalCents }) => totalCents },
    { title: words.method, kind: 'text', value: ({ method }) => wordFor(words.methods, method) },
    { title: words.status, kind: 'text', value: ({ status }) => wordFor(orderStatuses, status) },
    {
      title: words.why,
      kind: 'text',
      value: ({ gateReason }) => pageWords(wordFor(reasons, gateReason ?? ''), locale),
    },
    { title: words.readOn, kind: 'instant', value: ({ readAt }) => readAt.toISOString() },
    {
      title: words.validUntil,
      kind: 'instant',
      value: ({ pixExpiresAt }) => pixExpiresAt?.toISOString() ?? null,
    },
    { title: words.due, kind: 'date', value: ({ boletoDueDate }) => boletoDueDate },
    {
      title: words.code,
      kind: 'code',
      value: (order) => (order.gate === 'open' ? codeOf(order) : null),
    },
  ]
}

function code(showing: Showing, order: OrderListing): Html {
  const { words, display, simulated } = showing
  const across = simulated ? words.never : null
  const picture = (): Html =>
    svgImage(qrPicture(order.pixCode, across), fill(words.qr, { plate: order.plate }), 'qr')
  const copied = order.method === 'pix' ? order.pixCode : order.boletoLine
  return html`<figure data-order="${order.id}">
    ${order.method === 'pix' && picture()}
    <figcaption>
      ${across !== null && html`<p class="never">${across}</p>`}
      <p><span class="plate">${order.plate}</span> · <b>${display.money(order.totalCents)}</b></p>
      <p class="soft small">${validity(showing, order)}</p>
      <p class="soft small">
        ${fill(words.readAt, { at: display.instant(order.readAt.toISOString()) })}
      </p>
      <p class="copy"><code>${exact(copied)}</code></p>
      ${
        order.boletoBarcode !== '' &&
        html`<p class="soft small">${words.barcode}</p>
          <p class="copy"><code>${exact(order.boletoBarcode)}</code></p>`
      }
      <button
        class="button quiet"
        data-copy="${exact(copied)}"
        data-copied="${words.copied}"
        hidden
      >
        ${words.copy}
      </button>
      ${action(showing, order, 'check')}
    </figcaption>
  </figure>`
}

function validity({ words, display }: Showing, order: OrderListing): string {
  const { pixExpiresAt, boletoDueDate, method } = order
  if (method === 'boleto') {
    return boletoDueDate === null ? '' : fill(words.dueOn, { day: display.date(boletoDueDate) })
  }
  if (pixExpiresAt === null) return ''
  return fill(words.expires, { at: display.instant(pixExpiresAt.toISOString()) })
}

function action(
  { setting, words }: Showing,
  { id }: Pick<OrderListing, 'id'>,
  what: 'check' | 'renew',
): Html {
  return html`<form method="post" action="/pay/${id}/${what}" data-busy="…">
    ${formTokenField(setting.visitor.formToken)}
    <button class="button ${what === 'check' ? '' : 'quiet'}">${words[what]}</button>
  </form>`
}

function shut(showing: Showing, orders: readonly OrderListing[]): Html {
  const { words, setting, display } = showing
  const { reasons, orderStatuses } = messagesOf(setting.locale)
  const isOut = ({ gateReason }: OrderListing): boolean =>
    gateReason === 'pix-expired' || gateReason === 'pix-missing'
  const row = (order: OrderListing): Html =>
    html`<tr>
      <td><span class="plate">${order.plate}</span></td>
      <td class="n">${display.money(order.totalCents)}</td>
      <td>${wordFor(orderStatuses, order.status)}</td>
      <td>${pageWords(wordFor(reasons, order.gateReason ?? ''), setting.locale)}</td>
      <td>${isOut(order) ? action(showing, order, 'renew') : action(showing, order, 'check')}</td>
    </tr>`
  return list(
    words.notPayable,
    [words.plate, words.total, words.status, words.why, ''],
    orders.map(row),
  )
}

function paid({ words, display, setting }: Showing, orders: readonly OrderListing[]): Html {
  const { orderStatuses } = messagesOf(setting.locale)
  const row = (order: OrderListing): Html =>
    html`<tr>
      <td><span class="plate">${order.plate}</span></td>
      <td class="n">${display.money(order.totalCents)}</td>
      <td>${wordFor(orderStatuses, order.status)}</td>
      <td>${display.instant(order.standingSince.toISOString())}</td>
    </tr>`
  return list(words.waiting, [words.plate, words.total, words.status, words.since], orders.map(row))
}

/** The second column is an amount. */
function list(title: string, heads: readonly string[], rows: Content): Html {
  return html`<section>
    <h2>${title}</h2>
    ${plainTable(
      heads.map((head, at) => (at === 1 ? ([head, 'n'] as const) : head)),
      rows,
    )}
  </section>`
}
