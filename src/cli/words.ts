/**
 * Pure. The ledger's and the service's codes in the reader's language; `--json` keeps the codes.
 * Codes that reports show too have the reports' words.
 */
import { wordIn, type Bilingual, type Locale } from '../bilingual.ts'
import type { QuotaUse } from '../ledger/quota/quota.ts'
import type { OrderMethod } from '../ledger/schema/tables-orders.ts'
import { messagesOf } from '../reconciliation/reports/words/reports.ts'
import { wordFor } from '../reconciliation/reports/words/messages.ts'

const methods: Readonly<Record<OrderMethod, Bilingual>> = {
  pix: { pt: 'Pix', en: 'Pix' },
  boleto: { pt: 'boleto', en: 'boleto' },
  credit_card: { pt: 'cartão de crédito', en: 'credit card' },
}

const slotStates: Readonly<Record<QuotaUse['state'], Bilingual>> = {
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
  return wordIn(methods, method, locale)
}

export function slotState(state: QuotaUse['state'], locale: Locale): string {
  return wordIn(slotStates, state, locale)
}

export function effectKind(kind: string, locale: Locale): string {
  return wordFor(messagesOf(locale).effects, kind)
}

/** Why an order may not be paid yet. */
export function gateReason(reason: string, locale: Locale): string {
  return wordFor(messagesOf(locale).reasons, reason)
}
