/** Pure. Simulated cards: what each test number does, and no other number passes. */
import type { CardPayment } from '../../contract/checkout.ts'
import { mod10 } from '../../fleet/boleto.ts'
import type { CardOutcome } from '../payment-scenario.ts'

export type CardVerdict =
  | { readonly outcome: 'approved' }
  | { readonly outcome: 'doubt' }
  | { readonly outcome: 'declined'; readonly message: string }

interface TestCard {
  readonly number: string
  readonly outcome: CardOutcome
  readonly message?: string
}

/** The only numbers that the simulation knows; docs/service.md lists them. */
export const TEST_CARDS = [
  { number: '4111111111111111', outcome: 'approved' },
  { number: '5555555555554444', outcome: 'approved' },
  { number: '6362970000457013', outcome: 'approved' },
  { number: '378282246310005', outcome: 'approved' },
  { number: '4000000000009995', outcome: 'declined' },
  {
    number: '4000000000009987',
    outcome: 'declined',
    message: 'Cartão bloqueado por perda. Use outro cartão.',
  },
  { number: '4000000000003220', outcome: 'doubt_paid' },
  { number: '4000000000003063', outcome: 'doubt_declined' },
] as const satisfies readonly TestCard[]

const NO_FUNDS = 'Saldo ou limite insuficiente. Use outro cartão.'
const NUMBER_WRONG = 'Número de cartão inválido. Confira os dígitos.'
const EXPIRED = 'Cartão vencido. Use outro cartão.'
const CVC_WRONG = 'Código de segurança incorreto. Confira o código do cartão.'
const UNKNOWN = 'Pagamento simulado: use um dos números de cartão de teste da documentação.'
const NEVER_ARRIVED = 'A cobrança não chegou à operadora e nada foi cobrado. Tente de novo.'

/** What the operator answers at once. `told`: what a scenario says, before anything else. */
export function judgeCard(card: CardPayment, today: string, told?: CardOutcome): CardVerdict {
  if (told !== undefined) return verdict(told)
  if (!luhnHolds(card.number)) return declined(NUMBER_WRONG)
  if (hasExpired(card.expiry, today)) return declined(EXPIRED)
  const test = cardsByNumber.get(card.number)
  if (test === undefined) return declined(UNKNOWN)
  const codeDigits = card.number.startsWith('3') ? 4 : 3
  if (card.cvc.length !== codeDigits || /^0+$/.test(card.cvc)) return declined(CVC_WRONG)
  return verdict(test.outcome, test.message)
}

/**
 * How a charge in doubt came out, of which the last digits are all that anybody kept. A charge that
 * was never in doubt had its answer at once: if that was lost, nothing was charged.
 */
export function clearedDoubt(lastDigits: string, told?: CardOutcome): CardVerdict {
  const outcome = told ?? TEST_CARDS.find(({ number }) => number.slice(-4) === lastDigits)?.outcome
  if (outcome === 'doubt_paid') return { outcome: 'approved' }
  return declined(outcome === 'doubt_declined' ? NO_FUNDS : NEVER_ARRIVED)
}

const cardsByNumber = new Map<string, TestCard>(TEST_CARDS.map((card) => [card.number, card]))

function verdict(outcome: CardOutcome, message = NO_FUNDS): CardVerdict {
  if (outcome === 'declined') return declined(message)
  return { outcome: outcome === 'approved' ? 'approved' : 'doubt' }
}

function declined(message: string): CardVerdict {
  return { outcome: 'declined', message }
}

/** The last digit of a card is the modulo 10 check digit of the others. */
function luhnHolds(number: string): boolean {
  return mod10(number.slice(0, -1)) === Number(number.at(-1))
}

/** `expiry`: MM/YY, good to the end of that month; `today`: YYYY-MM-DD. */
function hasExpired(expiry: string, today: string): boolean {
  return `20${expiry.slice(3)}-${expiry.slice(0, 2)}` < today.slice(0, 7)
}
