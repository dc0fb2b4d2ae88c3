/** What only the database can promise: many sessions at once, and whose clock counts. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import type { Reservation } from '../../../src/ledger/quota/quota.ts'
import { testEngine } from '../../support/database.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { bucket } from './quota-worlds.ts'

let name = ''

const { database } = await ledgerForFile()
const ledger = openQuotaLedger(database.pool)
beforeEach(async () => {
  name = `consultations/${randomUUID()}`
  await ledger.ensureBucket(bucket({ name }))
})

const reserve = (): Promise<Reservation> =>
  ledger.reserve({ bucket: name, useId: randomUUID(), holder: 'test', purpose: 'effect' })

test('200 concurrent reserves grant exactly 20', async () => {
  const replies = await Promise.all(Array.from({ length: 200 }, () => reserve()))
  expect(replies.filter((reply) => reply.granted)).toHaveLength(20)
  expect((await ledger.facts(name)).used).toBe(20)
})

test('reserves and endings at once keep the books', async () => {
  const busy = Array.from({ length: 60 }, async () => {
    const reply = await reserve()
    if (reply.granted) await ledger.settle(reply.useId, 'never-sent')
    return reply.granted
  })
  await Promise.all(busy)
  expect((await ledger.facts(name)).used).toBe(0)
})

// The embedded engine is one session: nothing there runs beside an open transaction.
if (testEngine() === 'postgresql') {
  test('a stricter isolation level fails instead of admitting too many', async () => {
    const early = await database.pool.connect()
    try {
      await early.query('begin isolation level repeatable read')
      await early.query('select count(*) from frota.quota_use')
      await reserve()
      const late = early.query(`select * from frota.quota_reserve($1, $2, 1, '', '')`, [
        name,
        randomUUID(),
      ])
      await expect(late).rejects.toMatchObject({ code: '40001' })
    } finally {
      await early.query('rollback')
      early.release()
    }
  })
}

test('test time is refused as soon as one bucket belongs to a real service', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('frota.test_now', '2026-01-15T12:00:00Z', true)`)
    const { rows } = await client.query<{ now: Date }>('select frota.ledger_now() as now')
    expect(rows[0]?.now.toISOString()).toBe('2026-01-15T12:00:00.000Z')
    await expect(
      openQuotaLedger(client).ensureBucket(
        bucket({ name: 'consultations/real', simulated: false }),
      ),
    ).rejects.toThrow('refused')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('old uses are kept as the audit and slow no reserve: the count reads an index', async () => {
  const insert = `insert into frota.quota_use
    (id, bucket, units, state, holder, purpose, reserved_at, settled_at, free_at)
    select gen_random_uuid(), $1, 1, 'answered', 'test', 'old', t, t, t
    from generate_series(now() - interval '200 days', now() - interval '2 hours',
      interval '10 minutes') t`
  await database.pool.query(insert, [name])
  await database.pool.query('analyze frota.quota_use')
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `explain select sum(units) from frota.quota_use where bucket = $1 and free_at > $2`,
    [name, new Date(8.64e15)],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('quota_use_occupied')
  expect((await reserve()).granted).toBe(true)
})
