import { expect, test } from 'vitest'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import { LEDGER_CODES } from '../../../src/reconciliation/reports/exception-kinds.ts'
import { buildFixedLedger } from '../../reconciliation/reports/fixed-ledger.ts'
import { IMPORT, LedgerBuilder } from '../../reconciliation/reports/ledger-builder.ts'
import { testEngine } from '../../support/database.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { nowAt } from '../../support/now-at.ts'

const ENDED = '2026-11-21T01:00:00.000Z'

const { database, db } = await ledgerForFile()
const builder = new LedgerBuilder(database.pool)
await buildFixedLedger(builder)
const run = await builder.run(7, { import_id: IMPORT })
const source = openReportSource(db, false)

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(...page)
  return all
}

test('the rows that leave the ledger add up to the totals that SQL computes', async () => {
  const scope = await source.scope(run)
  const totals = await source.totals(scope, MISMATCHES)
  const vehicles = await collect(source.vehicles(scope))
  const debts = vehicles.flatMap((vehicle) => vehicle.debts)
  expect(totals).toMatchObject({
    vehicles: { registered: 10, refused: 1, planned: 0 },
    members: { open: 2, answered: 5, failed: 1, stuck: 1, excluded: 2 },
  })
  expect(debts.length).toBe(totals.debts.rows)
  expect(debts.reduce((sum, debt) => sum + debt.amountCents, 0n)).toBe(totals.debts.cents)
  const orders = await collect(source.orders(scope, { endedAt: ENDED }))
  expect(orders.length).toBe(totals.orders.rows + totals.proposals.rows)
})

test('debts say who is their partner, what is new and what went away', async () => {
  const scope = await source.scope(run)
  const [truck] = await collect(source.vehicles(scope))
  const licensing = truck?.debts.find((debt) => debt.kind === 'licensing')
  const partner = truck?.debts.find((debt) => debt.id === licensing?.dependsOnDebtId)
  expect(partner?.kind).toBe('ipva_unique')
  expect(truck?.debts.filter((debt) => debt.state === 'gone')).toHaveLength(1)
  const changes = truck?.debts.map((debt) => debt.change)
  expect(changes?.filter((change) => change !== 'new')).toEqual([null, 'changed'])
})

test('a code whose pay gate is shut never leaves the ledger', async () => {
  const orders = await collect(source.orders(await source.scope(run), { endedAt: ENDED }))
  const shut = orders.filter((order) => order.gate === 'shut')
  expect(shut.map((order) => order.pixCode)).toEqual(shut.map(() => ''))
  expect(orders.filter((order) => order.pixCode !== '')).toHaveLength(1)
})

test('each exception code has a statement that runs, and tells no document', async () => {
  const scope = await source.scope(run)
  const found: Record<string, number> = {}
  for (const code of LEDGER_CODES) {
    const rows = await collect(source.exceptions(scope, code, nowAt(ENDED)))
    found[code] = rows.length
    expect(rows.filter((row) => row.detail.includes('529'))).toEqual([])
  }
  expect(found).toEqual({
    'order-quarantined': 1,
    'payment-needs-person': 0,
    'money-blocked': 0,
    'credential-shared': 1,
    'order-twin': 0,
    'order-found': 0,
    'pay-gate-shut': 1,
    'order-refunded': 0,
    'refund-unexplained': 0,
    'debt-settled-again': 0,
    'debt-not-settled': 0,
    'freed-debt-paid': 0,
    'debt-paid-twice': 0,
    'order-totals-differ': 0,
    'ipva-paid-twice': 0,
    'order-status-unknown': 1,
    'effect-unreadable': 0,
    'effect-unsettled': 0,
    'order-held': 1,
    'effect-rejected': 0,
    'answer-total-differs': 0,
    'answer-flagged': 0,
    'consultation-failed': 1,
    'consultation-stuck': 1,
    'member-failed': 0,
    'vehicle-refused': 1,
    'vehicle-untold': 0,
    'owner-differs': 0,
    'row-rejected': 2,
    'debt-unpayable': 1,
    'debt-ipva-conflict': 0,
    'debt-partner-left-out': 0,
    'debt-not-positive': 0,
    'debt-order-full': 1,
    'proposal-void': 0,
    'approval-lapsed': 0,
    'debt-reworded': 0,
    'debt-over-limit': 0,
    'order-waits': 0,
    'removal-held': 0,
    'settlement-late': 1,
    'boleto-expired': 0,
    'pix-expired': 0,
    'pix-missing': 0,
    'boleto-missing': 0,
    'card-approved': 0,
    'card-unpaid': 0,
    'pix-renewed': 0,
    'effect-adopted': 0,
    'debts-equal': 0,
    'renavam-provisional': 1,
    'member-excluded': 2,
  })
})

test.runIf(testEngine() === 'postgresql')(
  'what others settle while a report is read does not show in it',
  async () => {
    const source = openReportSource(db, true)
    await source.inOneMoment(async (still) => {
      const scope = await still.scope(run)
      const totals = await still.totals(scope, MISMATCHES)
      await database.pool.query(
        `update frota.vehicle set state = 'planned' where state = 'refused'`,
      )
      const vehicles = await collect(still.vehicles(scope))
      const refused = vehicles.filter(({ state }) => state === 'refused')
      expect(refused).toHaveLength(totals.vehicles.refused)
      expect(refused).not.toEqual([])
    })
  },
)

test('a debt settled before the campaign is listed while the newest answer shows it', async () => {
  await database.pool.query(`update frota.debt set state = 'settled', state_since = '2026-01-01'
    where id = (select id from frota.debt where shown and state = 'open' order by id limit 1)`)
  const scope = await source.scope(run)
  const vehicles = await collect(source.vehicles(scope))
  const shown = vehicles.flatMap(({ debts }) => debts.filter((debt) => debt.listed && debt.shown))
  const { answerItems } = await source.totals(scope, MISMATCHES)
  expect(shown.length).toBe(answerItems.rows)
})
