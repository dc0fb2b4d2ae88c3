/** `frota orders`: proposals and orders of a fleet, with what each one waits for. */
import { wallClock } from '../clock.ts'
import { displayCents } from '../fleet/money.ts'
import { ORDERS_LISTED_MAX } from '../ledger/orders.ts'
import { PLANS_LISTED_MAX } from '../ledger/plans.ts'
import type { CommandContext } from './context.ts'
import { withFleet } from './read-fleet.ts'
import { gateReason, orderStatus, paymentMethod, planState } from './words.ts'

/** The longest are "em processamento" and "awaiting payment". */
const STATE_CHARACTERS = 17

export async function run(context: CommandContext): Promise<void> {
  const { output } = context
  await withFleet(context, async ({ stores }, fleet) => {
    const proposals = await stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const orders = await stores.orders.list(fleet.id, ORDERS_LISTED_MAX, new Date(wallClock.now()))
    const { say, locale } = output
    for (const plan of proposals) {
      output.line(
        `${plan.plate}  ${say('proposta', 'proposal').padEnd(10)} ` +
          `${planState(plan.state, locale).padEnd(STATE_CHARACTERS)} ` +
          `${displayCents(plan.debtsCents, locale)}  ${plan.items} ${say('itens', 'items')}  ` +
          `${paymentMethod(plan.method, locale)}  ${plan.id}`,
      )
    }
    for (const order of orders) {
      const pay =
        order.gate === 'open'
          ? say('pode pagar', 'may be paid')
          : gateReason(order.gateReason ?? '', locale)
      output.line(
        `${order.plate}  ${say('pedido', 'order').padEnd(10)} ` +
          `${orderStatus(order.status, locale).padEnd(STATE_CHARACTERS)} ` +
          `${displayCents(order.totalCents, locale)}  ${order.items} ${say('itens', 'items')}  ` +
          `${pay}  ${order.id}`,
      )
    }
    if (proposals.length + orders.length === 0) {
      output.line(say('Nenhuma proposta e nenhum pedido.', 'No proposals and no orders.'))
    }
    output.object({ proposals, orders })
  })
}
