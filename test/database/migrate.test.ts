import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, pendingMigrations, type MigrationSet } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/pool.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { serviceMigrations } from '../../src/service/migrations.ts'
import { openTestDatabase } from '../support/database.ts'
import { folderForTest } from '../support/for-file.ts'

let folder = ''
let database: Database
let set: MigrationSet

beforeEach(async () => {
  folder = folderForTest('migrations')
  database = await openTestDatabase()
  set = { schema: 'tried', directory: pathToFileURL(folder) }
  file('001-table.sql', 'CREATE TABLE tried.t (n int);\nINSERT INTO tried.t VALUES (1);\n')
  file('002-row.sql', 'INSERT INTO tried.t VALUES (2);\n')
})
afterEach(() => database?.close())

const file = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)

async function numbers(): Promise<number[]> {
  const { rows } = await database.pool.query<{ n: number }>('SELECT n FROM tried.t ORDER BY n')
  return rows.map(({ n }) => n)
}

describe('migrations', () => {
  test('run in order, once each, and later ones on top', async () => {
    expect(await pendingMigrations(database.pool, set)).toEqual(['001-table.sql', '002-row.sql'])
    expect(await migrate(database.pool, set)).toBe(2)
    expect(await migrate(database.pool, set)).toBe(2)
    file('003-row.sql', 'INSERT INTO tried.t VALUES (3);')
    expect(await migrate(database.pool, set)).toBe(3)
    expect(await numbers()).toEqual([1, 2, 3])
  })

  test('of two starters at once only one runs each', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(database.pool, set)))
    expect(await numbers()).toEqual([1, 2])
  })

  test('one that fails leaves nothing of itself and of those before it', async () => {
    file('002-row.sql', 'INSERT INTO tried.t VALUES (2); SELECT 1 / 0;')
    await expect(migrate(database.pool, set)).rejects.toThrow('002-row.sql')
    expect(await pendingMigrations(database.pool, set)).toEqual(['001-table.sql', '002-row.sql'])
    file('002-row.sql', 'INSERT INTO tried.t VALUES (2);')
    await migrate(database.pool, set)
    expect(await numbers()).toEqual([1, 2])
  })

  test('a database that is newer than the program is left alone', async () => {
    await migrate(database.pool, set)
    rmSync(join(folder, '002-row.sql'))
    const refused = migrate(database.pool, set)
    await expect(refused).rejects.toMatchObject({ code: 'database-newer', exitCode: 2 })
    await expect(refused).rejects.toThrow('002-row.sql')
  })

  test('an applied file that differs is told with a cure; other line ends are no change', async () => {
    await migrate(database.pool, set)
    file('002-row.sql', 'INSERT INTO tried.t VALUES (2);\r\n')
    expect(await migrate(database.pool, set)).toBe(2)
    file('002-row.sql', 'INSERT INTO tried.t VALUES (22);\n')
    const refused = migrate(database.pool, set)
    await expect(refused).rejects.toMatchObject({ code: 'database-differs', exitCode: 2 })
    await expect(refused).rejects.toThrow(/002-row\.sql differs.*nothing was changed.*frota backup/)
  })

  test('gaps and doubles in the numbers are an error', async () => {
    file('002-other.sql', 'SELECT 1')
    await expect(migrate(database.pool, set)).rejects.toThrow(/without gaps and doubles/)
  })
})

/** How many files, and the SHA-256 of their texts. A new migration adds a line and changes none. */
const COMMITTED = [
  [ledgerMigrations, 29, 'f83b3d2c9430cbec7cd0eb7394a578c0d9caa0b6143f6caf9ecd076a58dfcd9f'],
  [ledgerMigrations, 30, '41668757318706c3c57aac35afacd51ff4aaae60cd0ac26522e39dca22161de9'],
  [ledgerMigrations, 31, '17a2b69f4f1fbb4ba9458fbaa28bc9d9381c8ba13ae0fe88b6322f91d56629e1'],
  [ledgerMigrations, 32, '5c479c4f3adfc3e048cce455310350a56dd1b7a2c1ead56fecd463685f03b38a'],
  [ledgerMigrations, 33, '8b712b43de858c370059a96d1c287808caa9a898fc3f7fc2a54ac1b0061924d4'],
  [serviceMigrations, 8, 'd53a35f7f9709a4ddddb70fc5f7770f96435350c10f00c6747dccfd39381a63f'],
] as const

test('a committed migration is never edited, since ledgers have seen it', () => {
  for (const { directory, schema } of [ledgerMigrations, serviceMigrations]) {
    const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
    const texts = names.toSorted().map((name) => readFileSync(new URL(name, directory), 'utf8'))
    const lines = COMMITTED.filter(([set]) => set.schema === schema)
    for (const [, count, sum] of lines) {
      const text = texts.slice(0, count).join('').replaceAll('\r\n', '\n')
      expect(createHash('sha256').update(text).digest('hex')).toBe(sum)
    }
    expect(lines.at(-1)?.[1]).toBe(texts.length)
  }
})
