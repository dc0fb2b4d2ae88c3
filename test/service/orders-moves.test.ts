/** Every pair of states of orders, attempts and items, tried through the statement that moves them. */
import { expect, test } from 'vitest'
import {
  ATTEMPT_STATUSES,
  ITEM_SETTLEMENTS,
  ORDER_STATUSES,
  type AttemptStatus,
  type ItemSettlement,
  type OrderStatus,
} from '../../src/contract/order.ts'
import { applyNews } from '../../src/service/orders/apply-news.ts'
import { loadCharges } from '../../src/service/orders/load-charges.ts'
import { attemptMoves, itemMoves, orderMoves, walk } from '../../src/service/order-state.ts'
import type { ChargeNews } from '../../src/service/providers/payments.ts'
import { openServiceDb } from '../../src/service/service-db.ts'
import { openBench } from './support/open-service.ts'
import { orderOf } from './support/ordering.ts'
import { forFile } from '../support/for-file.ts'

interface Standing {
  readonly order: OrderStatus
  readonly attempt: AttemptStatus
  readonly item: ItemSettlement
}

const FIRST: Standing = { order: 'awaiting_payment', attempt: 'pending', item: 'pending' }

const tools = { timeZone: 'America/Sao_Paulo', payments: { mode: 'mock' } } as const
const bench = await forFile(openBench())
const db = openServiceDb(bench.pool)
const { order, items } = await orderOf(bench, 'pix')
const orderId = order.id
const itemId = items[0]?.id ?? ''

async function stand(at: Standing): Promise<void> {
  const { pool } = bench
  await pool.query('update service.payment_order set status = $1 where id = $2', [
    at.order,
    orderId,
  ])
  await pool.query('update service.attempt set status = $1', [at.attempt])
  await pool.query('update service.order_item set settlement_status = $1', [at.item])
}

async function standing(): Promise<Standing> {
  const { rows } = await bench.pool.query<Standing>(
    `select o.status as order, a.status as attempt, i.settlement_status as item
       from service.payment_order o join service.attempt a on a.order_id = o.id
       join service.order_item i on i.order_id = o.id where o.id = $1`,
    [orderId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('unreachable')
  return row
}

/** Where things stand after such news, or what was thrown. */
async function after(from: Standing, news: Partial<ChargeNews>): Promise<Standing | Error> {
  await stand(from)
  const row = await db
    .selectFrom('service.payment_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const [asked] = await loadCharges(db, [row])
  if (asked === undefined) throw new Error('unreachable')
  const all = {
    outcome: 'news',
    status: from.order,
    atMs: bench.clock.now(),
    attempt: { status: from.attempt },
    lookAtMs: null,
    ...news,
  } as const
  try {
    await applyNews({ ...tools, db }, asked, all)
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
  return await standing()
}

/** That news from `start` lead to `to` in one part, or else are refused and change no part. */
async function expectMove(
  start: Standing,
  part: keyof Standing,
  to: string,
  news: Partial<ChargeNews>,
  isAllowed: boolean,
): Promise<void> {
  const isRefused = (await after(start, news)) instanceof Error
  const now = await standing()
  const from = start[part]
  expect([from, to, isRefused, now[part]]).toEqual([from, to, !isAllowed, isAllowed ? to : from])
  const isTouched = now.order !== start.order || now.attempt !== start.attempt
  expect([from, to, isRefused && isTouched]).toEqual([from, to, false])
}

test('an order goes where its table leads, and every other move is refused whole', async () => {
  const forbidden: string[] = []
  for (const from of ORDER_STATUSES) {
    for (const to of ORDER_STATUSES) {
      const isAllowed = walk(orderMoves, from, to) !== undefined
      if (!isAllowed) forbidden.push(`${from} ${to}`)
      await expectMove({ ...FIRST, order: from }, 'order', to, { status: to }, isAllowed)
    }
  }
  expect(forbidden.length).toBeGreaterThan(25)
})

test('an attempt goes where its table leads, and every other move is refused whole', async () => {
  for (const from of ATTEMPT_STATUSES) {
    for (const to of ATTEMPT_STATUSES) {
      const isAllowed = walk(attemptMoves, from, to) !== undefined
      const news = { attempt: { status: to } }
      await expectMove({ ...FIRST, attempt: from }, 'attempt', to, news, isAllowed)
    }
  }
})

test('an item goes where its table leads, and no news move it back or out of its end', async () => {
  const news: Record<Exclude<ItemSettlement, 'pending'>, Partial<ChargeNews>> = {
    settling: { status: 'settling' },
    settled: { status: 'settling', settledItems: [itemId] },
    failed: { status: 'settling', refusedItems: [itemId] },
  }
  for (const from of ITEM_SETTLEMENTS) {
    for (const to of ITEM_SETTLEMENTS.filter((each) => each !== 'pending')) {
      await after({ order: 'settling', attempt: 'paid', item: from }, news[to])
      const isAllowed = walk(itemMoves, from, to) !== undefined
      const { item } = await standing()
      // What is settled or refused already stays so, whether the news are a bug or only old.
      expect([from, to, item]).toEqual([from, to, isAllowed ? to : from])
    }
  }
})

test('news of an order that moved on meanwhile change nothing but its name', async () => {
  await stand(FIRST)
  const row = await db.selectFrom('service.payment_order').selectAll().executeTakeFirstOrThrow()
  const [asked] = await loadCharges(db, [row])
  if (asked === undefined) throw new Error('unreachable')
  const paid: Standing = { order: 'paid', attempt: 'paid', item: 'pending' }
  await stand(paid)
  const late = await applyNews({ ...tools, db }, asked, {
    outcome: 'news',
    reference: 'theirs',
    status: 'expired',
    atMs: bench.clock.now(),
    attempt: { status: 'expired' },
    lookAtMs: null,
  })
  expect([late.isApplied, late.order.provider_reference]).toEqual([false, 'theirs'])
  expect(await standing()).toEqual(paid)
})
