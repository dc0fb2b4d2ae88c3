/** The migrated schema as a golden file, so that a migration's effect is read in a review. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { serviceMigrations } from '../../src/service/migrations.ts'
import { openTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'

const database = await forFile(
  openTestDatabase({ migrations: [ledgerMigrations, serviceMigrations] }),
)

const COLUMNS = `
  select format('%s.%s.%s %s%s%s', table_schema, table_name, column_name, data_type,
    case is_nullable when 'NO' then ' not null' else '' end,
    case when column_default is null then '' else ' default ' || column_default end) as line
  from information_schema.columns where table_schema = $1
  order by table_name, ordinal_position`

const INDEXES = `
  select indexdef as line from pg_indexes where schemaname = $1 order by indexname`

const CHECKS = `
  select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
  from pg_constraint where connamespace = $1::regnamespace and contype in ('c', 'f')
  order by conrelid::regclass::text, conname`

async function describe(schema: string): Promise<string> {
  const parts: string[] = []
  for (const query of [COLUMNS, INDEXES, CHECKS]) {
    const { rows } = await database.pool.query<{ line: string }>(query, [schema])
    parts.push(rows.map(({ line }) => line).join('\n'))
  }
  return `${parts.join('\n\n')}\n`
}

test.each(['frota', 'service'])('the schema %s is as its golden file says', async (schema) => {
  const path = fileURLToPath(new URL(`./schema-${schema}.txt`, import.meta.url))
  const found = await describe(schema)
  if (process.env['FROTA_GOLDEN'] === 'update') writeFileSync(path, found)
  expect(found).toBe(readFileSync(path, 'utf8'))
})
