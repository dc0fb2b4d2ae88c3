/** The port to whoever takes payments; one file beside this one is one provider. */
import type { CardPayment } from '../../contract/checkout.ts'
import type { Mode } from '../../contract/health.ts'
import type { AttemptStatus, OrderMethod, OrderStatus } from '../../contract/order.ts'

/** How long an order may be paid, in milliseconds. */
export const PAYABLE_MS = 7 * 86_400_000

/** How long one call may take; while it runs, and this long at most, nobody else asks. */
export const PROVIDER_CALL_MS_MAX = 60_000

/** What is charged. `reference` is the provider's name for the order, or what else it wrote. */
export interface Charge {
  readonly orderId: string
  readonly reference: string
  readonly method: OrderMethod
  readonly debtsCents: bigint
  readonly totalCents: bigint
  readonly plate: string
  readonly uf: string
  readonly items: readonly ChargedItem[]
  readonly createdAtMs: number
  /** Null until it was paid. */
  readonly paidAtMs: number | null
  readonly attempt: ChargedAttempt
}

export interface ChargedItem {
  readonly debtItemId: string
  /** What the lookup's provider called the debt; empty when it names none. */
  readonly providerReference: string
}

/** The newest attempt, as it is stored. */
export interface ChargedAttempt {
  readonly id: string
  readonly status: AttemptStatus
  readonly cardLastDigits: string
  readonly createdAtMs: number
}

/** Fields that are absent stay as they are stored. */
export interface AttemptNews {
  readonly status: AttemptStatus
  readonly pixCode?: string
  /** From when on the code may be shown: a provider may take a while to make one. */
  readonly codeAtMs?: number
  readonly pixExpiresAtMs?: number
  readonly boletoLine?: string
  readonly boletoBarcode?: string
  /** YYYY-MM-DD. */
  readonly boletoDueDate?: string
  readonly chargedCents?: bigint
  /** For people, in Portuguese. */
  readonly message?: string
}

/**
 * Where an order stands at its provider, and since when. The states in between are walked by the
 * table of moves (src/service/order-state.ts), so news may skip some.
 */
export interface ChargeNews {
  readonly outcome: 'news'
  readonly reference?: string
  readonly status: OrderStatus
  readonly atMs: number
  /** When it was paid, for news that are past that; `atMs` where absent. */
  readonly paidAtMs?: number
  readonly attempt: AttemptNews
  /** Items that settled before a `settling` order's rest; once `settled`, all but refused ones. */
  readonly settledItems?: readonly string[]
  /** Debt items whose settlement the authority refused; their amount is refunded. */
  readonly refusedItems?: readonly string[]
  /** What the provider says it gave back; without it, what was charged for what was refused. */
  readonly refundedCents?: bigint
  /** When there may be more to learn; null when nothing will happen by itself. */
  readonly lookAtMs: number | null
  /** The provider did not say what we understand: no order runs out before it did. */
  readonly isUnanswered?: boolean
}

/** What there is of a charge before an order is recorded. */
export type ProposedCharge = Omit<
  Charge,
  'orderId' | 'reference' | 'createdAtMs' | 'paidAtMs' | 'attempt'
>

export type FollowedCharge = Charge & { readonly status: OrderStatus }

/** Keeps another `reference` before more is sent; false where the order went on meanwhile. */
export type NoteReference = (reference: string) => Promise<boolean>

/** The provider says no, in words that the caller may read. */
export interface ChargeRefused {
  readonly outcome: 'refused'
  readonly status: 409 | 422 | 429 | 503
  readonly detail: string
  readonly retryAfterMs?: number
}

/**
 * A provider that cannot be reached, or whose answer is unclear, is no reason to throw: `refuses`
 * answers a refusal with 503, and the others news that change nothing, with `lookAtMs` set. Every
 * call ends within PROVIDER_CALL_MS_MAX, or else somebody asks again in the meantime.
 */
export interface Payments {
  readonly mode: Mode
  /** True where a payment may be simulated. */
  readonly sandbox: boolean
  /** Asked before anything is recorded: null when the provider would take the charge. */
  refuses(charge: ProposedCharge): Promise<ChargeRefused | null>
  /** Opens the charge, which is recorded already; what stays unknown is left to `follow`. */
  open(charge: Charge, nowMs: number, note: NoteReference): Promise<ChargeNews>
  /** A new code for a Pix order, under the attempt that the charge names. */
  renewPix(charge: Charge, nowMs: number): Promise<ChargeNews | ChargeRefused>
  /** Charges a card once. `processing` when nobody can say yet; `follow` then tells. */
  payCard(charge: Charge, card: CardPayment, nowMs: number): Promise<ChargeNews | ChargeRefused>
  /** The payer's part, where `sandbox` is true. */
  simulatePix(charge: Charge, nowMs: number): Promise<ChargeNews | ChargeRefused>
  /** What happened since. Also answers for a charge whose opening was interrupted. */
  follow(charge: FollowedCharge, nowMs: number, note: NoteReference): Promise<ChargeNews>
}
