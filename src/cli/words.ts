/**
 * Pure. The ledger's and the service's words in the reader's language; `--json` keeps the words
 * themselves. What the reports show too is said with their words.
 */
import type { QuotaUse } from '../ledger/quota/quota.ts'
import type { OrderMethod } from '../ledger/schema/tables-orders.ts'
import { messagesOf } from '../reconciliation/reports/words/locales.ts'
import { wordFor } from '../reconciliation/reports/words/messages.ts'
import type { Locale } from '../app/output.ts'

type Words<W extends string> = Record<W, { readonly pt: string; readonly en: string }>

const methods: Words<OrderMethod> = {
  pix: { pt: 'Pix', en: 'Pix' },
  boleto: { pt: 'boleto', en: 'boleto' },
  credit_card: { pt: 'cartão de crédito', en: 'credit card' },
}

const slotStates: Words<QuotaUse['state']> = {
  reserved: { pt: 'reservada', en: 'reserved' },
  answered: { pt: 'respondida', en: 'answered' },
  'in-doubt': { pt: 'em dúvida', en: 'in doubt' },
  'never-sent': { pt: 'não enviada', en: 'never sent' },
  foreign: { pt: 'de outro', en: 'foreign' },
}

export function runState(state: string, locale: Locale): string {
  return wordFor(messagesOf(locale).runStates, state)
}

export function debtState(state: string, locale: Locale): string {
  return wordFor(messagesOf(locale).debtStates, state)
}

/** The service may send a status that the interface does not list: shown word for word. */
export function orderStatus(status: string, locale: Locale): string {
  return wordFor(messagesOf(locale).orderStatuses, status)
}

export function planState(state: string, locale: Locale): string {
  return wordFor(messagesOf(locale).orderStandings, state)
}

export function paymentMethod(method: string, locale: Locale): string {
  return pick(methods, method, locale)
}

export function slotState(state: QuotaUse['state'], locale: Locale): string {
  return pick(slotStates, state, locale)
}

export function effectKind(kind: string, locale: Locale): string {
  return wordFor(messagesOf(locale).effects, kind)
}

/** Why an order may not be paid yet. */
export function gateReason(reason: string, locale: Locale): string {
  return wordFor(messagesOf(locale).reasons, reason)
}

function pick(words: Words<string>, word: string, locale: Locale): string {
  const found = Object.hasOwn(words, word) ? words[word] : undefined
  if (found === undefined) return word
  return locale === 'pt-BR' ? found.pt : found.en
}
