/** What may be paid now: codes with their picture, slips with their digits, and what may not. */
import { exact, html, svgImage, type Content, type Html } from '../../html.ts'
import type { OrderListing } from '../../ledger/orders/orders.ts'
import { qrPicture } from '../../reconciliation/reports/page/qr-picture.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { ofFleet } from '../frame/of-fleet.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { pageWords } from '../frame/page-words.ts'
import { rowsView } from '../tables/rows-table.ts'
import { instant, money, text, type TableColumn } from '../tables/table-columns.ts'
import { readQuery } from '../tables/table-query.ts'
import { moneyWords } from './money-words.ts'

/** Codes on one page; whoever pays more at once takes them from the reports. */
export const CODES_SHOWN_MAX = 100

export interface ShownOrders {
  /** Open orders, those that may be paid first; their codes are empty where they may not. */
  readonly open: readonly OrderListing[]
  readonly paid: readonly OrderListing[]
  /** Approved proposals without an order; none while a run is under way, which makes their orders. */
  readonly toOrder: { readonly plans: number; readonly totalCents: bigint }
  /** What a click before brought; empty for none. */
  readonly said: string
  /** Why orders could not be read now. */
  readonly unread: string | undefined
}

export function payPage(setting: PageSetting, shown: ShownOrders): string {
  const words = moneyWords(setting.locale)
  const { said } = shown
  const unread = shown.unread && pageWords(shown.unread, setting.locale)
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
          ${words.payPrint} <a href="${ofFleet(setting, '/pay.csv')}">${words.payFile}</a>
        </p>`
      }
      ${shown.toOrder.plans > 0 && orderNow(setting, shown.toOrder)}
      <div class="codes">
        ${payable.slice(0, CODES_SHOWN_MAX).map((order) => code(setting, order))}
      </div>
    </section>
    ${moreOrders(setting, 'others', others)} ${moreOrders(setting, 'paid', shown.paid)}`
  return page(setting, { title: words.pay, body })
}

/** A code holds for hours only, so its order is best made when somebody is there to pay. */
function orderNow(setting: PageSetting, { plans, totalCents }: ShownOrders['toOrder']): Html {
  const words = moneyWords(setting.locale)
  const said = fill(words.toOrder, { n: plans, money: setting.display.money(totalCents) })
  if (!isAllowed(setting.visitor.role, 'run')) return html`<p>${said}</p>`
  const button = html`<p class="actions">
    <button class="button">${words.orderNow}</button> <span class="soft">${said}</span>
  </p>`
  return postForm(setting, '/runs', { mode: 'resume' }, button)
}

function columnsOf(setting: PageSetting) {
  const words = moneyWords(setting.locale)
  const { orderStatuses } = messagesOf(setting.locale)
  const codeOf = ({ method, pixCode, boletoLine }: OrderListing): string =>
    method === 'pix' ? pixCode : boletoLine
  return {
    plate: text(words.plate, ({ plate }) => plate, {
      sort: 'plate',
      cell: ({ plate }) => html`<span class="plate">${plate}</span>`,
    }),
    total: money(words.total, ({ totalCents }) => totalCents, { sort: 'total' }),
    method: text(words.method, ({ method }) => wordFor(words.methods, method)),
    status: text(words.status, ({ status }) => wordFor(orderStatuses, status)),
    why: text(words.why, (order) => whyNot(setting, order)),
    readOn: instant(words.readOn, ({ readAt }) => readAt),
    validUntil: instant(words.validUntil, ({ pixExpiresAt }) => pixExpiresAt),
    due: { title: words.due, kind: 'date', value: ({ boletoDueDate }) => boletoDueDate },
    // Codes stand in the file only where the page shows them.
    code: {
      title: words.code,
      kind: 'code',
      value: (order) => (order.gate === 'open' ? codeOf(order) : null),
    },
  } satisfies Record<string, TableColumn<OrderListing>>
}

export function payColumns(setting: PageSetting): TableColumn<OrderListing>[] {
  return Object.values(columnsOf(setting))
}

function code(setting: PageSetting, order: OrderListing): Html {
  const { locale, display, simulated } = setting
  const words = moneyWords(locale)
  const across = simulated ? words.never : null
  const picture = (): Html =>
    svgImage(qrPicture(order.pixCode, across), fill(words.qr, { plate: order.plate }), 'qr')
  const copied = order.method === 'pix' ? order.pixCode : order.boletoLine
  return html`<figure data-order="${order.id}">
    ${order.method === 'pix' && picture()}
    <figcaption>
      ${across !== null && html`<p class="never">${across}</p>`}
      <p><span class="plate">${order.plate}</span> · <b>${display.money(order.totalCents)}</b></p>
      <p class="soft small">${validity(setting, order)}</p>
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
        ${words.copy}<span class="unseen">: ${named(setting, order)}</span>
      </button>
      ${action(setting, order, 'check')}
    </figcaption>
  </figure>`
}

function validity({ locale, display }: PageSetting, order: OrderListing): string {
  const words = moneyWords(locale)
  const { pixExpiresAt, boletoDueDate, method } = order
  if (method === 'boleto') {
    return boletoDueDate === null ? '' : fill(words.dueOn, { day: display.date(boletoDueDate) })
  }
  if (pixExpiresAt === null) return ''
  return fill(words.expires, { at: display.instant(pixExpiresAt.toISOString()) })
}

/** Tells the buttons of an order from those of the others. */
function named({ display }: PageSetting, { plate, totalCents }: OrderListing): string {
  return `${plate}, ${display.money(totalCents)}`
}

function action(setting: PageSetting, order: OrderListing, what: 'check' | 'renew'): Html {
  const kind = what === 'check' ? '' : 'quiet'
  const label = moneyWords(setting.locale)[what]
  const name = `${label}: ${named(setting, order)}`
  const button = html`<button class="button ${kind}" aria-label="${name}">${label}</button>`
  return postForm(setting, `/pay/${order.id}/${what}`, {}, button, html`data-busy="…"`)
}

/** Orders that may not be paid now, and those that were paid. */
export const MORE_ORDERS = ['others', 'paid'] as const
export const MORE_ORDERS_QUERY = { filters: ['q'], sorts: ['plate', 'total', 'since'] } as const

function moreOrders(
  setting: PageSetting,
  which: (typeof MORE_ORDERS)[number],
  rows: readonly OrderListing[],
): Html | null {
  if (rows.length === 0) return null
  const columns = moreColumns(setting, which)
  const query = readQuery({}, MORE_ORDERS_QUERY)
  return html`<section>
    <h2>${moneyWords(setting.locale)[which]}</h2>
    ${rowsView(setting, { path: `/pay/${which}`, query, columns, rows })}
  </section>`
}

export function moreColumns(
  setting: PageSetting,
  which: (typeof MORE_ORDERS)[number],
): TableColumn<OrderListing>[] {
  const words = moneyWords(setting.locale)
  const { plate, total, method, status, why } = columnsOf(setting)
  if (which === 'paid') {
    const since = ({ standingSince }: OrderListing): Date => standingSince
    return [plate, total, method, status, instant(words.since, since, { sort: 'since' })]
  }
  const cell = (order: OrderListing): Content => {
    const isOut = order.gateReason === 'pix-expired' || order.gateReason === 'pix-missing'
    return [whyNot(setting, order), action(setting, order, isOut ? 'renew' : 'check')]
  }
  return [plate, total, status, { ...why, cell }]
}

function whyNot({ locale }: PageSetting, { gateReason }: OrderListing): string {
  return pageWords(wordFor(messagesOf(locale).reasons, gateReason ?? ''), locale)
}
