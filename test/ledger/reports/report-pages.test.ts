import { expect, test } from 'vitest'
import { MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import { VEHICLES_PER_PAGE, vehicleWindows } from '../../../src/ledger/reports/report-pages.ts'
import type { ReportException } from '../../../src/ledger/reports/report-rows.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import {
  at,
  FLEET,
  FORMER_CAMPAIGN,
  fixedId,
  LedgerBuilder,
} from '../../reconciliation/reports/ledger-builder.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { nowAt } from '../../support/now-at.ts'

const { database, db } = await ledgerForFile()
const builder = new LedgerBuilder(database.pool)
await builder.fleet()
const run = await builder.run(1)
const source = openReportSource(db, false)

const SOME_PAGES = VEHICLES_PER_PAGE * 2 + 7

test('a fleet of several pages leaves the ledger whole, in order and once', async () => {
  await database.pool.query(
    `insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, owner_hash, owner_masked,
       state, created_at, updated_at)
     select $1, $2, lpad(n::text, 11, '0'), 'ABC' || lpad(n::text, 4, '0'), 'SP', '', '',
       'registered', $3, $3 from generate_series(1, $4::int) as n`,
    [FLEET, fixedId('a', 1), at('20', 1), SOME_PAGES],
  )
  const scope = await source.scope(run)
  const sizes: number[] = []
  const renavams: string[] = []
  for await (const page of source.vehicles(scope)) {
    sizes.push(page.length)
    renavams.push(...page.map((vehicle) => vehicle.renavam))
  }
  expect(sizes).toEqual([VEHICLES_PER_PAGE, VEHICLES_PER_PAGE, 7])
  expect(renavams).toEqual(renavams.toSorted())
  expect(new Set(renavams).size).toBe(SOME_PAGES)
  expect((await source.totals(scope, MISMATCHES)).vehicles.registered).toBe(SOME_PAGES)
})

test('windows follow one another without a gap', async () => {
  let after = 0n
  for await (const window of vehicleWindows(db, FLEET, 100)) {
    expect(window.after).toBe(after)
    expect(window.upTo).toBeGreaterThan(after)
    after = window.upTo
  }
})

test('an order that waits for its code is no alarm, one with a bad code or other sums is', async () => {
  const vehicle = await builder.vehicle({ plate: 'XYZ1A23', renavam: '26827649960', uf: 'SP' })
  const [debt = ''] = await builder.answer(vehicle, [{ cents: 100 }])
  const shut = { gate: 'shut', gate_reason: 'pix-missing' }
  const waiting = await builder.order(vehicle, [debt], shut)
  const code = { pix_code: 'not a code', gate_reason: 'pix-unreadable' }
  const bad = await builder.order(vehicle, [debt], { ...shut, ...code })
  const late = { pix_code: 'a code', pix_expires_at: at('20', 23) }
  const expired = await builder.order(vehicle, [debt], { ...shut, ...late })
  const underWay = { ...shut, status: 'processing', gate_reason: 'not-awaiting-payment' }
  await builder.order(vehicle, [debt], { ...underWay, pix_code: 'a code' })
  await builder.order(vehicle, [debt], underWay)
  const paid = { standing: 'paid', gate: 'shut', gate_reason: 'amounts-changed' }
  const other = await builder.order(vehicle, [debt], { ...late, ...paid })
  expect(await referencesOf('pix-missing')).toEqual([waiting])
  expect(await referencesOf('pay-gate-shut')).toEqual([bad, other])
  expect(await referencesOf('pix-expired')).toEqual([expired])
})

test('a member that failed without a consultation is told', async () => {
  const row = { plate: 'XYZ2A34', renavam: '00639884962', uf: 'SP' }
  const member = { state: 'failed', reason: 'vehicle-unknown' }
  const vehicle = await builder.vehicle(row, member)
  expect(await referencesOf('member-failed')).toEqual([vehicle])
})

test('an order whose total is not its items and fee is told with both figures', async () => {
  const vehicle = await builder.vehicle({ plate: 'XYZ3A45', renavam: '01284762677', uf: 'SP' })
  const [debt = ''] = await builder.answer(vehicle, [{ cents: 1_000 }])
  const order = await builder.order(vehicle, [debt], { total_cents: 9_999 })
  const found = await exceptionsOf('order-totals-differ')
  expect(found.map(({ reference }) => reference)).toEqual([order])
  expect(found[0]).toMatchObject({ amountCents: 1_490n, foundCents: 9_999n })
})

test('a code that ran out after the last reading stays in the ledger', async () => {
  const vehicle = await builder.vehicle({ plate: 'XYZ4A56', renavam: '00965904008', uf: 'SP' })
  const [debt = ''] = await builder.answer(vehicle, [{ cents: 100 }])
  const code = (row: object) => builder.order(vehicle, [debt], { pix_code: 'a code', ...row })
  const over = await code({ pix_expires_at: at('21', 1) })
  const valid = await code({ pix_expires_at: at('21', 2) })
  const endless = await code({})
  const found = new Map<string, unknown>()
  for await (const page of source.orders(await source.scope(run), {
    endedAt: at('21', 1).toISOString(),
  })) {
    for (const { id, gate, gateReason, pixCode } of page) {
      found.set(id, { gate, gateReason, pixCode })
    }
  }
  expect(found.get(over)).toEqual({ gate: 'shut', gateReason: 'pix-expired', pixCode: '' })
  const shown = { gate: 'open', gateReason: null, pixCode: 'a code' }
  expect([found.get(valid), found.get(endless)]).toEqual([shown, shown])
  expect(await referencesOf('pix-expired')).toContain(over)
})

test('what the newest considered answer left out is told while it is open', async () => {
  const vehicle = await builder.vehicle({ plate: 'XYZ5A67', renavam: '10000000008', uf: 'SP' })
  const debts = await builder.answer(vehicle, [
    { cents: 1 },
    { cents: 2 },
    { cents: -3 },
    { cents: 4 },
    { cents: 5, state: 'ordered' },
    { cents: 6, gone: true },
  ])
  const [ipva = '', partner = '', negative = '', full = '', ordered = '', gone = ''] = debts
  // An older answer has other reasons, which do not count any more.
  const older = { campaign_id: FORMER_CAMPAIGN, considered_at: at('01', 23, 6) }
  await builder.considered(vehicle, { [ipva]: 'order-full' }, older)
  await builder.considered(vehicle, {
    [ipva]: 'ipva-conflict',
    [partner]: 'partner-left-out',
    [negative]: 'amount-not-positive',
    [full]: 'order-full',
    [ordered]: 'order-full',
    [gone]: 'order-full',
  })
  expect(await referencesOf('debt-ipva-conflict')).toEqual([ipva])
  expect(await referencesOf('debt-partner-left-out')).toEqual([partner])
  expect(await referencesOf('debt-not-positive')).toEqual([negative])
  expect(await referencesOf('debt-order-full')).toEqual([full])
  const why: (string | null)[] = []
  for await (const page of source.vehicles(await source.scope(run))) {
    const listed = page.find(({ vehicleId }) => vehicleId === vehicle)?.debts ?? []
    why.push(...debts.map((id) => listed.find((debt) => debt.id === id)?.leftOutWhy ?? null))
  }
  expect(why.filter((one) => one !== null)).toEqual([
    'ipva-conflict',
    'partner-left-out',
    'amount-not-positive',
    'order-full',
  ])
})

test('a vehicle that another fleet has now leaves its order here, and totals that close', async () => {
  const row = { plate: 'XYZ9A87', renavam: '99999999999', uf: 'SP' }
  const vehicle = await builder.vehicle(row, { state: 'answered' })
  const [debt = ''] = await builder.answer(vehicle, [{ cents: 700 }])
  const order = await builder.order(vehicle, [debt])
  await database.pool.query(
    `with other as (insert into frota.fleet (name, account_id, created_at)
       values ('other', $1, now()) returning id)
     update frota.vehicle set fleet_id = other.id from other where vehicle.id = $2`,
    [fixedId('a', 1), vehicle],
  )
  const scope = await source.scope(run)
  const [orders, members] = [new Set<string>(), new Map<string, number>()]
  for await (const page of source.orders(scope, { endedAt: at('21', 1).toISOString() }))
    for (const { id } of page) orders.add(id)
  for await (const page of source.vehicles(scope))
    for (const { member } of page)
      if (member !== null) members.set(member.state, (members.get(member.state) ?? 0) + 1)
  const totals = await source.totals(scope, MISMATCHES)
  expect([orders.has(order), orders.size]).toEqual([true, totals.orders.rows])
  expect(totals.members).toMatchObject(Object.fromEntries(members))
  expect(totals.members.answered).toBe(members.get('answered') ?? 0)
})

async function exceptionsOf(code: ReportException['code']): Promise<ReportException[]> {
  const found: ReportException[] = []
  const scope = await source.scope(run)
  for await (const page of source.exceptions(scope, code, nowAt(at('21', 1)))) {
    found.push(...page)
  }
  return found
}

async function referencesOf(code: ReportException['code']): Promise<string[]> {
  return (await exceptionsOf(code)).map(({ reference }) => reference)
}
