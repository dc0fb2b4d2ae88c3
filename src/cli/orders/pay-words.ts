/** Pure. What an order waits for, in a few words: how and until when it may be paid, or why not. */
import type { OrderListing } from '../../ledger/orders/orders.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { Output } from '../../app/output.ts'
import { gateReason } from '../words.ts'

/** Shows instants in local time, by which a person notices a code that expires tonight. */
export function payWords(
  order: Pick<OrderListing, 'gate' | 'gateReason' | 'method' | 'pixExpiresAt' | 'boletoDueDate'>,
  { say, locale }: Pick<Output, 'say' | 'locale'>,
  zone: string,
): string {
  if (order.gate === 'shut') return gateReason(order.gateReason ?? '', locale)
  const display = displayFor(locale, zone)
  switch (order.method) {
    case 'credit_card':
      return say('cartão: não se paga por aqui', 'card: not paid from here')
    case 'boleto': {
      const day = display.date(order.boletoDueDate)
      return day === ''
        ? say('pode pagar', 'may be paid')
        : say(`pode pagar até ${day}`, `may be paid until ${day}`)
    }
    default: {
      const at = display.instant(order.pixExpiresAt?.toISOString() ?? null)
      return at === ''
        ? say('pode pagar', 'may be paid')
        : say(`pode pagar até ${at}`, `may be paid until ${at}`)
    }
  }
}
