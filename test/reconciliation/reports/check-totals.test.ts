import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportTotals } from '../../../src/ledger/reports/report-rows.ts'
import {
  checkTotals,
  differences,
  type CheckFacts,
} from '../../../src/reconciliation/reports/check-totals.ts'
import {
  writeOrderItems,
  writeOrders,
  writeVehiclesAndDebts,
} from '../../../src/reconciliation/reports/files/write-csv-files.ts'
import type { CsvWriting } from '../../../src/reconciliation/reports/files/write-csv-files.ts'
import { oldAnswersBefore } from '../../../src/reconciliation/reports/reports-of-vehicle.ts'
import { Tally } from '../../../src/reconciliation/reports/tally.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { memoryDebt, memoryOrder, memoryRun, memorySource } from './memory-source.ts'
import { memoryVehicle, totalsOf, type MemoryLedger } from './memory-source.ts'
import { howMany } from '../../support/extent.ts'
import { folderForFile } from '../../support/for-file.ts'

const reportsDir = await folderForFile('checks')

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
const kinds = ['ticket', 'licensing', 'ipva', 'ipva_unique', 'ipva_installment', 'nova_taxa']
const states = ['open', 'proposed', 'ordered', 'paid', 'settled'] as const

const debt = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...kinds),
    description: fc.string({ unit: 'binary' }),
    year: fc.option(fc.integer({ min: 2020, max: 2027 })),
    dueDate: fc.option(fc.constantFrom('2026-01-31', '2026-11-20', '2026-12-31')),
    amountCents: cents,
    previousAmountCents: fc.option(cents),
    isPayable: fc.boolean(),
    state: fc.constantFrom(...states),
    shown: fc.boolean(),
  })
  .map((fields) => memoryDebt(fields))

const vehicle = fc
  .record({
    vehicleId: fc.uuid(),
    uf: fc.constantFrom('SP', 'RJ', 'MG'),
    nickname: fc.string({ unit: 'grapheme' }),
    costCentre: fc.string({ unit: 'grapheme' }),
    state: fc.constantFrom('planned' as const, 'registered' as const, 'refused' as const),
    member: fc.option(
      fc.record({
        state: fc.constantFrom('open' as const, 'answered' as const, 'failed' as const),
        reason: fc.constant(null),
        rank: fc.nat(),
      }),
    ),
    debts: fc.uniqueArray(debt, { maxLength: 5, selector: (one) => one.id }),
  })
  .map((fields) => memoryVehicle(fields))

const order = fc
  .record({ id: fc.uuid(), debtsCents: cents, feeCents: cents, isProposal: fc.boolean() })
  .map(({ debtsCents, feeCents, ...rest }) =>
    memoryOrder({
      ...rest,
      standing: rest.isProposal ? 'proposed' : 'open',
      debtsCents,
      feeCents: rest.isProposal ? 0n : feeCents,
      totalCents: debtsCents + (rest.isProposal ? 0n : feeCents),
    }),
  )

const ledger: fc.Arbitrary<MemoryLedger> = fc.record({
  vehicles: fc.array(vehicle, { maxLength: 8 }),
  orders: fc.array(order, { maxLength: 4 }),
})
const flavour = fc.constantFrom('excel' as const, 'machine' as const)

async function report(given: MemoryLedger, how: 'excel' | 'machine') {
  const run = memoryRun()
  return writeReports(
    { source: memorySource(given), openRow: () => [] },
    { run: { ...run, settings: { ...run.settings, flavour: how } }, reportsDir },
  )
}

test('a clean ledger closes, whatever its texts and amounts', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, flavour, async (given, how) => {
      const { manifest } = await report(given, how)
      expect(manifest.checks.filter((check) => !check.closes)).toEqual([])
    }),
    { numRuns: howMany(20, 60) },
  )
})

/** What the files of a ledger are checked by, without a page around them. */
async function factsOf(given: MemoryLedger): Promise<CheckFacts> {
  const [run, source, tally] = [memoryRun(), memorySource(given), new Tally()]
  const zone = run.settings.zone
  const [today, endedAt] = ['2026-11-20', '2026-11-21T01:00:00.000Z']
  const writing: CsvWriting = {
    run,
    scope: await source.scope(run),
    source,
    tally,
    directory: await mkdtemp(join(reportsDir, 'facts-')),
    policy: { today, prefer: 'single', oldBefore: oldAnswersBefore(today, zone), zone },
    codes: { endedAt },
  }
  const { vehicles, debts } = await writeVehiclesAndDebts(writing)
  const orders = await writeOrders(writing)
  const files = { vehicles, debts, orders, orderItems: await writeOrderItems(writing) }
  const totals = totalsOf(given)
  return { import: null, totals, tally, roll: null, ...files, rejectedRows: 0 }
}

const sampled = await Promise.all(fc.sample(ledger, howMany(2, 5)).map(factsOf))

/** Each plants one difference between the ledger's own sums and the rows that leave it. */
const plants: Record<string, (totals: ReportTotals) => void> = {
  'debt-rows': (totals) => (totals.debts.rows += 1),
  'debt-cents': (totals) => (totals.debts.cents += 1n),
  'item-rows': (totals) => (totals.answerItems.rows -= 1),
  'item-cents': (totals) => (totals.answerItems.cents -= 1n),
  'vehicle-rows': (totals) => (totals.vehicles.refused += 1),
  'vehicle-states': (totals) => {
    totals.vehicles.refused += 1
    totals.vehicles.registered -= 1
  },
  'member-states': (totals) => (totals.members.stuck += 1),
  'order-rows': (totals) => (totals.proposals.rows += 1),
  'order-debts': (totals) => (totals.orders.debtsCents += 1n),
  'order-items': (totals) => (totals.orders.itemsCents -= 1n),
  'order-totals': (totals) => (totals.orders.feeCents += 1n),
  'order-total-cents': (totals) => (totals.orders.totalCents -= 1n),
}

test.each(Object.keys(plants))('a planted difference is found: %s', (code) => {
  for (const facts of sampled) {
    const totals = structuredClone(facts.totals)
    plants[code]?.(totals)
    const wrong = differences(checkTotals({ ...facts, totals }))
    expect(wrong.map((check) => check.code)).toContain(code)
  }
})
