/** Beside a running worker the orders are read through its ledger, at the embedded service too. */
import { expect, test } from 'vitest'
import { firstVehicles, openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const ROWS = 3

const world = await forFile(openWorld({ FROTA_LOCALE: 'en' }))
const sheet = await firstVehicles(world, ROWS)
await world.run(['reconcile', sheet, '--order-method', 'pix', '--approve-up-to', '50000'])
await world.release()
const worker = world.start(['worker', '--simulated'])
await worker.saw(/working; next: nightly/)
await world.query(`insert into frota.foreign_order (id, fleet_id, vehicle_id, why, other_id, method,
    status, standing, total_cents, first_seen_at, last_seen_at)
  select gen_random_uuid(), fleet_id, vehicle_id, 'twin', id, 'pix', 'awaiting_payment', 'open', 1,
    now() - interval '7 hours', now() - interval '7 hours' from frota.payment_order limit 1`)
await world.query(`update frota.payment_order set updated_at = updated_at - interval '23 minutes'`)

const unread = `select count(*) from frota.payment_order where updated_at < now() - interval '2 min'`

test('a refresh and status read every open order while the worker goes on', async () => {
  const { orders } = (await world.json(['orders', '--stored'])) as {
    orders: { gateReason: string; id: string }[]
  }
  expect(orders.length).toBeGreaterThan(0)
  expect(new Set(orders.map(({ gateReason }) => gateReason))).toEqual(new Set(['order-not-read']))
  const all = orders.length
  const refreshed = await world.json(['orders', 'refresh'])
  expect(refreshed).toMatchObject({ orders: all, read: all, changed: [] })
  expect(await world.count(unread)).toBe(0)
  // The service knows no such order: what somebody else ordered of the debts is over.
  expect(await world.query('select standing from frota.foreign_order')).toEqual([
    { standing: 'dead' },
  ])
  const [first] = orders
  const id = first?.id ?? ''
  await world.query(`update frota.payment_order set standing = 'settled' where id = '${id}'`)
  expect(await world.json(['orders', 'refresh'])).toMatchObject({ orders: all - 1 })
  expect(await world.json(['orders', 'refresh', id])).toMatchObject({ read: 1 })
  const standing = `select standing from frota.payment_order where id = '${id}'`
  expect(await world.query(standing)).toEqual([{ standing: 'open' }])
  expect(await world.json(['status'])).toMatchObject({
    ordersRead: { read: all, unread: 0, oldestReadAt: null, problem: null },
  })
  worker.kill('SIGTERM')
  expect(await worker.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('stopping') })
})
