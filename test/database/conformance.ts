/** What everybody may rely on from a database, whichever engine is behind it. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database, Pool, PoolClient } from '../../src/database/pool.ts'
import { forFile } from '../support/for-file.ts'

export function databaseConformance(name: string, open: () => Promise<Database>): void {
  describe(`a database on ${name}`, async () => {
    const database = await forFile(open())
    const { pool } = database
    await pool.query('CREATE TABLE frota.item (id int PRIMARY KEY, name text, cents bigint)')

    const countItems = async (from: Pool | PoolClient = pool): Promise<bigint | undefined> => {
      const found = await from.query<{ count: bigint }>('SELECT count(*) FROM frota.item')
      return found.rows[0]?.count
    }
    const emptied = (): Promise<unknown> => pool.query('TRUNCATE frota.item')

    async function borrow<T>(from: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
      const client = await from.connect()
      try {
        return await use(client)
      } finally {
        client.release()
      }
    }

    test('a connection that breaks in the hands of its owner does not end the process', async () => {
      const client = await pool.connect()
      expect(() => client.emit('error', new Error('Connection terminated'))).not.toThrow()
      client.release(true)
      const { rows } = await pool.query<{ one: number }>('select 1 as one')
      expect(rows).toEqual([{ one: 1 }])
    })

    test('values arrive in the types that the ledger counts on', async () => {
      const { rows } = await pool.query(
        `SELECT 9007199254740993::int8 AS big, count(*) AS counted, '2026-03-31'::date AS day,
         timestamptz '2026-03-31 12:00:00.5-03' AS moment, 10.50::numeric AS amount,
         timestamp '2026-03-31 12:00' AS local, '{"a":[1]}'::jsonb AS json, 5::int4 AS small,
         array[1, null]::int8[] AS bigs, array['2026-01-01']::date[] AS days,
         '\\xff00'::bytea AS bytes, true AS flag, null::int8 AS nothing`,
      )
      expect(rows[0]).toEqual({
        big: 9007199254740993n,
        counted: 1n,
        day: '2026-03-31',
        moment: new Date('2026-03-31T15:00:00.500Z'),
        amount: '10.50',
        local: '2026-03-31 12:00:00',
        json: { a: [1] },
        small: 5,
        bigs: [1n, null],
        days: ['2026-01-01'],
        bytes: Buffer.from([0xff, 0]),
        flag: true,
        nothing: null,
      })
    })

    test('the queue sees the values that pg gives by default, and its own schema', async () => {
      await database.queuePool.query('CREATE TABLE unqualified (n int8)')
      await database.queuePool.query('INSERT INTO bullmq.unqualified VALUES ($1)', [7n])
      const { rows } = await database.queuePool.query('SELECT n FROM unqualified')
      expect(rows).toEqual([{ n: '7' }])
    })

    test('every session works in UTC', async () => {
      const { rows } = await pool.query(`SELECT timestamptz '2026-03-31 12:00Z'::text AS moment`)
      expect(rows).toEqual([{ moment: '2026-03-31 12:00:00+00' }])
    })

    test('parameters of every kind survive the way there and back', async () => {
      const given = ["it's; -- no comment", 2n ** 62n, ['a', null], { ç: 'ã€🚚' }, Buffer.from('x')]
      const { rows } = await pool.query(
        'SELECT $1::text AS a, $2::int8 AS b, $3::text[] AS c, $4::jsonb AS d, $5::bytea AS e',
        given,
      )
      expect(Object.values(rows[0])).toEqual(given)
    })

    test('others do not see what a transaction has not committed', async () => {
      await emptied()
      let seen: Promise<bigint | undefined> | undefined
      await borrow(pool, async (client) => {
        await client.query('BEGIN')
        await client.query("INSERT INTO frota.item VALUES (1, 'a', 1)")
        seen = countItems()
        expect(await countItems(client)).toBe(1n)
        await client.query('ROLLBACK')
      })
      expect(await seen).toBe(0n)
    })

    test('an error inside a transaction undoes it, and the connection goes on', async () => {
      await emptied()
      await borrow(pool, async (client) => {
        await client.query('BEGIN')
        await client.query("INSERT INTO frota.item VALUES (1, 'a', 1)")
        await expect(
          client.query("INSERT INTO frota.item VALUES (1, 'b', 2)"),
        ).rejects.toMatchObject({ code: '23505' })
        await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' })
        await client.query('ROLLBACK')
        expect(await countItems(client)).toBe(0n)
      })
    })

    test('a connection that is thrown away inside a transaction undoes it', async () => {
      await emptied()
      const client = await pool.connect()
      await client.query('BEGIN')
      await client.query("INSERT INTO frota.item VALUES (1, 'a', 1)")
      client.release(true)
      expect(await countItems()).toBe(0n)
    })

    test('twenty connections at once each get their own answers', async () => {
      await emptied()
      await Promise.all(
        Array.from({ length: 20 }, (_, worker) =>
          borrow(pool, async (client) => {
            for (let step = 0; step < 10; step += 1) {
              await client.query('BEGIN')
              const id = worker * 100 + step
              await client.query('INSERT INTO frota.item VALUES ($1, $2, $3)', [
                id,
                `w${worker}`,
                1,
              ])
              const { rows } = await client.query('SELECT name FROM frota.item WHERE id = $1', [id])
              expect(rows).toEqual([{ name: `w${worker}` }])
              await client.query(step % 2 === 0 ? 'COMMIT' : 'ROLLBACK')
            }
          }),
        ),
      )
      expect(await countItems()).toBe(100n)
    })

    test('two connections may prepare different statements under one name', async () => {
      await borrow(pool, (one) =>
        borrow(pool, async (other) => {
          const ask = (client: PoolClient, text: string): Promise<{ rows: unknown[] }> =>
            client.query({ name: 'same', text, values: [] })
          expect((await ask(one, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
          expect((await ask(other, 'SELECT 2 AS n')).rows).toEqual([{ n: 2 }])
          expect((await ask(one, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
        }),
      )
    })

    test('a shared statement is prepared once for all connections, once it can be', async () => {
      await pool.query('DROP TABLE IF EXISTS frota.late')
      const shared = { name: 'shared_late', text: 'SELECT count(*)::int AS n FROM frota.late' }
      await expect(pool.query(shared)).rejects.toThrow('frota.late')
      await pool.query('CREATE TABLE frota.late (id int)')
      await borrow(pool, (one) =>
        borrow(pool, async (other) => {
          expect((await one.query(shared)).rows).toEqual([{ n: 0 }])
          await other.query('INSERT INTO frota.late VALUES (1)')
          expect((await other.query(shared)).rows).toEqual([{ n: 1 }])
          expect((await one.query(shared)).rows).toEqual([{ n: 1 }])
          const names = `SELECT name FROM pg_prepared_statements WHERE name LIKE '%late'`
          expect((await one.query(names)).rows).toEqual([{ name: 'shared_late' }])
        }),
      )
    })

    test('a notification reaches exactly those who listen, also behind an SQL comment', async () => {
      const deaf: string[] = []
      const heard = Promise.withResolvers<string | undefined>()
      await borrow(database.queuePool, (listener) =>
        borrow(database.queuePool, async (other) => {
          listener.on('notification', ({ payload }) => heard.resolve(payload))
          other.on('notification', ({ channel }) => deaf.push(channel))
          await listener.query('-- BullMQ writes like this\n/* too */ LISTEN "Jobs done"')
          await other.query('LISTEN other_channel')
          await pool.query(`SELECT pg_notify('Jobs done', 'hello')`)
          expect(await heard.promise).toBe('hello')
          await other.query('UNLISTEN *')
          expect(deaf).toEqual([])
        }),
      )
    })

    test('one listener that leaves does not deafen another', async () => {
      const heard = Promise.withResolvers<string | undefined>()
      const stays = await pool.connect()
      const leaves = await pool.connect()
      stays.on('notification', ({ payload }) => heard.resolve(payload))
      await stays.query('LISTEN news')
      await leaves.query('LISTEN news')
      await leaves.query('UNLISTEN news')
      leaves.release(true)
      await pool.query(`NOTIFY news, 'still'`)
      expect(await heard.promise).toBe('still')
      stays.release(true)
    })

    test('a notification of a transaction waits for its commit', async () => {
      const payloads: (string | undefined)[] = []
      const heard = Promise.withResolvers<void>()
      const listener = await pool.connect()
      listener.on('notification', ({ payload }) => {
        payloads.push(payload)
        if (payload === 'kept') heard.resolve()
      })
      await listener.query('LISTEN commits')
      await borrow(pool, async (client) => {
        await client.query('BEGIN')
        await client.query(`NOTIFY commits, 'undone'`)
        await client.query('ROLLBACK')
        await client.query(`NOTIFY commits, 'kept'`)
      })
      await heard.promise
      expect(payloads).toEqual(['kept'])
      listener.release(true)
    })

    test('a hundred thousand rows and a value of ten megabytes arrive whole', async () => {
      const many = await pool.query('SELECT n FROM generate_series(1, 100000) n')
      expect(many.rows.length).toBe(100_000)
      expect(many.rows.at(-1)).toEqual({ n: 100_000 })
      const text = 'é'.repeat(5_000_000)
      const { rows } = await pool.query<{ same: boolean; t: string }>(
        'SELECT $1::text AS t, octet_length($1) = 10000000 AS same',
        [text],
      )
      expect(rows[0]?.same).toBe(true)
      expect(rows[0]?.t === text).toBe(true)
    })

    test('Kysely works over it, with transactions', async () => {
      await emptied()
      interface Tables {
        'frota.item': { id: number; name: string | null; cents: bigint | null }
      }
      const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
      await kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('frota.item').values({ id: 1, name: 'a', cents: 5n }).execute()
        await transaction.updateTable('frota.item').set({ cents: 6n }).where('id', '=', 1).execute()
      })
      const failing = kysely.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('frota.item').execute()
        await sql`SELECT 1 / 0`.execute(transaction)
      })
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect(await kysely.selectFrom('frota.item').selectAll().execute()).toEqual([
        { id: 1, name: 'a', cents: 6n },
      ])
    })

    test('a long statement leaves the event loop free', async () => {
      let turns = 0
      const running = new AbortController()
      const long = pool
        .query('SELECT count(*) FROM generate_series(1, 2000000)')
        .finally(() => running.abort())
      while (!running.signal.aborted) {
        turns += 1
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
      }
      await long
      expect(turns).toBeGreaterThan(100)
    })

    test('closing twice is closing once', async () => {
      const another = await open()
      await Promise.all([another.close(), another.close()])
      await expect(another.pool.query('SELECT 1')).rejects.toThrow(/end/)
    })
  })
}
