/** Answers of a server that never come: nothing waits for them for ever, and no slow one is cut. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { copyOut } from '../../src/database/copy.ts'
import { endPools } from '../../src/database/end-pools.ts'
import { buildPools, connectPatiently } from '../../src/database/pool.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'
import { testEngine } from '../support/database.ts'
import { createServerDatabase, type ServerDatabase } from '../support/server-database.ts'
import { openSilentProxy, type SilentProxy } from '../support/silent-proxy.ts'

/** Long enough for a busy machine's answers. */
const ANSWER_MS_MAX = 500
const SLOWER = 'select pg_sleep(0.8)'
const UNREACHABLE = { code: 'database-unreachable' }

describe.runIf(testEngine() === 'postgresql')('a server that is silent', () => {
  let database: ServerDatabase
  let proxy: SilentProxy
  let pools: ReturnType<typeof buildPools>
  beforeAll(async () => {
    database = await createServerDatabase()
  })
  afterAll(() => database[Symbol.asyncDispose]())
  beforeEach(async () => {
    proxy = await openSilentProxy(database.url)
    pools = buildPools({ connectionString: proxy.url, answerMsMax: ANSWER_MS_MAX }, () => '')
  })
  afterEach(async () => {
    await endPools(pools)
    await proxy[Symbol.asyncDispose]()
  })

  test('fails the statement and the transaction under way, and the next ones go on', async () => {
    const { pool } = pools
    const db = openLedgerDb(pool)
    const lost = db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      proxy.swallow()
      await sql`select 2`.execute(transaction)
    })
    await expect(lost).rejects.toMatchObject(UNREACHABLE)
    expect(pool.totalCount).toBe(0)
    proxy.heal()
    const again = sql`select 3 as three`.execute(db)
    await expect(again).resolves.toMatchObject({ rows: [{ three: 3 }] })
  })

  test('fails a statement on a connection that was idle when the path was lost', async () => {
    const { pool } = pools
    await pool.query('select 1')
    proxy.swallow()
    proxy.heal()
    await expect(pool.query('select 2')).rejects.toMatchObject(UNREACHABLE)
    await expect(pool.query('select 3 as three')).resolves.toMatchObject({ rows: [{ three: 3 }] })
  })

  test('is waited for where statements may be slow', async () => {
    const { pool } = pools
    await expect(pool.query(SLOWER)).rejects.toMatchObject(UNREACHABLE)
    const client = await connectPatiently(pool)
    await expect(client.query(SLOWER)).resolves.toMatchObject({ rowCount: 1 })
    client.release(true)
  })

  test('is no connection that only listens, and no copy that is read slowly', async () => {
    const { pool } = pools
    const listener = await pool.connect()
    await listener.query('listen news')
    const heard = new Promise((resolve) => void listener.once('notification', resolve))
    const copier = await pool.connect()
    const slower = await connectPatiently(pool)
    let lines = 0
    for await (const piece of copyOut(
      copier,
      `copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`,
    )) {
      if (lines === 0) await slower.query(SLOWER)
      lines += piece.filter((byte) => byte === 0x0a).length
    }
    expect(lines).toBe(20_000)
    await pool.query('notify news')
    await heard
    for (const client of [listener, copier, slower]) client.release(true)
  })

  test('fails a copy whose rows do not come any more', async () => {
    const copier = await pools.pool.connect()
    const many = `copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout`
    const read = async (): Promise<void> => {
      for await (const _ of copyOut(copier, many)) proxy.swallow()
    }
    await expect(read()).rejects.toMatchObject(UNREACHABLE)
    copier.release(true)
  })

  test('is hardly waited for once the process stops, and its connections not one by one', async () => {
    const { pool } = buildPools({ connectionString: proxy.url, answerMsMax: 60_000 }, () => '')
    const client = await pool.connect()
    proxy.swallow()
    const owed = client.query('select 1')
    pool.hurry({ answerMsMax: 50, connectMsMax: 50 })
    await expect(owed).rejects.toMatchObject(UNREACHABLE)
    client.release()
    await expect(pool.connect()).rejects.toMatchObject(UNREACHABLE)
    proxy.heal()
    await expect(pool.query('select 2')).rejects.toMatchObject(UNREACHABLE)
    await pool.end()
  })
})
