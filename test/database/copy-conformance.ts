/** What everybody may rely on from COPY, whichever engine is behind it. */
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyIn, copyOut } from '../../src/database/copy.ts'
import { copyLine } from '../../src/database/copy-text.ts'
import type { Database, PoolClient } from '../../src/database/pool.ts'

export function copyConformance(name: string, open: () => Promise<Database>): void {
  describe(`COPY on ${name}`, () => {
    let database: Database
    let client: PoolClient

    beforeAll(async () => {
      database = await open()
      client = await database.pool.connect()
      await client.query('CREATE TABLE frota.item (id int PRIMARY KEY, name text, cents bigint)')
    })
    afterAll(async () => {
      client?.release()
      await database?.close()
    })

    const emptied = (): Promise<unknown> => client.query('TRUNCATE frota.item')

    test('rows go in and out by COPY', async () => {
      await emptied()
      const rows = Array.from({ length: 5_000 }, (_, id) => `${id}\tção ${id}\t${id}\n`)
      expect(await copyIn(client, 'COPY frota.item FROM STDIN', rows)).toBe(5_000)
      const pieces: Buffer[] = []
      const copy = 'COPY (SELECT * FROM frota.item ORDER BY id) TO STDOUT'
      for await (const piece of copyOut(client, copy)) pieces.push(piece)
      expect(Buffer.concat(pieces).toString('utf8')).toBe(rows.join(''))
    })

    test('a refused COPY stores nothing and leaves the connection usable', async () => {
      await emptied()
      const into = 'COPY frota.item FROM STDIN'
      await expect(copyIn(client, into, ['1\ta\t1\n', 'x\ta\t1\n'])).rejects.toThrow('integer')
      const unreadable = (function* unreadable(): Generator<string> {
        yield '1\ta\t1\n'
        throw new Error('the file ended early')
      })()
      await expect(copyIn(client, into, unreadable)).rejects.toThrow('the file ended early')
      await expect(copyIn(client, 'COPY frota.nothing FROM STDIN', [])).rejects.toMatchObject({
        code: '42P01',
      })
      const failing = copyOut(
        client,
        'COPY (SELECT 1 / (3 - n) FROM generate_series(1, 9) n) TO STDOUT',
      )
      // Begun before anybody reads it, it would stand in the way, and its error end the process.
      await client.query('SELECT 1')
      await expect(Array.fromAsync(failing)).rejects.toMatchObject({ code: '22012' })
      const { rows } = await client.query('SELECT count(*) FROM frota.item')
      expect(rows).toEqual([{ count: 0n }])
    })

    test('every awkward value arrives as it was given', async () => {
      await client.query('CREATE TABLE frota.odd (id int, name text, facts jsonb, bytes bytea)')
      const texts = [
        '',
        '\\',
        '\\N',
        '\\.',
        'a\tb',
        'a\r\nb',
        '\n',
        'é',
        '🚚',
        '\u2028',
        '\'"`',
        '\x01',
      ]
      const given = texts.map((name, id) => {
        return { id, name, facts: { [name]: [name, null] }, bytes: Buffer.from([id, 0, 92, 10]) }
      })
      const nothing = { id: -1, name: null, facts: null, bytes: null }
      const lines = given.map(({ id, name, facts, bytes }) =>
        copyLine([id, name, JSON.stringify(facts), bytes]),
      )
      const text = [...lines, copyLine([-1, null, null, null])].join('\n')
      await copyIn(client, 'COPY frota.odd FROM STDIN', [text])
      const { rows } = await client.query('SELECT * FROM frota.odd ORDER BY id')
      expect(rows).toEqual([nothing, ...given])
    })

    test('a connection that is cut in mid-COPY stores nothing', async () => {
      await emptied()
      const doomed = await database.pool.connect()
      const rows = (async function* rows(): AsyncGenerator<string> {
        for (let id = 0; id < 20_000; id++) yield `${id}\t${'x'.repeat(100)}\t1\n`
        // What pg keeps of its socket is nobody's business but its own and a test's.
        const { connection } = doomed as unknown as { connection: { stream: Duplex } }
        connection.stream.destroy()
        for (let id = 20_000; id < 40_000; id++) yield `${id}\tx\t1\n`
      })()
      await expect(copyIn(doomed, 'COPY frota.item FROM STDIN', rows)).rejects.toThrow(
        /terminated|does not answer|closed/i,
      )
      doomed.release(true)
      const { rows: found } = await client.query('SELECT count(*) FROM frota.item')
      expect(found).toEqual([{ count: 0n }])
    })

    test('a COPY that is left early ends with its connection', async () => {
      const left = await database.pool.connect()
      const many = 'COPY (SELECT n, repeat($$x$$, 100) FROM generate_series(1, 10000) n) TO STDOUT'
      for await (const _ of copyOut(left, many)) break
      left.release(true)
      expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    })

    test('a slow reader of a big answer gets all of it', async () => {
      let bytes = 0
      const many = 'COPY (SELECT repeat($$x$$, 999) FROM generate_series(1, 20000)) TO STDOUT'
      for await (const piece of copyOut(client, many)) {
        bytes += piece.length
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
      }
      expect(bytes).toBe(20_000_000)
    })

    test('a COPY whose rows never come is an error, not the end of the database', async () => {
      await emptied()
      const unfed = client.query({ text: 'INSERT INTO frota.item VALUES (1); COPY x FROM STDIN' })
      await expect(unfed).rejects.toThrow(/COPY|relation/)
      const prepared = client.query({ name: 'p', text: 'COPY x FROM STDIN' })
      await expect(prepared).rejects.toThrow(/COPY|relation/)
      expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    })
  })
}
