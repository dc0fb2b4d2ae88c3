/** What a statement and the ledger are held against each other with, and what comes of it. */
import type { BankClosure, BankLine } from '../../../ledger/books/bank-lines.ts'
import type { AgeClass } from '../../reports/age-class.ts'

interface Movement {
  /** The `seq` of its `OrderMoney`, in digits. */
  readonly id: string
  readonly orderId: string
  /** YYYY-MM-DD, the best date known without the bank. */
  readonly day: string
  /** Above 0. */
  readonly cents: bigint
}

/** Money that left for an order. */
export interface OurPayment extends Movement {
  readonly kind: 'payment'
  /** Of each code that the order had: a renewed one may have been paid before. */
  readonly txids: readonly string[]
  /** A refund that leaves again: a line that names it is it only with this very amount. */
  readonly takesBack?: boolean
}

/** Money that came back for an order. */
export interface OurRefund extends Movement {
  readonly kind: 'refund'
}

export type OurMovement = OurPayment | OurRefund

export const BANK_CLASSES = [
  'matched',
  'refund',
  /** An id says which payment it is; the days are further apart than one business day. */
  'date-differs',
  /** An id says which payment it is; the total is another one, and no person has judged it. */
  'amount-differs',
  /** An id names a payment that another line has closed. */
  'twice',
  'only-bank',
  'only-fleet',
  /** A person has said that the line is none of the fleet's payments. */
  'not-ours',
] as const
export type BankClass = (typeof BANK_CLASSES)[number]

export const CLOSING = ['matched', 'refund', 'date-differs', 'amount-differs'] as const

/**
 * Who is who within is not said; lines and movements are in the order of their days, so that for as
 * many lines as movements the first line dates the first one.
 */
export interface Closure extends BankClosure {
  readonly class: (typeof CLOSING)[number]
}

/** One row of bank.csv. Each line and each of ours is in exactly one, but for `twice` and `of`. */
export interface BankRow {
  readonly class: BankClass
  /** Null for what nobody could match, and for `twice`. */
  readonly how: BankClosure['how'] | null
  readonly lines: readonly BankLine[]
  readonly ours: readonly OurMovement[]
  /** Sums of both, as the account sees them: below 0 for what left. */
  readonly lineCents: bigint
  readonly ourCents: bigint
  /**
   * Of `twice`: the movements that were closed before. Of `only-bank`: some it could be. Of lines
   * that an earlier month's lines closed movements with: those movements.
   */
  readonly of: readonly OurMovement[]
  /** The first day by the bank, else ours; ages count from it. */
  readonly day: string
  readonly ageDays: number
  readonly ageClass: AgeClass
}
