import { expect, test } from 'vitest'
import { accessIn, revivedIn } from '../../src/app/backup/revived-access.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { serviceMigrations } from '../../src/service/migrations.ts'
import { openTestDatabase } from '../support/database.ts'

test('a key that was revoked after the backup is named, and one that was only used is not', async () => {
  await using database = await openTestDatabase({
    migrations: [ledgerMigrations, serviceMigrations],
  })
  const { pool } = database
  await pool.query(`WITH brand AS (INSERT INTO service.brand (id, name, service_fee_cents, created_at)
      VALUES (gen_random_uuid(), 'b', 0, now()) RETURNING id)
    INSERT INTO service.api_key (id, brand_id, name, prefix, key_hash, created_at)
    SELECT gen_random_uuid(), id, 'k', prefix, convert_to(prefix, 'UTF8'), now()
    FROM brand, unnest(ARRAY['svc_live_AAA', 'svc_live_BBB']) prefix`)
  const restored = await accessIn(pool)
  await pool.query(`UPDATE service.api_key SET last_used_at = now(),
    revoked_at = CASE prefix WHEN 'svc_live_BBB' THEN now() END`)
  expect(revivedIn(restored, await accessIn(pool))).toEqual(['svc_live_BBB'])
  await pool.query('DROP SCHEMA service CASCADE; DROP TABLE frota.person CASCADE')
  expect(revivedIn(restored, await accessIn(pool))).toBeUndefined()
})
