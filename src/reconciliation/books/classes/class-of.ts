/**
 * Pure. The one class of a trail: the first row of the table whose states hold. Discrepancies come
 * before what is in order, and what may cost money twice comes first.
 */
import type { TrailStates } from './trail.ts'

/** What a person must look at; the others are in order, or will be by themselves. */
export const DISCREPANCIES = [
  /** Theirs only: the bank has a line that is no payment of ours. */
  'only-bank',
  'twice',
  'amount-differs',
  'attempt-differs',
  'status-unknown',
  'not-freed',
  'refund-unexplained',
  'shown-again',
  'still-shown',
  'not-settled',
  'gone-unpaid',
  /** Ours only: the statement has no line of it. */
  'only-fleet',
  /** The bank's date counts, so nobody has to do anything. */
  'date-differs',
] as const

const IN_ORDER = [
  'not-ours',
  'underway',
  'matched',
  'without-statement',
  'undone',
  'owed',
  'alternative',
  'alternative-gone',
  'gone',
] as const

export const TRAIL_CLASSES = [...DISCREPANCIES, ...IN_ORDER] as const
export type TrailClass = (typeof TRAIL_CLASSES)[number]

export type ClassSums = ReadonlyMap<TrailClass, { readonly rows: number; readonly cents: bigint }>

type Row = readonly [TrailClass, (states: TrailStates) => boolean]

/** Attempts that agree with what became of the order; an order may have had others before. */
const ATTEMPTS: Readonly<Record<TrailStates['order'], readonly TrailStates['attempt'][]>> = {
  none: ['none'],
  waiting: ['none', 'waiting', 'dead'],
  over: ['none', 'waiting', 'dead', 'refunded'],
  unknown: ['none', 'waiting', 'paid', 'dead', 'refunded', 'unknown'],
  // A code that was renewed may wait while the one before it was paid.
  paid: ['none', 'waiting', 'paid'],
  twice: ['none', 'waiting', 'paid'],
  'part-refunded': ['none', 'waiting', 'paid', 'refunded'],
  refunded: ['none', 'waiting', 'paid', 'refunded'],
  freed: ['none', 'waiting', 'paid', 'refunded'],
}

const TABLE: readonly Row[] = [
  ['only-bank', ({ bank }) => bank === 'only-bank'],
  ['twice', ({ bank, order }) => bank === 'twice' || order === 'twice'],
  ['amount-differs', ({ bank }) => bank === 'amount-differs'],
  ['status-unknown', ({ order, attempt }) => order === 'unknown' || attempt === 'unknown'],
  ['attempt-differs', ({ order, attempt }) => !ATTEMPTS[order].includes(attempt)],
  ['not-freed', ({ order }) => order === 'refunded'],
  ['refund-unexplained', ({ order }) => order === 'part-refunded'],
  ['shown-again', ({ order, debt }) => order === 'paid' && debt === 'shown-again'],
  ['still-shown', ({ order, debt }) => order === 'paid' && debt === 'still-shown'],
  [
    'not-settled',
    ({ order, settlement }) =>
      order === 'paid' && (settlement === 'late' || settlement === 'refused'),
  ],
  ['gone-unpaid', ({ order, debt }) => order === 'waiting' && debt === 'gone'],
  ['only-fleet', ({ bank }) => bank === 'only-fleet'],
  ['date-differs', ({ bank }) => bank === 'date-differs'],
  ['not-ours', ({ bank }) => bank === 'not-ours'],
  ['undone', ({ order }) => order === 'over' || order === 'freed'],
  ['underway', ({ order, settlement }) => order === 'waiting' || settlement === 'waiting'],
  ['matched', ({ order, bank }) => order === 'paid' && bank === 'matched'],
  ['without-statement', ({ order }) => order === 'paid'],
  ['gone', ({ debt }) => debt === 'gone'],
  ['alternative', ({ debt }) => debt === 'alternative'],
  ['alternative-gone', ({ debt }) => debt === 'alternative-gone'],
]

export function classOf(states: TrailStates): TrailClass {
  return TABLE.find(([, holds]) => holds(states))?.[0] ?? 'owed'
}

export function isDiscrepancy(name: TrailClass): boolean {
  return DISCREPANCIES.some((each) => each === name)
}
