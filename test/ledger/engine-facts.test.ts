/** What `frota doctor` shows of the engine, on both of them. */
import { expect, test } from 'vitest'
import { engineFacts } from '../../src/ledger/runs/engine-facts.ts'
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
