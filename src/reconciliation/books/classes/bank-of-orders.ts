/** Pure. What the bank says of each order, and the lines that belong to none. */
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import type { BankRow } from '../bank/bank-row.ts'
import type { TrailStates } from './trail.ts'

type BankState = TrailStates['bank']

export interface BankOfOrder {
  readonly state: BankState
  /** Of every statement, those that closed money of the order. */
  readonly lines: readonly BankLine[]
}

/** A line that no order explains, or one more for an order that another line has closed. */
export interface LoneLine {
  readonly row: BankRow
  readonly state: Extract<BankState, 'only-bank' | 'twice' | 'not-ours'>
}

/** The worst first. */
const GRAVITY: readonly BankState[] = [
  'amount-differs',
  'only-fleet',
  'date-differs',
  'matched',
  'no-statement',
]

/** `rows`: all of the fleet's, from `matchFacts`. */
export function bankOfOrders(rows: readonly BankRow[], hasStatement: boolean) {
  const orders = new Map<string, { state: BankState; lines: BankLine[] }>()
  const lone: LoneLine[] = []
  const add = (orderId: string, state: BankState, lines: readonly BankLine[]): void => {
    const known = orders.get(orderId) ?? { state, lines: [] }
    if (GRAVITY.indexOf(state) < GRAVITY.indexOf(known.state)) known.state = state
    known.lines.push(...lines)
    orders.set(orderId, known)
  }
  for (const row of rows) {
    const alone = loneState(row)
    if (alone !== null) lone.push({ row, state: alone })
    // Without any statement nothing could be found at the bank, so nothing is missing there.
    const state = hasStatement ? stateOf(row) : 'no-statement'
    const named = alone === null ? [...row.ours, ...row.of] : row.ours
    const ids = new Set(named.map(({ orderId }) => orderId))
    for (const id of ids) add(id, state, row.lines)
  }
  const none: BankOfOrder = { state: 'none', lines: [] }
  return { of: (orderId: string): BankOfOrder => orders.get(orderId) ?? none, lone }
}

function loneState({ class: name }: BankRow): LoneLine['state'] | null {
  return name === 'only-bank' || name === 'twice' || name === 'not-ours' ? name : null
}

function stateOf({ class: name }: BankRow): BankState {
  return name === 'refund' ? 'matched' : name
}
