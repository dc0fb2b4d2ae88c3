/** `frota orders`: proposals and orders of a fleet, with what each one waits for. */
import type { Locale } from '../bilingual.ts'
import { wallClock } from '../clock.ts'
import { displayCents } from '../fleet/money.ts'
import { ORDERS_LISTED_MAX, type OrderListing } from '../ledger/orders/orders.ts'
import { PLANS_LISTED_MAX, type PlanListing } from '../ledger/orders/plans.ts'
import type { CommandContext } from './context.ts'
import { counted } from '../app/counted.ts'
import type { Output } from '../app/output.ts'
import { ordersReadObject, ordersReadWords } from '../app/orders/orders-read-words.ts'
import { simulatedMark } from '../app/orders/is-simulated.ts'
import { LISTING, readOpenOrders } from '../app/orders/read-open-orders.ts'
import { withFleet } from '../app/ledger/with-fleet.ts'
import { gateReason, orderStatus, paymentMethod, planState } from './words.ts'
import { displayFor } from '../reconciliation/reports/words/display.ts'

/** The longest are "em processamento" and "awaiting payment". */
const STATE_CHARACTERS = 17

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  await withFleet(context, async (ledger, fleet) => {
    const { stores } = ledger
    const read = await readOpenOrders(context, ledger, fleet, {
      ...LISTING,
      stored: context.flags['stored'] === true,
    })
    const proposals = await stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const orders = await stores.orders.list(fleet.id, ORDERS_LISTED_MAX, new Date(wallClock.now()))
    const mark = await simulatedMark(stores.runs, fleet.id)
    const { say, locale } = output
    for (const plan of proposals) output.line(planLine(output, plan) + mark)
    for (const order of orders) {
      const pay = payWords(order, output, config.FROTA_TIME_ZONE)
      output.line(
        `${order.plate}  ${say('pedido', 'order').padEnd(10)} ` +
          `${orderStatus(order.status, locale).padEnd(STATE_CHARACTERS)} ` +
          `${displayCents(order.totalCents, locale)}  ${counted('line', 'items', order.items, output)}  ` +
          `${pay}  ${order.id}${mark}`,
      )
    }
    if (proposals.length + orders.length === 0) {
      output.tell('Nenhuma proposta e nenhum pedido.', 'No proposals and no orders.')
    }
    const unread = ordersReadWords(read, output, config.FROTA_TIME_ZONE)
    if (unread !== undefined) output.line(`\n${unread}`)
    const simulated = mark !== ''
    output.object({ simulated, proposals, orders, ordersRead: ordersReadObject(read, output) })
  })
}

function planLine(output: Output, plan: PlanListing): string {
  const { say, locale } = output
  const waits = waitsFor(plan, say, locale)
  return (
    `${plan.plate}  ${say('proposta', 'proposal').padEnd(10)} ` +
    `${planState(plan.state, locale).padEnd(STATE_CHARACTERS)} ` +
    // The total has the fee; before the preview only the debts are known.
    `${displayCents(plan.totalCents ?? plan.debtsCents, locale)}  ` +
    `${counted('line', 'items', plan.items, output)}  ${paymentMethod(plan.method, locale)}  ` +
    `${waits === '' ? '' : `${waits}  `}${plan.id}`
  )
}

function waitsFor(plan: PlanListing, say: Output['say'], locale: Locale): string {
  if (plan.state === 'proposed' && (plan.approvedBy ?? '') !== '') {
    return `${say('aguarda uma segunda pessoa', 'awaits a second person')}: ${plan.approvedBy}`
  }
  // A proposal has a reason only after its approval was taken back.
  const why = plan.waitsFor ?? (plan.state === 'proposed' ? plan.reason : null)
  return why === null ? '' : gateReason(why, locale)
}

/** Shows instants in local time, by which a person notices a code that expires tonight. */
export function payWords(
  order: Pick<OrderListing, 'gate' | 'gateReason' | 'method' | 'pixExpiresAt' | 'boletoDueDate'>,
  { say, locale }: Pick<Output, 'say' | 'locale'>,
  zone: string,
): string {
  if (order.gate === 'shut') return gateReason(order.gateReason ?? '', locale)
  if (order.method === 'credit_card') {
    return say('cartão: não se paga por aqui', 'card: not paid from here')
  }
  const display = displayFor(locale, zone)
  const until =
    order.method === 'boleto'
      ? display.date(order.boletoDueDate)
      : display.instant(order.pixExpiresAt?.toISOString() ?? null)
  if (until === '') return say('pode pagar', 'may be paid')
  return say(`pode pagar até ${until}`, `may be paid until ${until}`)
}
