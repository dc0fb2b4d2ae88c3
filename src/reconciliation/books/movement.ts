/**
 * The two kinds of entries that a month's books are made of: what moved the balance of a debt, and
 * what moved money. Every figure of a close is a sum of them.
 */
import type { DescribedDebt } from '../../fleet/debt-identity.ts'

/** Classes that move a balance, in the order in which a roll-forward is read. */
export const MOVING = [
  'new',
  'returned',
  'increase',
  'decrease',
  'paid',
  'refunded',
  'gone',
  'left-fleet',
  'alternative',
  'transfer',
] as const
export type Moving = (typeof MOVING)[number]

/** Whose a debt was, and which one, when it moved. */
export interface BookedDebt extends DescribedDebt {
  readonly debtId: string
  readonly plate: string
  readonly uf: string
  /** 14 characters; empty for a person's vehicle, and where the ledger was never told. */
  readonly cnpj: string
  readonly costCentre: string
}

/** Where an entry stands in the calendar of the fleet's zone. */
export interface Booking {
  /** YYYY-MM-DD; within the month in which it is booked. */
  readonly day: string
  /** YYYY-MM of the closed month that it corrects; null for an entry of its own month. */
  readonly adjusts: string | null
}

/** One movement of one debt: a row of ledger.csv. */
export interface Movement extends BookedDebt, Booking {
  readonly class: Moving
  readonly orderId: string | null
  readonly consultationId: string | null
  /** What it adds to the balance owed; below 0 where it takes away. */
  readonly cents: bigint
}

export const MONEY_NATURES = ['debt', 'fee', 'discount', 'interest', 'refund'] as const
export type MoneyNature = (typeof MONEY_NATURES)[number]

/** One movement of money: a row of payments.csv. Fees and refunds of no debt have no debt. */
export interface MoneyMovement extends Omit<BookedDebt, 'debtId' | 'kind'>, Booking {
  readonly debtId: string | null
  readonly kind: string | null
  readonly orderId: string
  readonly nature: MoneyNature
  /** `pix`, `boleto`, `credit_card` or a later word of the service. */
  readonly method: string
  /** YYYY-MM-DD by the best date known: the bank's, the service's, a person's, or when we saw it. */
  readonly paidOn: string
  readonly settledOn: string | null
  readonly txid: string
  readonly approvedBy: string
  /** It moved no balance: another order of ours holds the same debt as paid. */
  readonly isSecond: boolean
  /** Money that left; below 0 for a discount and for what came back. */
  readonly cents: bigint
}
