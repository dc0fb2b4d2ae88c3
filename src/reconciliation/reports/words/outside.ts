/** What is said of the service's own sums beside the ledger's. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import type { Outside, OutsideLine } from '../outside.ts'
import type { Display } from './display.ts'
import { messagesOf } from './locales.ts'
import { fill, plural, wordFor } from './messages.ts'

const pt = {
  title: 'Conferência com o serviço',
  orders: 'Pedidos na situação "{status}"',
  total: 'Total dos pedidos na situação "{status}"',
  refunded: 'Estornado em pedidos na situação "{status}"',
  vehicles: 'Veículos cadastrados',
  says: '{what}: o serviço diz {service}, a frota {frota}',
  agrees: ['{n} número do serviço, de {at}, confere', '{n} números do serviço, de {at}, conferem'],
  asked: 'Perguntado ao serviço em {at}',
  notAsked: 'Não foi perguntado ao serviço: {why}',
} as const
const en = {
  title: 'Compared with the service',
  orders: 'Orders in the state "{status}"',
  total: 'Total of the orders in the state "{status}"',
  refunded: 'Refunded on orders in the state "{status}"',
  vehicles: 'Registered vehicles',
  says: '{what}: the service says {service}, frota {frota}',
  agrees: [
    '{n} figure of the service, of {at}, agrees',
    '{n} figures of the service, of {at}, agree',
  ],
  asked: 'Asked of the service on {at}',
  notAsked: 'The service was not asked: {why}',
} as const

export function outsideTitle(locale: Locale): string {
  return inLocale<typeof pt | typeof en>({ pt, en }, locale).title
}

export function outsideName({ what, status }: OutsideLine, locale: Locale): string {
  const words = inLocale<typeof pt | typeof en>({ pt, en }, locale)
  return fill(words[what], { status: wordFor(messagesOf(locale).orderStatuses, status) })
}

export function outsideSays(line: OutsideLine, locale: Locale, display: Display): string {
  const words = inLocale<typeof pt | typeof en>({ pt, en }, locale)
  const figure = (value: bigint): string =>
    line.unit === 'cents' ? display.money(value) : display.count(Number(value))
  const { service, frota } = line
  const what = outsideName(line, locale)
  return fill(words.says, { what, service: figure(service), frota: figure(frota) })
}

/** When the service was asked and that all agrees, or why it was not asked. */
export function outsideSummary(outside: Outside, locale: Locale, display: Display): string {
  const words = inLocale<typeof pt | typeof en>({ pt, en }, locale)
  if (outside.askedAt === null) {
    return fill(words.notAsked, { why: inLocale(outside.why, locale) })
  }
  const at = display.instant(outside.askedAt)
  const isWhole = outside.lines.every(({ service, frota }) => service === frota)
  return isWhole ? plural(words.agrees, outside.lines.length, { at }) : fill(words.asked, { at })
}
