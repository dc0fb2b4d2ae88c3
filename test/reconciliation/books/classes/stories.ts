/**
 * What a debt may live through in a month, each with the class that a reader of docs/books.md would
 * give it.
 */
import type {
  HistoricEvent,
  HistoricOrder,
} from '../../../../src/ledger/histories/vehicle-histories.ts'
import type { TrailClass } from '../../../../src/reconciliation/books/classes/class-of.ts'

type Standing = HistoricOrder['standing']
export type DebtState = HistoricEvent['toState']

/** What one debt lived through; days count back from the close. */
export interface Story {
  readonly standing?: Standing
  readonly attempt?: string
  readonly settlement?: string
  /** What the debt's newest event says, after it was seen and ordered. */
  readonly moves: readonly DebtState[]
  readonly shown: boolean
  readonly settledDaysAgo?: number
  readonly paidDaysAgo?: number
  readonly reappears?: true
  readonly freed?: true
  readonly refundedCents?: 'all' | 'part'
  /** The bank dates the refund after the month. */
  readonly refundIsLater?: true
  /** Another order, paid too, has the same debt; its money may be back. */
  readonly again?: true | 'refunded'
  /** By the statement; absent: as it should be. */
  readonly bank?: 'missing' | 'other-amount' | 'strange' | 'late' | 'doubled'
  readonly expected: readonly TrailClass[]
}

/** What happens in a month in which nothing is wrong. */
export const CLEAN = {
  owed: { moves: [], shown: true, expected: ['owed'] },
  'paid elsewhere': { moves: ['gone'], shown: false, expected: ['gone'] },
  'waits for its payment': {
    standing: 'open',
    attempt: 'pending',
    moves: ['ordered'],
    shown: true,
    expected: ['underway'],
  },
  'expired unpaid': {
    standing: 'dead',
    attempt: 'expired',
    moves: ['ordered', 'open'],
    shown: true,
    expected: ['undone', 'owed'],
  },
  'waits for its settlement': {
    standing: 'paid',
    attempt: 'paid',
    settlement: 'settling',
    moves: ['ordered', 'paid'],
    shown: true,
    expected: ['underway'],
  },
  settled: {
    standing: 'settled',
    attempt: 'paid',
    settlement: 'settled',
    moves: ['ordered', 'paid', 'settled'],
    shown: false,
    expected: ['matched'],
  },
  'paid by two orders, of which one is refunded': {
    standing: 'settled',
    attempt: 'paid',
    settlement: 'settled',
    moves: ['ordered', 'paid', 'settled'],
    shown: false,
    again: 'refunded',
    expected: ['matched', 'undone'],
  },
  'refunded and freed': {
    standing: 'refunded',
    attempt: 'refunded',
    settlement: 'failed',
    moves: ['ordered', 'paid', 'ordered', 'open'],
    shown: true,
    freed: true,
    refundedCents: 'all',
    expected: ['undone', 'owed'],
  },
} as const satisfies Record<string, Story>

const { settled } = CLEAN

/** One for each class of discrepancy, and more where a class has several causes. */
export const PLANTED = {
  'a payment that the statement lacks': { ...settled, bank: 'missing', expected: ['only-fleet'] },
  'a payment of another amount': {
    ...settled,
    bank: 'other-amount',
    expected: ['amount-differs'],
  },
  'a payment from an account whose statement names another one': {
    ...settled,
    bank: 'strange',
    expected: ['only-fleet', 'only-bank'],
  },
  'a payment of a week later': { ...settled, bank: 'late', expected: ['date-differs'] },
  'a line that stands twice': { ...settled, bank: 'doubled', expected: ['matched', 'twice'] },
  'a debt that two orders paid': { ...settled, again: true, expected: ['twice', 'twice'] },
  'a paid attempt of an order that waits': {
    ...CLEAN['waits for its payment'],
    attempt: 'paid',
    expected: ['attempt-differs'],
  },
  'a word that nobody knows': {
    ...CLEAN['waits for its payment'],
    standing: 'unknown',
    expected: ['status-unknown'],
  },
  'a refund that nobody freed': {
    standing: 'refunded',
    attempt: 'refunded',
    settlement: 'failed',
    moves: ['ordered', 'paid', 'ordered'],
    shown: true,
    refundedCents: 'all',
    expected: ['not-freed'],
  },
  'an item that the authority refused': {
    standing: 'settled',
    attempt: 'paid',
    settlement: 'failed',
    moves: ['ordered', 'paid', 'ordered'],
    shown: true,
    refundedCents: 'all',
    expected: ['not-freed'],
  },
  'an item that was refused while the others settle': {
    standing: 'paid',
    attempt: 'paid',
    settlement: 'failed',
    moves: ['ordered', 'paid', 'ordered'],
    shown: true,
    refundedCents: 'all',
    expected: ['not-freed'],
  },
  'a refusal whose refund is booked in the next month': {
    standing: 'settled',
    attempt: 'paid',
    settlement: 'failed',
    moves: ['ordered', 'paid', 'ordered'],
    shown: true,
    refundedCents: 'all',
    refundIsLater: true,
    expected: ['not-settled'],
  },
  'a refund of a settled debt': {
    ...settled,
    refundedCents: 'part',
    expected: ['refund-unexplained'],
  },
  'a debt that came back after its settlement': {
    ...settled,
    shown: true,
    reappears: true,
    expected: ['shown-again'],
  },
  'a debt that is shown ten days after its settlement': {
    ...settled,
    shown: true,
    settledDaysAgo: 10,
    paidDaysAgo: 12,
    expected: ['still-shown'],
  },
  'a payment without settlement for sixteen days': {
    ...CLEAN['waits for its settlement'],
    paidDaysAgo: 16,
    expected: ['not-settled'],
  },
  'a debt that is gone while its order waits': {
    ...CLEAN['waits for its payment'],
    shown: false,
    expected: ['gone-unpaid'],
  },
} as const satisfies Record<string, Story>
