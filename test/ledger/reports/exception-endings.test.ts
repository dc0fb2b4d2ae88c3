/** Each kind of exception outlives its campaign, and ends by its fact or by a person's word. */
import { describe, expect, test } from 'vitest'
import { MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import { endExceptions } from '../../../src/ledger/reports/exception-ends.ts'
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import type { ReportException } from '../../../src/ledger/reports/report-rows.ts'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import {
  exceptionKinds,
  LEDGER_CODES,
} from '../../../src/reconciliation/reports/exception-kinds.ts'
import { exceptionLine } from '../../../src/reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../../src/reconciliation/reports/words/reports.ts'
import { everyKind, plantEveryKind } from '../../reconciliation/reports/every-exception.ts'
import {
  at,
  FLEET,
  fixedId,
  IMPORT,
  LedgerBuilder,
} from '../../reconciliation/reports/ledger-builder.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { nowAt } from '../../support/now-at.ts'

const OF_ORDERS = `boleto-expired boleto-missing card-approved card-unpaid
  debt-not-settled debt-paid-twice effect-adopted effect-unsettled freed-debt-paid order-held
  order-quarantined order-refunded order-status-unknown order-totals-differ order-twin
  pay-gate-shut payment-needs-person pix-expired pix-missing pix-renewed
  refund-unexplained settlement-late`.split(/\s+/)
const NEXT_CAMPAIGN = fixedId('c', 3)
const ENDED = at('28', 1)

const { database, db } = await ledgerForFile()
const builder = new LedgerBuilder(database.pool)
const planted = await plantEveryKind(builder, at('25', 9))
await database.pool.query('update frota.campaign set closed_at = $1 where closed_at is null', [
  at('21', 2),
])
const opened = at('27', 22)
await builder.insert('campaign', { id: NEXT_CAMPAIGN, fleet_id: FLEET, opened_at: opened })
await database.pool.query(
  `insert into frota.campaign_member (campaign_id, vehicle_id, joined_at)
    select $1, id, $2 from frota.vehicle where in_fleet`,
  [NEXT_CAMPAIGN, opened],
)
const times = { started_at: opened, ended_at: ENDED }
const run = await builder.run(8, { campaign_id: NEXT_CAMPAIGN, ...times })
const source = openReportSource(db, false)

async function told(code: ExceptionCode): Promise<ReportException[]> {
  const all: ReportException[] = []
  const scope = await source.scope(run)
  for await (const page of source.exceptions(scope, code, nowAt(ENDED))) all.push(...page)
  const { rows, first } = await source.firstExceptions(scope, code, {
    ...nowAt(ENDED),
    limit: 10,
  })
  expect({ rows, first }).toEqual({ rows: all.length, first: all })
  return all
}

test('a request under way is told as a doubt only once its deadline has passed', async () => {
  const before = (await told('effect-unsettled')).length
  const set = (state: string, deadline: string) =>
    database.pool.query(
      `update frota.effect set state = '${state}', deadline_at = ${deadline}
        where state in ('in-doubt', 'intent') and kind = 'order'`,
    )
  await set('intent', "frota.ledger_now() + interval '1 minute'")
  expect(await told('effect-unsettled')).toHaveLength(before - 1)
  await set('intent', "frota.ledger_now() - interval '1 second'")
  expect(await told('effect-unsettled')).toHaveLength(before)
  await set('in-doubt', 'null')
})

describe('after the next campaign was opened', () => {
  test('every exception of one order or debt names it, by what the ledger has of that id', async () => {
    const isIn = async (tables: readonly string[], id: string): Promise<boolean> => {
      const found = tables.map((table) => `select from frota.${table} where id::text = $1`)
      const { rowCount } = await database.pool.query(found.join(' union all '), [id])
      return (rowCount ?? 0) > 0
    }
    const saying = { texts: messagesOf('en'), locale: 'en', endedAt: ENDED.toISOString() } as const
    for (const code of LEDGER_CODES) {
      for (const fact of await told(code)) {
        const { order, debt, reference } = exceptionLine(fact, { ...saying, zone: 'UTC' })
        const isOrder = await isIn(['payment_order', 'foreign_order'], reference)
        const isDebt = await isIn(['debt'], reference)
        expect({ code, debt }).toEqual({ code, debt: isDebt ? reference : null })
        expect({ code, order }).toEqual({ code, order: isOrder ? reference : order })
      }
    }
    const [unsettled] = await told('debt-not-settled')
    expect(await isIn(['payment_order'], unsettled?.orderId ?? '')).toBe(true)
  })

  test.each(LEDGER_CODES)('%s is still told, since the day on which it began', async (code) => {
    const all = await told(code)
    expect(all).toHaveLength(1)
    expect(Date.parse(all[0]?.since ?? '')).toBeLessThan(at('25', 10).getTime())
  })
})

test('a debt is left out since the answer that began to, not since it was seen first', async () => {
  const vehicle = planted.get('debt-over-limit')
  const considered = (day: string, isLeftOut: boolean) =>
    database.pool.query(
      `with answer as (insert into frota.consultation (id, vehicle_id, campaign_id, credential,
          origin, status, stage, deadline_at, asked_at, answered_at)
        select gen_random_uuid(), $1, $2, '', 'asked', 'ready', '', $3, $3, $3 returning id)
      insert into frota.considered_answer (consultation_id, vehicle_id, considered_at, left_out)
      select answer.id, $1, $3, case when $4 then jsonb_build_array(
        jsonb_build_object('debtId', debt.id, 'why', 'over-limit')) else '[]' end
      from answer, frota.debt debt where debt.vehicle_id = $1`,
      [vehicle, NEXT_CAMPAIGN, at(day, 9), isLeftOut],
    )
  for (const [day, isLeftOut] of [
    ['22', false],
    ['23', true],
    ['24', true],
  ] as const)
    await considered(day, isLeftOut)
  expect((await told('debt-over-limit')).map(({ since }) => since)).toEqual([
    at('23', 9).toISOString(),
  ])
})

test('what is to be done about an order is told to the fleet that ordered, not to a buyer', async () => {
  const buyer = fixedId('f', 9)
  const account_id = fixedId('a', 1)
  await builder.insert('fleet', { id: buyer, name: 'Filial', account_id, created_at: ENDED })
  const move = (to: string) =>
    database.pool.query(
      `with sold as (update frota.vehicle v set fleet_id = $1 from frota.fleet f
        where f.id = v.fleet_id returning v.id, f.name as before)
      insert into frota.vehicle_change (vehicle_id, field, before, after, changed_at)
      select id, 'fleet', before, '', now() from sold`,
      [to],
    )
  const counted = async (fleetId: string): Promise<ExceptionCode[]> => {
    const scope = { fleetId, import: null }
    const now = { ...nowAt(ENDED), limit: 0 }
    const codes = await Promise.all(
      LEDGER_CODES.map(async (code) =>
        (await source.firstExceptions(scope, code, now)).rows > 0 ? [code] : [],
      ),
    )
    return codes.flat()
  }
  await move(buyer)
  const [ours, theirs] = [await counted(FLEET), await counted(buyer)]
  await move(FLEET)
  expect(ours.filter((code) => code !== 'money-blocked').toSorted()).toEqual(OF_ORDERS)
  expect(theirs.filter((code) => OF_ORDERS.includes(code))).toEqual([])
  expect(theirs).toEqual(expect.arrayContaining(['order-found', 'debt-settled-again']))
})

test('a refund that nobody treated stays in the files, and its debts are called so', async () => {
  const scope = await source.scope(run)
  const orders = []
  for await (const page of source.orders(scope, { endedAt: ENDED.toISOString() }))
    orders.push(...page)
  const vehicles = []
  for await (const page of source.vehicles(scope)) vehicles.push(...page)
  const of = vehicles.find(({ vehicleId }) => vehicleId === planted.get('order-refunded'))
  const refunded = orders.filter(({ plate }) => plate === of?.plate)
  expect(refunded.map(({ standing }) => standing)).toEqual(['refunded'])
  const debts = vehicles.flatMap((one) => one.debts)
  const called = debts.filter(({ isRefunded }) => isRefunded).map(({ state }) => state)
  // Of the refunded order, and of the settled one that refused it.
  expect(called).toEqual(['ordered', 'ordered'])
  const totals = await source.totals(scope, MISMATCHES)
  expect(totals.orders.rows).toBe(orders.filter(({ isProposal }) => !isProposal).length)
})

describe('a person', () => {
  const checked = LEDGER_CODES.filter((code) => exceptionKinds[code].person === 'checks')

  test.each(checked)('ends %s with a word, until it begins anew', async (code) => {
    const by = { fleetId: FLEET, person: 'Ana', reason: 'checked at the service' }
    await endExceptions(db, await told(code), { ...by, at: at('26', 9) })
    expect(await told(code)).toEqual([])
    await database.pool.query('update frota.exception_end set ended_at = $1', [new Date(0)])
    expect(await told(code)).toHaveLength(1)
  })

  test('ends another owner in the next files, too, until the vehicle takes another', async () => {
    const by = { fleetId: FLEET, person: 'Ana', reason: 'leasing', at: at('26', 9) }
    await endExceptions(db, await told('owner-differs'), by)
    const later = (days: number) =>
      database.pool.query(
        `update frota.import set received_at = received_at + $1 * interval '1 day'`,
        [days],
      )
    await later(30)
    expect(await told('owner-differs')).toEqual([])
    const changed = { field: 'owner', before: '', after: '', changed_at: ENDED }
    await builder.insert('vehicle_change', { vehicle_id: planted.get('owner-differs'), ...changed })
    expect(await told('owner-differs')).toHaveLength(1)
    await later(-30)
  })

  test('ends one rejected row, or all of a file as an earlier version did', async () => {
    const row = { import_id: IMPORT, line: 5, verdict: 'rejected' }
    await new LedgerBuilder(database.pool).insert('import_row', row)
    const [first, second] = await told('row-rejected')
    const by = { fleetId: FLEET, person: 'Ana', reason: 'sold', at: at('26', 9) }
    const of = { code: 'row-rejected', reference: first?.reference ?? '', detail: '' } as const
    await endExceptions(db, [{ ...of, plate: '' }], by)
    expect(await told('row-rejected')).toEqual([second])
    await endExceptions(db, [{ ...of, reference: IMPORT, plate: '' }], by)
    expect(await told('row-rejected')).toEqual([])
    await database.pool.query('update frota.exception_end set ended_at = $1', [new Date(0)])
    await database.pool.query('delete from frota.import_row where line = 5')
  })
})

describe('a fact', () => {
  const facts = LEDGER_CODES.map((code) => [code, ...everyKind[code].ends] as const)

  test.each(facts)('ends %s: %s', async (code, _fact, statement) => {
    const vehicle = planted.get(code)
    await database.pool.query(statement, statement.includes('$1') ? [vehicle] : [])
    expect(await told(code)).toEqual([])
  })
})

test.each([
  ['returned more for another debt', 'settled', 'failed', 250_00, true],
  ['does not say for which debt', '', '', 250_00, true],
  ['will return it', 'failed', 'settled', 0, true],
  ['returned it', 'failed', 'settled', 100_00, false],
  ['returned it in words of its own', 'recusado', 'settled', 100_00, false],
  ['returned all that it was paid', '', '', 350_00, false],
])(
  'a debt that two orders paid is told until it came back: one order %s',
  async (_what, own, other, refunded_cents, isTold) => {
    const renavam = builder.next('e').slice(-11)
    const vehicle = await builder.vehicle({ plate: 'TWI1A23', renavam, uf: 'SP' })
    const [debt = '', left = ''] = await builder.answer(vehicle, [
      { cents: 100_00 },
      { cents: 250_00 },
    ])
    const paid = { standing: 'paid', status: 'paid' }
    const first = await builder.order(vehicle, [debt, left], { ...paid, refunded_cents })
    await database.pool.query(
      `update frota.order_item set settlement = case debt_id when $2 then $3 else $4 end
      where order_id = $1`,
      [first, debt, own, other],
    )
    await builder.order(vehicle, [debt], paid)
    const all = (await told('debt-paid-twice')).map(({ reference }) => reference)
    expect(all.includes(debt)).toBe(isTold)
  },
)
