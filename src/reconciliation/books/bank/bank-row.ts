/** What a statement and the ledger are held against each other with, and what comes of it. */
import type { AgeClass } from '../../reports/age-class.ts'

/** One movement of a bank account. */
export interface BankLine {
  /** From `lineKeys`. */
  readonly key: string
  /** YYYY-MM-DD by the bank. */
  readonly day: string
  /** Below 0: money that left. */
  readonly cents: bigint
  /** Where an id of ours may stand: memo, reference, the bank's own id. */
  readonly texts: readonly string[]
}

interface Movement {
  /** The caller's; no other payment or refund has it. */
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
  /** An id or a person says which payment it is; the total is another one. */
  'amount-differs',
  /** An id names a payment that another line has closed. */
  'twice',
  'only-bank',
  'only-fleet',
  /** A person has said that the line is none of the fleet's payments. */
  'not-ours',
] as const
export type BankClass = (typeof BANK_CLASSES)[number]

/** `set`: so many equal lines and equal payments of a day. `batch`: one line for several. */
export type MatchedBy = 'id' | 'total' | 'set' | 'batch' | 'person'

/**
 * Lines and movements of ours that belong together. Who is who within is not said; both are in the
 * order of their days, so that for as many lines as movements the first line dates the first one.
 */
export interface Closure {
  readonly class: 'matched' | 'refund' | 'date-differs' | 'amount-differs'
  readonly by: MatchedBy
  readonly lineKeys: readonly string[]
  readonly ourIds: readonly string[]
}

/** A person's word about a line: whose it is; of no movement: it is not ours. The last one counts. */
export interface ManualMatch {
  readonly lineKey: string
  readonly ourIds: readonly string[]
}

/** One row of bank.csv. Each line and each of ours is in exactly one, but for `twice` and `of`. */
export interface BankRow {
  readonly class: BankClass
  /** Null for what nobody could match, and for `twice`. */
  readonly by: MatchedBy | null
  readonly lineKeys: readonly string[]
  readonly ourIds: readonly string[]
  /** Sums of what was given of them, as the account sees it: below 0 for what left. */
  readonly lineCents: bigint
  readonly ourCents: bigint
  /**
   * Of `twice`: the movements that were closed before. Of `only-bank`: some it could be. Of lines
   * that an earlier month's lines closed movements with: those movements.
   */
  readonly of: readonly string[]
  /** The first day by the bank, else ours; ages count from it. */
  readonly day: string
  readonly ageDays: number
  readonly ageClass: AgeClass
}
