/**
 * Makes the moves whose time has come among an account's orders: expiry, and settlement after
 * payment. It runs before every read that shows them, so no timer is needed.
 */
import { instant } from '../../clock.ts'
import type { OrderStatus } from '../../contract/order.ts'
import { draw } from '../simulation/draw.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { PaymentOrderRow } from '../tables.ts'
import type { AccountScope } from '../tenants/authenticate.ts'
import {
  attemptMoves,
  before,
  type DueMove,
  dueMove,
  itemMoves,
  orderMoves,
} from './order-state.ts'
import { settleDebts } from './settle-debts.ts'

/** Orders that one read moves on; the next read goes on from there. */
const ADVANCED_MAX = 500
/** Paid, settling, settled. */
const MOVES_MAX = 3

export async function advanceOrders(
  tools: ServiceTools,
  scope: AccountScope,
  only: { orderId?: string; vehicleId?: string } = {},
): Promise<void> {
  const nowMs = tools.clock.now()
  let due = tools.db
    .selectFrom('service.payment_order')
    .selectAll()
    .where('brand_id', '=', scope.brandId)
    .where('account_id', '=', scope.accountId)
    .where('move_at', '<=', new Date(nowMs))
  if (only.orderId !== undefined) due = due.where('id', '=', only.orderId)
  if (only.vehicleId !== undefined) due = due.where('vehicle_id', '=', only.vehicleId)
  const rows = await due.orderBy('move_at').limit(ADVANCED_MAX).execute()
  for (const row of rows) await advance(tools, row, nowMs)
}

async function advance(tools: ServiceTools, row: PaymentOrderRow, nowMs: number): Promise<void> {
  let status: OrderStatus = row.status
  let moveAtMs = row.move_at?.getTime() ?? null
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    const move = dueMove({ status, moveAtMs }, nowMs, settleMs(tools, row.id))
    if (move === null) return
    if (!(await write(tools, row, status, move))) return
    status = move.to
    moveAtMs = move.nextMoveAtMs
  }
}

/** How long the authority takes for one step of settling this order. */
export function settleMs(tools: ServiceTools, orderId: string): number {
  const { minMs, maxMs } = tools.settlement
  return draw(tools.seed, orderId, 'settlement').integer(minMs, maxMs)
}

/** False when another reader made the move. */
async function write(
  tools: ServiceTools,
  row: PaymentOrderRow,
  from: OrderStatus,
  move: DueMove,
): Promise<boolean> {
  if (!before(orderMoves, move.to).includes(from)) throw new Error(`${from} -> ${move.to}`)
  return await tools.db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('service.payment_order')
      .set({
        status: move.to,
        move_at: move.nextMoveAtMs === null ? null : instant(move.nextMoveAtMs),
        ...(move.to === 'settled' ? { settled_at: instant(move.atMs) } : {}),
      })
      .where('id', '=', row.id)
      .where('account_id', '=', row.account_id)
      .where('status', '=', from)
      .returning('id')
      .executeTakeFirst()
    if (moved === undefined) return false
    if (move.to === 'expired') await expireAttempts(tx, row.id)
    if (move.to === 'settling') await moveItems(tx, row.id, 'settling')
    if (move.to === 'settled') {
      await moveItems(tx, row.id, 'settled')
      await settleDebts(tx, row, instant(move.atMs))
    }
    return true
  })
}

async function expireAttempts(tx: ServiceTransaction, orderId: string): Promise<void> {
  await tx
    .updateTable('service.attempt')
    .set({ status: 'expired' })
    .where('order_id', '=', orderId)
    .where('status', 'in', before(attemptMoves, 'expired'))
    .execute()
}

async function moveItems(
  tx: ServiceTransaction,
  orderId: string,
  to: 'settling' | 'settled',
): Promise<void> {
  await tx
    .updateTable('service.order_item')
    .set({ settlement_status: to })
    .where('order_id', '=', orderId)
    .where('settlement_status', 'in', before(itemMoves, to))
    .execute()
}
