/** From answers to orders: proposed first, placed once somebody allows it, never twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePixCode } from '../../src/fleet/pix-code.ts'
import { fleet, openWorld, type Ended, type World } from '../support/run-frota.ts'

/** The middle of what was proposed, so that some of it is below the limit and some above. */
const MIDDLE = `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY total_cents) FROM frota.order_plan`
const OWNER = ['--uf', 'PE', '--owner-document', '11.222.333/0001-81']

describe('municipal-cp1252.csv: proposed in the first run, ordered in the second', () => {
  let world: World
  let proposed: Ended
  let ordered: Ended
  let beforehand: number
  let limitCents: bigint
  let approved: string[]

  beforeAll(async () => {
    world = await openWorld()
    proposed = await world.run(['reconcile', fleet('municipal-cp1252.csv'), ...OWNER])
    beforehand = await world.count('SELECT count(*) FROM service.payment_order')
    limitCents = BigInt(await world.count(MIDDLE))
    const limit = `${limitCents / 100n}.${String(limitCents % 100n).padStart(2, '0')}`
    approved = ['--order-method', 'pix', '--approve-up-to', limit]
    ordered = await world.run(['reconcile', ...approved])
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('without permission there are proposals and no order', async () => {
    expect(proposed.stderr).toBe('')
    expect(proposed.code).toBe(0)
    expect(beforehand).toBe(0)
    expect(proposed.stdout).toMatch(/[1-9]\d* propostos/)
  })

  test('with permission each vehicle gets one order, within the limit', async () => {
    expect(ordered.stderr).toBe('')
    expect(ordered.code).toBe(0)
    const orders = await world.query(
      `SELECT vehicle_id, total_cents, method FROM service.payment_order`,
    )
    expect(orders.length).toBeGreaterThan(0)
    expect(new Set(orders.map(({ vehicle_id: id }) => id)).size).toBe(orders.length)
    expect(orders.filter(({ method }) => method !== 'pix')).toEqual([])
    const above = (cents: unknown): boolean => BigInt(Number(cents)) > limitCents
    expect(orders.filter(({ total_cents: cents }) => above(cents))).toEqual([])
    // What was not ordered still waits for a person, and is above the limit or cannot be approved.
    const waiting = await world.query(
      `SELECT debts_cents FROM frota.order_plan WHERE state = 'proposed'`,
    )
    expect(waiting.length).toBeGreaterThan(0)
  })

  test('each order costs what its preview said, and the limits count just that', async () => {
    const plans = await world.query(
      `SELECT plan.total_cents, plan.preview, placed.total_cents AS placed, taken.cents AS taken
        FROM frota.order_plan plan JOIN frota.payment_order placed ON placed.plan_id = plan.id
        JOIN frota.order_commitment taken ON taken.plan_id = plan.id`,
    )
    expect(plans.length).toBe(await world.count('SELECT count(*) FROM service.payment_order'))
    for (const { preview, total_cents: total, placed, taken } of plans) {
      expect(preview).toBe('known')
      expect([placed, taken]).toEqual([total, total])
    }
    const policy = await world.count(
      `SELECT count(*) FROM frota.run WHERE settings->>'orderPolicy' LIKE $1`,
      [`%"approveUpTo":"${approved.at(-1)}"%`],
    )
    expect(policy).toBe(1)
  })

  test('no debt is in two orders, and nothing was asked again for them', async () => {
    const twice = await world.query(
      `SELECT d.vehicle_id, d.fingerprint FROM service.order_item i
         JOIN service.debt_item d ON d.id = i.debt_item_id
         GROUP BY 1, 2 HAVING count(DISTINCT i.order_id) > 1`,
    )
    expect(twice).toEqual([])
    const asked = await world.query(
      'SELECT vehicle_id FROM service.consultation GROUP BY 1 HAVING count(*) > 1',
    )
    expect(asked).toEqual([])
  })

  test('every Pix code that may be paid parses and bears the order’s total', async () => {
    const open = await world.query(
      `SELECT pix_code, total_cents FROM frota.payment_order WHERE gate = 'open'`,
    )
    expect(open.length).toBeGreaterThan(0)
    for (const order of open) {
      const parsed = parsePixCode(String(order['pix_code']))
      expect(parsed).toMatchObject({ ok: true })
      expect(parsed.ok && parsed.value.amountCents).toBe(BigInt(Number(order['total_cents'])))
    }
    const csv = await world.report('orders.csv')
    expect(csv).toContain(String(open[0]?.['pix_code']))
  })

  test('a third run with the same permission orders nothing more', async () => {
    const ids = 'SELECT id FROM service.payment_order ORDER BY id'
    const before = await world.query(ids)
    expect(await world.json(['reconcile', ...approved])).toMatchObject({ closes: true })
    expect(await world.query(ids)).toEqual(before)
  })
})
