/** The sums of a quarantined order are the service's doing; those of any other order are ours. */
import { describe, expect, test } from 'vitest'
import { MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import { openForeignOrderStore } from '../../../src/ledger/orders/foreign-orders.ts'
import type { ReportTotals } from '../../../src/ledger/reports/report-rows.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { openRunStore } from '../../../src/ledger/runs/runs.ts'
import { START } from '../consultations/campaign-world.ts'
import { openPlanWorld, orderFacts, some } from '../orders/plan-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openPlanWorld())

interface Odd {
  /** A person took it as it is. */
  readonly accepted?: boolean
  readonly totalCents?: bigint
  readonly debtsCents?: bigint
  readonly gate?: 'open' | 'shut'
  readonly gateReason?: string
}

/** The totals of a fleet with one order. */
async function totalsWith({ accepted = false, ...odd }: Odd): Promise<ReportTotals['orders']> {
  const { one, planId } = await world.proposed()
  const approval = await world.approve(planId)
  const { items } = some(await world.plans.find(planId))
  const { fleetId, vehicleId } = one
  const effectId = approval.approved ? approval.effectId : ''
  const id = world.ledger.uuid()
  const facts = orderFacts(id, { gate: 'shut', ...odd })
  const of = { fleetId, vehicleId, planId, effectId, items, events: [] }
  await world.orders.transaction((tx) =>
    world.orders.record({ ...facts, ...of, at: START, nextReadAt: null }, tx),
  )
  if (accepted) {
    const by = { who: 'Ana', reason: 'checked', at: START }
    const foreign = openForeignOrderStore(world.ledger.db)
    await world.orders.transaction((tx) => foreign.clear(planId, id, by, tx))
  }
  const runs = openRunStore(world.ledger.db)
  const settings = { flavour: 'machine', locale: 'en', zone: 'UTC', serviceOrigin: '' } as const
  const start = { command: 'reconcile', holder: 'test', simulated: true, settings, at: START }
  const run = await runs.start({ ...start, fleetId, after: 0 })
  const source = openReportSource(world.ledger.db, false)
  return (await source.totals(await source.scope(run), MISMATCHES)).orders
}

const none = { itemsCents: 0n, totalCents: 0n }

describe('an order whose sums are wrong', () => {
  test('is known when it is quarantined: the rest is still held to the cent', async () => {
    const total = await totalsWith({ totalCents: 1n, gateReason: 'total-differs' })
    expect(total.knownGaps).toEqual({ itemsCents: 0n, totalCents: 1n - 109_90n })
    const debts = { debtsCents: 100_01n, totalCents: 109_91n, gateReason: 'debts-differ' }
    expect((await totalsWith(debts)).knownGaps).toEqual({ itemsCents: 1n, totalCents: 0n })
  })

  test('is not known for a reason that has nothing to do with it, nor behind an open gate', async () => {
    const waiting = { totalCents: 1n, gateReason: 'pix-missing' }
    expect((await totalsWith(waiting)).knownGaps).toEqual(none)
    const open = { totalCents: 1n, gate: 'open', gateReason: 'total-differs' } as const
    expect((await totalsWith(open)).knownGaps).toEqual(none)
  })

  test('stays known once a person took it as it is, and its gate is open', async () => {
    const open = { totalCents: 1n, gate: 'open', accepted: true } as const
    expect((await totalsWith(open)).knownGaps).toEqual({ itemsCents: 0n, totalCents: 1n - 109_90n })
  })

  test('is none when its sums are right', async () => {
    expect((await totalsWith({ gateReason: 'other-items' })).knownGaps).toEqual(none)
  })
})
