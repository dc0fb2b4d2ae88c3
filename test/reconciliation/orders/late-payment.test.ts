/** An order that was over, and that somebody paid at the service all the same. */
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/order.ts'
import { formatCents } from '../../../src/fleet/money.ts'
import { forFile } from '../../support/for-file.ts'
import { saying } from '../changed-client.ts'
import { freeRefunded } from '../../../src/reconciliation/orders/following/free-refunded.ts'
import { exceptionsOf, readNow } from './order-facts.ts'
import { openOrderWorld, type Approved } from './order-world.ts'
import { openResolveWorld } from './resolve-world.ts'

const MINUTE_MS = 60_000

const world = await forFile(openOrderWorld({ providerDelay: { minMs: 0, maxMs: 0 } }))
const { step } = world

/** Whoever appended to the audit log waits for nothing: others wait for its end. */
const LOCKED_AFTER_AUDIT = `
  create function frota.refuse_late_lock() returns trigger language plpgsql as $$ begin
    if exists (select from frota.audit where xmin = pg_current_xact_id()::xid) then
      raise exception 'locked after the audit log: %', tg_table_name;
    end if;
    return null;
  end $$;
  create trigger late_lock after update on frota.debt
    for each statement execute function frota.refuse_late_lock();
  create trigger late_lock after update on frota.effect
    for each statement execute function frota.refuse_late_lock()`

describe('an order that expired and was paid all the same', () => {
  const ids = async (one: Approved): Promise<string[]> =>
    (await world.orders.list(one.fleetId, 10)).map(({ id }) => id)
  const saidOf = (id: string, status: string, more: Partial<Order> = {}, before = world.client) =>
    saying(before, { status, paid_at: '2026-11-20T12:00:00Z', ...more }, id)
  /** Its debts are in a proposal of the next answer. */
  async function proposedAnew(): Promise<{ one: Approved; late: string }> {
    const one = await world.placed()
    const [late = ''] = await ids(one)
    step(MINUTE_MS)
    await world.follow(one, saidOf(late, 'expired'))
    expect(await world.debtsAre(one)).toEqual(new Set(['open']))
    await world.consult(one, saidOf(late, 'expired'))
    await world.propose(one)
    expect(await world.debtsAre(one)).toEqual(new Set(['proposed']))
    return { one, late }
  }

  async function expectPaid(one: Approved, late: string): Promise<void> {
    expect(await world.orders.find(late)).toMatchObject({
      standing: 'paid',
      planState: 'ordered',
    })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    const { orders } = world
    expect((await orders.due(one.fleetId, new Date(0))).nextReadAt).not.toBeNull()
  }

  test('is seen by the look before the next order: that one is void, and never sent', async () => {
    const { one, late } = await proposedAnew()
    expect(await world.approve(one)).toBe(1)
    const { id, planId } = await world.effectOf(one)
    await world.place(id, { client: saidOf(late, 'paid') })
    expect(await world.plans.find(planId ?? '')).toMatchObject({
      state: 'void',
      reason: `order-lives: ${late} (paid)`,
    })
    expect(await world.effect(id)).toMatchObject({ active: false, sends: 0 })
    await expectPaid(one, late)
    expect(await world.locks(one)).toBe(one.plan.items.length)
    expect(await ids(one)).toEqual([late])
  })

  test('is seen by whoever reads it: the proposal of its debts is void', async () => {
    const { one, late } = await proposedAnew()
    const proposal = await world.planOf(one)
    await readNow(world, late, saidOf(late, 'paid'))
    expect(await world.plans.find(proposal.id)).toMatchObject({ state: 'void' })
    await expectPaid(one, late)
    await world.propose(one)
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  })

  test('ends no approved order whose request only the journal remembers, and else that', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    const { id, epoch } = await world.effectOf(one)
    await world.query(LOCKED_AFTER_AUDIT)
    await readNow(world, late, saidOf(late, 'paid'), new Map([[id, epoch]]))
    expect(await world.effect(id)).toMatchObject({ state: 'planned', active: true })
    expect(await world.planOf(one)).toMatchObject({ state: 'approved' })
    const other = await proposedAnew()
    await world.approve(other.one)
    const { id: unsent } = await world.effectOf(other.one)
    await readNow(world, other.late, saidOf(other.late, 'paid'), new Map([[unsent, -1]]))
    await world.query('drop function frota.refuse_late_lock cascade')
    expect(await world.effect(unsent)).toMatchObject({ state: 'withdrawn', active: false })
    await expectPaid(other.one, other.late)
  })

  test('ends the order that was quarantined because of it', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    const { id } = await world.effectOf(one)
    const costlier = saidOf(late, 'paid', { service_fee: '9.99', total_amount: '999.99' })
    // Paid at another amount: nothing moves before a person accepted that.
    await world.place(id, { client: costlier })
    expect(await world.stateOf({ ...one, effectId: id })).toBe('quarantined')
    const gateReason = 'amounts-changed'
    expect(await world.orders.find(late)).toMatchObject({ standing: 'dead', gateReason })
    expect(await exceptionsOf(world, one, 'pay-gate-shut')).toEqual([late])
    const person = openResolveWorld(world)
    const none = await person.resolve(id, { choice: 'none' }, { client: costlier })
    expect(none).toBe(`matches-exist: ${late}`)
    const adopt = { choice: 'adopt', orderId: late, accept: 'amounts-changed' } as const
    expect(await person.resolve(late, adopt, { client: costlier })).toBe('done')
    expect(await world.effect(id)).toMatchObject({ state: 'rejected', active: false })
    await expectPaid(one, late)
  })

  test.each([
    ['pix-expired', 'twin-order'],
    ['other-items', 'other-items'],
  ])('shuts a later code (%s: %s), whose end frees no debt', async (gateReason, shutBy) => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    await world.place((await world.effectOf(one)).id, { client: saidOf(late, 'expired') })
    const [later = ''] = await ids(one)
    step(MINUTE_MS)
    expect(await readNow(world, later, saidOf(late, 'expired'))).toMatchObject({ gate: 'open' })
    step(MINUTE_MS)
    const gateOf = `update frota.payment_order set gate = 'shut', gate_reason = $1 where id = $2`
    await world.query(gateOf, [gateReason, later])
    await readNow(world, late, saidOf(late, 'paid'))
    expect(await world.orders.find(later)).toMatchObject({ gateReason: shutBy })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    step(MINUTE_MS)
    await readNow(world, later, saidOf(later, 'expired'))
    expect(await world.orders.find(later)).toMatchObject({ standing: 'dead' })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  })

  test('that is refunded while a later order awaits its payment: the debts are owed', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    await world.place((await world.effectOf(one)).id, { client: saidOf(late, 'expired') })
    step(MINUTE_MS)
    await readNow(world, late, saidOf(late, 'paid'))
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
    step(MINUTE_MS)
    await readNow(world, late, saidOf(late, 'refunded'))
    expect(await world.debtsAre(one)).toEqual(new Set(['ordered']))
  })

  test('whose debts a later order paid, too, is told until one payment came back', async () => {
    const { one, late } = await proposedAnew()
    await world.approve(one)
    await world.place((await world.effectOf(one)).id, { client: saidOf(late, 'expired') })
    const [later = ''] = await ids(one)
    const both = saidOf(later, 'paid', {}, saidOf(late, 'paid'))
    step(MINUTE_MS)
    await readNow(world, late, both)
    expect(await exceptionsOf(world, one, 'debt-paid-twice')).toEqual([])
    const read = await readNow(world, later, both)
    const paid = one.plan.items.map(({ debtId }) => debtId).toSorted()
    expect((await exceptionsOf(world, one, 'debt-paid-twice')).toSorted()).toEqual(paid)
    step(MINUTE_MS)
    const refunded_amount = formatCents(read?.totalCents ?? 0n)
    await readNow(world, later, saidOf(later, 'refunded', { refunded_amount }, both))
    expect(await exceptionsOf(world, one, 'debt-paid-twice')).toEqual([])
    // The debts are the other order's, so nobody is asked to free them.
    expect(await exceptionsOf(world, one, 'order-refunded')).toEqual([])
    expect(await exceptionsOf(world, one, 'refund-unexplained')).toEqual([])
    const free = freeRefunded(world.tools(one), { orderId: later, person: 'Ana', reason: 'back' })
    expect(await free).toEqual({ freed: false, why: 'freed-before' })
    expect(await world.debtsAre(one)).toEqual(new Set(['paid']))
  })
})
