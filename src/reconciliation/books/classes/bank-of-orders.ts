/** Pure. What the bank says of each order, and the lines that belong to none. */
import type { BankFacts } from '../../../ledger/books/bank-lines.ts'
import type { BankRow } from '../bank/bank-row.ts'
import type { TrailStates } from './trail.ts'

type BankState = TrailStates['bank']

export interface BankOfOrder {
  readonly state: BankState
  /** Of every statement's lines that closed money of the order. */
  readonly lineKeys: readonly string[]
}

/** A line that no order explains, or one more for an order that another line has closed. */
export interface LoneLine {
  readonly row: BankRow
  readonly state: Extract<BankState, 'only-bank' | 'twice' | 'not-ours'>
}

export interface BankOfOrders {
  of(orderId: string): BankOfOrder
  readonly lone: readonly LoneLine[]
}

/** The worst first. */
const GRAVITY: readonly BankState[] = [
  'amount-differs',
  'only-fleet',
  'date-differs',
  'matched',
  'no-statement',
]

/** `rows`: all of the fleet's, from `matchStatement`. */
export function bankOfOrders(
  rows: readonly BankRow[],
  { lines, money }: Pick<BankFacts, 'lines' | 'money'>,
): BankOfOrders {
  const orderOf = new Map(money.map(({ seq, orderId }) => [String(seq), orderId]))
  const orders = new Map<string, { state: BankState; lineKeys: string[] }>()
  const lone: LoneLine[] = []
  const add = (orderId: string, state: BankState, lineKeys: readonly string[]): void => {
    const known = orders.get(orderId) ?? { state, lineKeys: [] }
    if (GRAVITY.indexOf(state) < GRAVITY.indexOf(known.state)) known.state = state
    known.lineKeys.push(...lineKeys)
    orders.set(orderId, known)
  }
  for (const row of rows) {
    const alone = loneState(row)
    if (alone !== null) lone.push({ row, state: alone })
    // Without any statement nothing could be found at the bank, so nothing is missing there.
    const state = lines.length === 0 ? 'no-statement' : stateOf(row)
    const named = alone === null ? [...row.ourIds, ...row.of] : row.ourIds
    const ids = new Set(named.flatMap((id) => orderOf.get(id) ?? []))
    for (const id of ids) add(id, state, row.lineKeys)
  }
  const none: BankOfOrder = { state: 'none', lineKeys: [] }
  return { of: (orderId) => orders.get(orderId) ?? none, lone }
}

function loneState({ class: name }: BankRow): LoneLine['state'] | null {
  return name === 'only-bank' || name === 'twice' || name === 'not-ours' ? name : null
}

function stateOf({ class: name, by }: BankRow): BankState {
  return name === 'refund' || by === 'person' ? 'matched' : name
}
