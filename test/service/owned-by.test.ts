/** The condition that keeps one account's rows from all others, as the database gets it. */
import {
  Kysely,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import { ownedBy } from '../../src/service/tenants/owned-by.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

test.each([
  [
    { brandId: 'brand', accountId: 'account' },
    undefined,
    '("brand_id" = $1 and "account_id" = $2)',
  ],
  [
    { brand_id: 'brand', account_id: 'account' },
    'item',
    '("item"."brand_id" = $1 and "item"."account_id" = $2)',
  ],
])('rows of %j under the alias %j are found by %s', (owner, table, sql) => {
  const compiled = ownedBy(owner, table).compile(db)
  expect([compiled.sql, compiled.parameters]).toEqual([sql, ['brand', 'account']])
})
