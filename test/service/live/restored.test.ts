/** A live service whose database is older than its provider's orders: a backup was restored. */
import { expect, test } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { appendAudit } from '../../../src/ledger/audit/audit.ts'
import { ledgerMigrations } from '../../../src/ledger/schema/migrations.ts'
import { asTx, openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { forFile } from '../../support/for-file.ts'
import { type Bench, MINUTE_MS } from '../support/open-service.ts'
import { asOrder, latest, orderOf, owing, readOrder } from '../support/ordering.ts'
import { type Chain, openChain, rowsBehind } from './open-chain.ts'

const chain = await forFile(openChain())

/** Takes every order out of the live service's database, as a backup of before them would. */
async function restore(chain: Chain): Promise<void> {
  await chain.front.pool.query('truncate service.payment_order cascade')
  await migrate(chain.front.pool, ledgerMigrations)
  await noteRestore(chain, 30 * MINUTE_MS)
}

async function noteRestore({ front }: Chain, agoMs: number): Promise<void> {
  const at = new Date(front.clock.now())
  await openLedgerDb(front.pool)
    .transaction()
    .execute(async (tx) => {
      const facts = { madeAt: new Date(at.getTime() - agoMs).toISOString(), rows: 1 }
      const actor = { kind: 'person', name: 'Ana' } as const
      await appendAudit(asTx(tx), { at, actor, what: 'ledger-restored', subject: {}, facts })
    })
}

/** Orders debts, and reads the order a minute later. */
async function order(on: Bench, debts: { id: string }[], { method = 'pix', as = on.own } = {}) {
  const body = { debt_item_ids: debts.map(({ id }) => id), method }
  const { id } = asOrder(await on.send('POST', '/api/v1/orders', { as, body }))
  on.clock.step(MINUTE_MS)
  return await readOrder(on, id, as)
}

test('a repeated order finds the one that was made after the backup; an ended one is made anew', async () => {
  const { order: made, items } = await orderOf(chain.front, 'pix')
  const { order: expired, items: others } = await orderOf(chain.front, 'boleto')
  await chain.back.pool.query(
    `update service.payment_order set status = 'expired', move_at = null where method = 'boleto'`,
  )
  chain.front.clock.step(10 * MINUTE_MS)
  const { latest_attempt: paidBy } = await readOrder(chain.front, made.id)
  await restore(chain)
  // A backup that was made since then and restored, too, knows the orders as little.
  chain.front.clock.step(10 * MINUTE_MS)
  await noteRestore(chain, MINUTE_MS)
  // The service was not started again since: a restoration does not refuse one that runs.
  const { front } = chain
  const found = await order(front, items)
  expect(found.id).not.toBe(made.id)
  expect(latest(found).pix_copy_paste).toBe(paidBy?.pix_copy_paste)
  const anew = await order(front, others, { method: 'boleto' })
  expect(latest(anew).boleto_line).not.toBe(latest(expired).boleto_line)
  const second = await order(front, items)
  expect(latest(second).pix_copy_paste).not.toBe(latest(found).pix_copy_paste)
  expect(await rowsBehind(chain, 'payment_order')).toBe(4)
})

test('of two forgotten orders for the same debts the paid one is found', async () => {
  await using front = await chain.restart()
  const { order: made, items } = await orderOf(front, 'pix')
  chain.front.clock.step(MINUTE_MS)
  await readOrder(front, made.id)
  const { rows } = await chain.back.pool.query<{ id: string }>(
    `select debt_item_id as id from service.order_item join service.payment_order o on o.id = order_id
    where o.created_at = (select max(created_at) from service.payment_order)`,
  )
  chain.front.clock.step(MINUTE_MS)
  const theirs = { debt_item_ids: rows.map(({ id }) => id), method: 'pix' }
  const paid = asOrder(await chain.back.send('POST', '/api/v1/orders', { body: theirs }))
  await restore(chain)
  await using restored = await chain.restart()
  await chain.back.pool.query(
    `update service.payment_order set status = 'paid', move_at = null where id = '${paid.id}'`,
  )
  // It is paid after they said what the order would cost.
  const preview = { ...made, installments: [] }
  chain.wire.next(/checkout/, { fate: 'say', status: 200, body: preview })
  expect(await order(restored, items)).toMatchObject({ status: 'paid' })
})

test('an order that may be of another account with the vehicle is not adopted', async () => {
  await using chain = await openChain()
  const { front, wire } = chain
  const other = await front.tenant('other')
  const [mine, theirs] = [await owing(front), await owing(front, other)]
  await front.pool.query(
    `update service.debt_item one set provider_reference = other.provider_reference
     from service.debt_item other where other.consultation_id = $1 and one.consultation_id = $2
     and one.fingerprint = other.fingerprint`,
    [mine.consultation.id, theirs.consultation.id],
  )
  const made = await order(front, [theirs.item], { as: other })
  await restore(chain)
  await using again = await chain.restart()
  const own = await order(again, [mine.item])
  expect(latest(own).pix_copy_paste).not.toBe('')
  expect(latest(own).pix_copy_paste).not.toBe(latest(made).pix_copy_paste)
  expect(await rowsBehind(chain, 'payment_order')).toBe(2)
  await chain.back.pool.query(
    `update service.payment_order set status = 'paid', move_at = null
     where seq = (select min(seq) from service.payment_order)`,
  )
  wire.next(/checkout/, { fate: 'say', status: 200, body: { ...made, installments: [] } })
  const message = expect.stringMatching(/pode estar pago/)
  const refused = { status: 'failed', latest_attempt: { message } }
  expect(await order(again, [mine.item])).toMatchObject(refused)
  expect(await rowsBehind(chain, 'payment_order')).toBe(2)
})
