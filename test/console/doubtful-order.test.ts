/** An order in doubt, from the list of exceptions to its payment code, over HTTP. */
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { openAfterRun } from './after-run.ts'

const REASON = 'checked with the authority'

/**
 * An order that the service has and this ledger lost: as after a reply that never came, at a
 * service that shows several of the same debts.
 */
async function loseOrder(dataDir: string): Promise<string> {
  await using opened = await openDatabase({ dataDir, mode: 'read', command: 'test' })
  const { rows } = await opened.pool.query<{ id: string; plan_id: string }>(
    'select id, plan_id from frota.payment_order order by id limit 1',
  )
  const [{ id, plan_id: plan } = { id: '', plan_id: '' }] = rows
  for (const table of ['order_event', 'order_item']) {
    await opened.pool.query(`delete from frota.${table} where order_id = $1`, [id])
  }
  await opened.pool.query('delete from frota.payment_order where id = $1', [id])
  await opened.pool.query(
    `update frota.effect set state = 'quarantined', remote_id = null, answer_status = null,
       reason = 'several-matches', baseline = '[]' where kind = 'order' and plan_id = $1`,
    [plan],
  )
  await opened.pool.query(`update frota.order_plan set state = 'approved' where id = $1`, [plan])
  return id
}

test('an order in doubt is shown as the service has it, and adopted once confirmed', async () => {
  await using ordering = await openAfterRun()
  const order = await loseOrder(ordering.dataDir)
  const list = await ordering.text('/exceptions')
  const reference = /name="reference" value="([0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
  const say = (path: string, fields: Record<string, string>): Promise<Response> =>
    ordering.send(`/exceptions/${path}`, { reference, reason: REASON, ...fields })
  const nothing = await (await say('review', { choice: 'none' })).text()
  expect(nothing).toContain('This cannot be done')
  expect(nothing).toContain(order)
  expect((await say('resolve', { choice: 'none' })).status).toBe(422)
  const review = await (await say('review', { choice: 'adopt', order })).text()
  expect(review).toContain('This order becomes the one of this proposal')
  const pay = await ordering.text('/pay')
  expect(pay).not.toContain(order)
  expect(pay).not.toContain('Approved proposals without an order yet')
  expect(await ordering.text('/proposals')).toContain('approved: a person decides about its order')
  const done = await say('resolve', { choice: 'adopt', order })
  expect(await done.text()).toContain('Done, by Ana Souza')
  expect(await ordering.text('/pay')).toContain(`/pay/${order}/check`)
  expect((await say('resolve', { choice: 'adopt', order })).status).toBe(422)
})
