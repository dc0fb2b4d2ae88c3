/** What is said of the service's own sums beside the ledger's. */
import { inLocale, wordsOf, type Locale } from '../../../bilingual.ts'
import { outsideDiffers, type Outside, type OthersOrder, type OutsideCheck } from '../outside.ts'
import { checkFigure, type Display } from './display.ts'
import { messagesOf } from './reports.ts'
import { fill, plural, wordFor } from './messages.ts'

const wordsIn = wordsOf({
  title: ['Conferência com o serviço', 'Compared with the service'],
  orders: ['Pedidos na situação "{status}"', 'Orders in the state "{status}"'],
  total: [
    'Total dos pedidos na situação "{status}"',
    'Total of the orders in the state "{status}"',
  ],
  refunded: [
    'Estornado em pedidos na situação "{status}"',
    'Refunded on orders in the state "{status}"',
  ],
  vehicles: ['Veículos cadastrados', 'Registered vehicles'],
  says: [
    '{what}: o serviço diz {service}, a frota {frota}',
    '{what}: the service says {service}, frota {frota}',
  ],
  agrees: [
    ['{n} número do serviço, de {at}, confere', '{n} números do serviço, de {at}, conferem'],
    ['{n} figure of the service, of {at}, agrees', '{n} figures of the service, of {at}, agree'],
  ],
  others: [
    'Conferido com pedidos que outros fizeram nesta conta: {orders}',
    'Compared with orders that others made in this account: {orders}',
  ],
  asked: ['Perguntado ao serviço em {at}', 'Asked of the service on {at}'],
  notAsked: ['Sem conferência com o serviço: {why}', 'Not compared with the service: {why}'],
})

export function outsideTitle(locale: Locale): string {
  return wordsIn(locale).title
}

export function outsideName({ code, of }: OutsideCheck, locale: Locale): string {
  const words = wordsIn(locale)
  return fill(words[code], { status: wordFor(messagesOf(locale).orderStatuses, of) })
}

export function outsideSays(check: OutsideCheck, locale: Locale, display: Display): string {
  const figure = (value: bigint | string): string => checkFigure(check.unit, value, display)
  return fill(wordsIn(locale).says, {
    what: outsideName(check, locale),
    service: figure(check.expected),
    frota: figure(check.found),
  })
}

/** Empty where the ledger met no order of others. */
export function othersSay(others: readonly OthersOrder[], locale: Locale, display: Display) {
  const statuses = messagesOf(locale).orderStatuses
  const orders = others.map(({ id, status, totalCents }) => {
    return `${id} (${wordFor(statuses, status)}, ${display.money(totalCents)})`
  })
  return orders.length === 0 ? '' : fill(wordsIn(locale).others, { orders: orders.join('; ') })
}

/** When the service was asked and that all agrees, or why nothing was compared. */
export function outsideSummary(outside: Outside, locale: Locale, display: Display): string {
  const words = wordsIn(locale)
  if (outside.askedAt === null) {
    return fill(words.notAsked, { why: inLocale(outside.why, locale) })
  }
  const at = display.instant(outside.askedAt)
  const isWhole = outsideDiffers(outside).length === 0
  return isWhole ? plural(words.agrees, outside.checks.length, { at }) : fill(words.asked, { at })
}
