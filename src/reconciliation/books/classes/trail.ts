/**
 * One debt followed through one order, its attempt to pay, its settlement and its line at the bank.
 * A debt of no order, an order of no debt and a line of no order are trails of their own.
 */

export const TRAIL_STATES = {
  /**
   * What the newest answer says. `alternative`: shown, and another way of paying its IPVA counts.
   * `alternative-gone`: not shown any more, and it never counted or another way does by now.
   * `shown-again`: it was settled, gone, and came back.
   */
  debt: ['none', 'shown', 'alternative', 'still-shown', 'shown-again', 'gone', 'alternative-gone'],
  /**
   * What became of the debt's money. `over`: the order ended unpaid. `twice`: another order has
   * paid the same debt. `part-refunded`: money came back, and none of the order's debts is owed
   * again. `refunded`: owed again, and locked until a person frees it. `freed`: by a person, or
   * another order has paid it.
   */
  order: [
    'none',
    'waiting',
    'over',
    'unknown',
    'paid',
    'twice',
    'part-refunded',
    'refunded',
    'freed',
  ],
  /** The newest attempt to pay the order, as the service puts it. */
  attempt: ['none', 'waiting', 'paid', 'dead', 'refunded', 'unknown'],
  settlement: ['none', 'waiting', 'late', 'refused', 'settled'],
  /** The worst of the order's payment and refunds. `none`: no money moved. */
  bank: [
    'none',
    'no-statement',
    'matched',
    'date-differs',
    'amount-differs',
    'only-fleet',
    'twice',
    'only-bank',
    'not-ours',
  ],
} as const

export type TrailStates = {
  readonly [part in keyof typeof TRAIL_STATES]: (typeof TRAIL_STATES)[part][number]
}
