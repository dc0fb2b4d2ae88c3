/** What the embedded database leaves to frota: dead rows and the log must not pile up. */
import { expect, test } from 'vitest'
import { tendLedger } from '../../../src/ledger/runs/statistics.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openTestLedger } from '../../support/database.ts'

const ROWS = 2_000
const ROUNDS = 8

test('rows that change again and again need no more room in an embedded ledger', async () => {
  await using database = await openTestLedger()
  const { pool } = database
  const db = openLedgerDb(pool)
  const bytes = async (): Promise<number[]> => {
    const { rows } = await pool.query<{ table: string; log: string }>(
      `select pg_total_relation_size('public.changing')::text as table,
         (select sum(size)::text from pg_ls_waldir()) as log`,
    )
    return [Number(rows[0]?.table), Number(rows[0]?.log)]
  }
  await pool.query(
    `create table public.changing as
     select id, repeat(md5(id::text), 8) as text from generate_series(1, $1::integer) id`,
    [ROWS],
  )
  const sizes: number[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await pool.query(`update public.changing set text = repeat(md5(id::text || $1), 8)`, [round])
    await tendLedger(db)
    sizes.push(await bytes())
  }
  await pool.query('drop table public.changing')
  expect(sizes.at(-1)?.[0]).toBe(sizes[3]?.[0])
  expect(sizes.at(-1)?.[1]).toBe(sizes[3]?.[1])
})
