/**
 * Every statement of every operation names the tenant of each row that it looks for: what row-level
 * security would do on a server (docs/decisions/005-tenant-predicates.md), on both engines.
 */
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { newVehicle } from './support/fleet.ts'
import { owing } from './support/ordering.ts'
import { MINUTE_MS, openBench } from './support/open-service.ts'
import { recordStatements, type Statement } from './tenants-recorder.ts'
import { type Ids, objectsOf, requestOf } from './tenants-world.ts'
import { forFile } from '../support/for-file.ts'

const DAY_MS = 1_440 * MINUTE_MS
/** Tables that bear a brand and an account. */
const OWNED = ['vehicle', 'consultation', 'debt_item', 'payment_order', 'idempotent_call']
/** Tables whose rows belong to an order, and are found by it or by their own id. */
const BY_ORDER = ['order_item', 'attempt']
/** Tables of the service itself and of whoever calls. */
const OTHERS = [
  'brand',
  'account',
  'api_key',
  'quota_bucket',
  'quota_use',
  'failed_key',
  'secret_file',
  'migration',
]
/** Asked of all tenants, and telling of none: whether the simulated faults have anything to do. */
const OF_NOBODY = ['select "id" from "service"."vehicle" where "plate" like $1 limit $2']
const REFERENCE = /\b(from|join|into|update)\s+"?service"?\."?(\w+)"?/gi

const bench = await forFile(openBench())
const recorder = recordStatements(bench.pool)
const service = await forFile(bench.again({ pool: recorder.pool }))
await everything(service.url, await objectsOf(bench, await bench.tenant('stranger')))
const statements = recorder.take()
const found = await bench.pool.query<{ id: string }>(
  `select id from service.payment_order where account_id = $1 union all
   select a.id from service.attempt a join service.payment_order o on o.id = a.order_id
   where o.account_id = $1`,
  [bench.own.accountId],
)
const reachable = new Set<unknown>(found.rows.map(({ id }) => id))

/** All operations, by each method, at each turn of an order's life, and for somebody else's. */
async function everything(url: string, foreign: Ids): Promise<void> {
  let fresh = 8_000
  const ask = async (operation: Operation, about: Ids, given = {}): Promise<string> => {
    const { method, path, body } = requestOf(operation, about, fresh++, given)
    const answer = await bench.send(method, path, { url, ...(body === undefined ? {} : { body }) })
    expect(answer.status).toBeLessThan(500)
    return String(answer.body['id'])
  }
  const kept = Object.values<Operation>(api).filter(({ method }) => method !== 'DELETE')
  const at = {
    ...bench,
    send: (method: string, path: string, sent = {}) => bench.send(method, path, { ...sent, url }),
  }
  for (const method of ['pix', 'boleto', 'credit_card']) {
    const { vehicleId, number, consultation, item } = await owing(at)
    const ids = {
      vehicle_id: vehicleId,
      consultation_id: consultation.id,
      debt_item_ids: [item.id],
    }
    const abandoned = await ask(api.createOrder, { ...ids, order_id: '' }, { method })
    const order_id = await ask(api.createOrder, { ...ids, order_id: '' }, { method })
    for (const laterMs of [0, MINUTE_MS, 2 * DAY_MS, 9 * DAY_MS]) {
      bench.clock.step(laterMs)
      for (const each of kept) await ask(each, { ...ids, order_id }, { method })
      for (const each of [api.getOrder, api.renewPix])
        await ask(each, { ...ids, order_id: abandoned })
    }
    const body = { uf: newVehicle(number + 1).uf }
    const changed = await at.send('PATCH', `/api/v1/vehicles/${vehicleId}`, { body })
    expect(changed.status).toBe(200)
    await ask(api.deleteVehicle, { ...ids, order_id })
  }
  for (const each of Object.values<Operation>(api)) await ask(each, foreign)
  const headers = { 'idempotency-key': 'once' }
  const body = newVehicle(fresh)
  for (const status of [201, 201]) {
    expect((await bench.send('POST', '/api/v1/vehicles', { url, body, headers })).status).toBe(
      status,
    )
  }
}

function tablesOf(sql: string): string[] {
  return [...sql.matchAll(REFERENCE)].map(([, , table = '']) => table)
}

/** How often a statement binds a column to a value. */
function bound({ sql, values }: Statement, column: string, value: string): number {
  const places = [...sql.matchAll(new RegExp(`"?${column}"? = \\$(\\d+)`, 'g'))]
  return places.filter(([, place]) => values[Number(place) - 1] === value).length
}

function isOwned(statement: Statement): boolean {
  const { sql, values } = statement
  const { accountId, brandId } = bench.own
  const inserted = /^insert into "service"\."\w+" \(([^)]*)\)/.exec(sql)?.[1]
  if (inserted !== undefined) {
    const columns = inserted.split(', ').map((each) => each.replaceAll('"', ''))
    const bears = (column: string, value: string): boolean =>
      values[columns.indexOf(column)] === value
    return bears('account_id', accountId) && bears('brand_id', brandId)
  }
  const looked = tablesOf(sql).filter((table) => OWNED.includes(table)).length
  return (
    bound(statement, 'account_id', accountId) >= looked &&
    bound(statement, 'brand_id', brandId) >= looked
  )
}

test('each table of the service is one that the rules below speak of', async () => {
  const found = await bench.pool.query<{ name: string; owned: boolean }>(
    `select table_name as name, bool_or(column_name = 'account_id') as owned
     from information_schema.columns where table_schema = 'service' group by table_name`,
  )
  const known = [...OWNED, ...BY_ORDER, ...OTHERS]
  expect(found.rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  const owned = found.rows.filter((row) => row.owned).map(({ name }) => name)
  expect(owned.toSorted()).toEqual(OWNED.toSorted())
  const asked = new Set(statements.flatMap(({ sql }) => tablesOf(sql)))
  expect([...OWNED, ...BY_ORDER].filter((table) => !asked.has(table))).toEqual([])
})

test('a statement on owned rows binds account and brand, once for each table it names', () => {
  const about = statements.filter(({ sql }) => tablesOf(sql).some((each) => OWNED.includes(each)))
  expect(new Set(about.map(({ sql }) => sql)).size).toBeGreaterThan(25)
  const wrong = new Set(about.filter((each) => !isOwned(each)).map(({ sql }) => sql))
  expect([...wrong].filter((sql) => !OF_NOBODY.includes(sql))).toEqual([])
})

test('items and attempts are reached through an order of the account, or with its rows', () => {
  const about = statements.filter(({ sql }) =>
    tablesOf(sql).some((each) => BY_ORDER.includes(each)),
  )
  expect(about.length).toBeGreaterThan(10)
  const wrong = about.filter((statement) => {
    const isBesideOwned = tablesOf(statement.sql).some((each) => OWNED.includes(each))
    if (isBesideOwned && isOwned(statement)) return false
    return !statement.values.some((value) => reachable.has(value))
  })
  expect(new Set(wrong.map(({ sql }) => sql))).toEqual(new Set())
})

test('the rules see a statement that names no tenant', () => {
  const { accountId, brandId } = bench.own
  const bad = [
    { sql: 'select * from "service"."vehicle" where "id" = $1', values: ['x'] },
    {
      sql: 'select * from "service"."vehicle" where "account_id" = $1 and "brand_id" = $2',
      values: [brandId, accountId],
    },
    {
      sql: 'select 1 from service.debt_item i join service.vehicle v where v.account_id = $1 and v.brand_id = $2',
      values: [accountId, brandId],
    },
    {
      sql: 'insert into "service"."vehicle" ("id", "account_id") values ($1, $2)',
      values: ['x', accountId],
    },
  ]
  expect(bad.filter(isOwned)).toEqual([])
})
