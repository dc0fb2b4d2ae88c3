/** What may be paid, reading an order after it was paid, and another code for one that ran out. */
import type { FastifyInstance } from 'fastify'
import { orderOf, readOneOrder, renewCode } from '../../app/orders/read-one-order.ts'
import type { OrderRead } from '../../app/orders/read-one-order.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { Failure } from '../../failure.ts'
import { html } from '../../html.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { Refusal } from '../frame/refusal.ts'
import { contextOf, idOf, needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { moneyWords } from './money-words.ts'
import { readOrdersForPage } from './read-orders-for-page.ts'
import { addList, addListPage } from '../tables/add-list.ts'
import { MORE_ORDERS, MORE_ORDERS_QUERY, moreColumns, payColumns, payPage } from './pay-page.ts'
import type { ShownOrders } from './pay-page.ts'

const NOTHING = { plans: 0, totalCents: 0n }

export function addPayRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts

  addListPage(pages, parts, {
    path: '/pay',
    options: needs('pay'),
    shape: { filters: [], sorts: [''] },
    read: (setting) => shown(setting, ''),
    page: payPage,
    table: (setting, { open, paid }) => ({
      columns: payColumns(setting),
      rows: [...open, ...paid],
    }),
  })

  for (const which of MORE_ORDERS) {
    addList(pages, parts, {
      path: `/pay/${which}`,
      options: needs('pay'),
      shape: MORE_ORDERS_QUERY,
      read: async (setting) => {
        const { open, paid } = await shown(setting, '')
        const words = moneyWords(setting.locale)
        return {
          title: words[which],
          back: html`<a href="/pay">${words.pay}</a>`,
          search: words.searchOrders,
          columns: moreColumns(setting, which),
          rows: which === 'paid' ? paid : open.filter(({ gate }) => gate === 'shut'),
        }
      },
    })
  }

  pages.post('/pay/:id/check', needs('pay'), async ({ setting, params }, reply) => {
    const id = orderIn(params, setting)
    const said = await onOrder(setting, async (ledger, fleet) => {
      const read = await readOneOrder(contextOf(tools, setting), ledger, fleet, id)
      return read && checkedWords(ledger, read, setting)
    })
    return sendPage(reply, payPage(setting, await shown(setting, said)))
  })

  pages.post('/pay/:id/renew', needs('pay'), async ({ setting, params }, reply) => {
    const id = orderIn(params, setting)
    const words = moneyWords(setting.locale)
    const said = await onOrder(setting, async (ledger, fleet) => {
      const order = await orderOf(ledger, fleet, id)
      if (order === undefined) return undefined
      if (!(await renewCode(contextOf(tools, setting), ledger, tools.secret, order)))
        return words.notRenewed
      const read = await readOneOrder(contextOf(tools, setting), ledger, fleet, id)
      const isNew = read?.after.gate === 'open'
      const plate = (await ledger.stores.vehicles.byId(order.vehicleId))?.plate ?? ''
      return isNew ? fill(words.renewed, { plate }) : read && checkedWords(ledger, read, setting)
    })
    return sendPage(reply, payPage(setting, await shown(setting, said)))
  })

  /** Throws a Refusal, 404, for an order of another fleet. */
  async function onOrder(
    setting: PageSetting,
    work: (ledger: OpenLedger, fleet: Fleet) => Promise<string | undefined>,
  ): Promise<string> {
    const words = moneyWords(setting.locale)
    try {
      const said = await withFleet(tools, setting, work)
      if (said !== undefined) return said
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return fill(words.checked.unread, {
        why: pageWords(error.in(setting.locale), setting.locale),
      })
    }
    throw new Refusal(404, words.orderGone)
  }

  async function shown(setting: PageSetting, said: string): Promise<ShownOrders> {
    const read = async (ledger: OpenLedger, fleet: Fleet): Promise<ShownOrders> => {
      const { stores } = ledger
      const { orders, unread } = await readOrdersForPage(tools, setting, ledger, fleet)
      return {
        open: orders.filter(({ standing }) => standing === 'open'),
        paid: orders.filter(({ standing }) => standing === 'paid'),
        toOrder: setting.busy ? NOTHING : await stores.plans.toOrder(fleet.id),
        said,
        unread,
      }
    }
    const none = { open: [], paid: [], toOrder: NOTHING, said, unread: undefined }
    return (await withFleet(tools, setting, read)) ?? none
  }
}

function orderIn(params: unknown, { locale }: PageSetting): string {
  const id = idOf(wordOf(params, 'id'))
  if (id === undefined) throw new Refusal(404, moneyWords(locale).orderGone)
  return id
}

async function checkedWords(
  { stores }: OpenLedger,
  { before, after, problem }: OrderRead,
  { locale }: PageSetting,
): Promise<string> {
  const { checked } = moneyWords(locale)
  if (problem !== undefined)
    return fill(checked.unread, { why: pageWords(problem.in(locale), locale) })
  const { orderStatuses } = messagesOf(locale)
  const plate = (await stores.vehicles.byId(before.vehicleId))?.plate ?? ''
  const to = wordFor(orderStatuses, after.status)
  if (before.status === after.status) return fill(checked.same, { plate, to })
  return fill(checked.changed, { plate, from: wordFor(orderStatuses, before.status), to })
}
