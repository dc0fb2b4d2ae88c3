/** What `frota doctor` shows of the engine, on both of them. */
import { describe, expect, test } from 'vitest'
import { engineFacts, writingFacts } from '../../src/ledger/runs/engine-facts.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'

const database = await forFile(openTestDatabase())

test('an engine tells its version, its size and its clock', async () => {
  const before = Date.now()
  const { version, bytes, nowMs, slow } = await engineFacts(database)
  expect(version).toMatch(/^1[5-9]\./)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(nowMs).toBeGreaterThan(before - 60_000)
  expect(slow).toEqual([])
})

test.runIf(testEngine() === 'postgresql')(
  'a server tells of statements that take long',
  async () => {
    await using held = await openSleeping()
    const { slow } = await engineFacts(database, 0)
    expect(slow).toMatchObject([{ text: held.text, waitsForLock: false }])
  },
)

describe('whether a command may write', () => {
  const all = { schemas: ['frota'], migrates: false }
  /** Everything is undone, the role with it. */
  async function factsAfter(sql: string, asking: Partial<typeof all> = {}) {
    const client = await database.pool.connect()
    try {
      await client.query(`begin; create table frota.run_ (id int); create role reader_; ${sql}`)
      return await writingFacts(client, { ...all, ...asking })
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const asReader = 'set local role reader_'

  test.each([
    ['the owner', '', {}, /^false null$/],
    ['a standby', 'set transaction read only', {}, /^true null$/],
    [
      'a reader',
      `grant usage on schema frota to reader_; ${asReader}`,
      {},
      /^false SELECT on frota\./,
    ],
    [
      'one who may insert but not delete',
      `grant usage on schema frota to reader_;
       grant select, insert, update on all tables in schema frota to reader_; ${asReader}`,
      {},
      /^false DELETE on frota\./,
    ],
    [
      'one who may not enter the schema',
      `grant all on all tables in schema frota to reader_; ${asReader}`,
      {},
      /^false SELECT on frota\./,
    ],
    [
      'one who cannot migrate',
      asReader,
      { schemas: [], migrates: true },
      /^false CREATE on the data/,
    ],
    ['one who cannot make a schema', asReader, { schemas: ['later'] }, /^false CREATE on the data/],
  ] as const)('%s', async (_who, sql, asking, expected) => {
    const found = await factsAfter(sql, asking as Partial<typeof all>)
    expect(`${found.readOnly} ${found.lacks}`).toMatch(expected)
  })
})

/** A statement that runs until it is cancelled. */
async function openSleeping() {
  const text = 'select pg_sleep(600)'
  const client = await database.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = client.query(text).catch(() => undefined)
  return {
    text,
    [Symbol.asyncDispose]: async () => {
      await database.pool.query('select pg_cancel_backend($1)', [rows[0]?.pid])
      await ended
      client.release()
    },
  }
}
