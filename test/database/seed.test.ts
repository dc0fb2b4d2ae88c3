import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pendingMigrations } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/pool.ts'
import { readTar } from '../../src/database/seed/tar.ts'
import { migrateQueue } from '../../src/queue/migrate.ts'
import { openTestDatabase } from '../support/database.ts'
import { packTar } from '../support/seed/pack-tar.ts'
import { seedMigrations } from '../support/seed-steps.ts'

const FRESH = 'the seed is fresh'
const CURE = 'The seed of the embedded database is stale: run `npm run seed` and commit its file.'

async function queueVersions({ pool }: Database): Promise<number> {
  const known = await pool.query(`SELECT to_regclass('bullmq.migration')::text AS found`)
  if (known.rows[0]?.found === null) return 0
  return (await pool.query('SELECT 1 FROM bullmq.migration')).rows.length
}

describe('the seed', () => {
  test('holds every migration of ledger and service as it is today', async () => {
    await using database = await openTestDatabase({ engine: 'pglite' })
    for (const set of seedMigrations) {
      const pending = await pendingMigrations(database.pool, set)
      expect(pending.length === 0 ? FRESH : `${CURE} Missing: ${pending.join(', ')}`).toBe(FRESH)
    }
  })

  test('holds the tables of the queue', async () => {
    await using database = await openTestDatabase({ engine: 'pglite' })
    const seeded = await queueVersions(database)
    await migrateQueue(database.queuePool)
    expect(seeded === (await queueVersions(database)) ? FRESH : CURE).toBe(FRESH)
  })

  test('is a tar archive that comes out as it went in', () => {
    const entry = fc.record({
      path: fc.stringMatching(/^[a-z0-9_.]{1,20}(\/[a-z0-9_]{1,20}){0,3}$/).filter(isPlain),
      kind: fc.constant('file' as const),
      bytes: fc.uint8Array({ maxLength: 2_000 }),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const folder = { path: 'base', kind: 'directory' as const, bytes: new Uint8Array(0) }
        const found = [...readTar(packTar([folder, ...entries]))]
        const plain = found.map((item) => ({ ...item, bytes: new Uint8Array(item.bytes) }))
        expect(plain).toEqual([folder, ...entries])
      }),
    )
  })

  test('is refused when it is damaged or names a path outside itself', () => {
    const file = { kind: 'file' as const, bytes: new Uint8Array([1, 2, 3]) }
    const tar = packTar([{ ...file, path: 'a' }])
    tar[3] = 0x62
    expect(() => [...readTar(tar)]).toThrow(/damaged/)
    expect(() => [...readTar(packTar([{ ...file, path: '../a' }]))]).toThrow(/outside/)
    expect(() => [...readTar(packTar([{ ...file, path: '/a' }]))]).toThrow(/outside/)
  })
})

function isPlain(path: string): boolean {
  return !path.split('/').includes('..')
}
