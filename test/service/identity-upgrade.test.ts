/** Rows of before answers had an identity: a vehicle that was changed shows nothing of before. */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { serviceMigrations } from '../../src/service/migrations.ts'
import { openTestDatabase } from '../support/database.ts'
import { folderForTest } from '../support/for-file.ts'

const BEFORE = ['0001-service.sql', '0002-payments.sql']
const ID = '00000000-0000-4000-8000-00000000000'

/** The plate that each vehicle was asked with, and the one that it has now. */
const VEHICLES = [
  { id: `${ID}1`, asked: 'ABC1234', now: 'ABC1C34', status: 'ready' },
  { id: `${ID}2`, asked: 'ABC1234', now: 'ABC1235', status: 'ready' },
  { id: `${ID}3`, asked: 'ABC1D23', now: 'XYZ1D23', status: 'pending' },
]

test('after the upgrade only answers about the plate of now are shown', async () => {
  await using database = await openTestDatabase()
  const { pool } = database
  const folder = folderForTest('migrations')
  for (const name of BEFORE) {
    await copyFile(new URL(name, serviceMigrations.directory), join(folder, name))
  }
  await pool.query('drop schema if exists service cascade')
  await migrate(pool, { schema: 'service', directory: pathToFileURL(folder) })
  const at = '2026-11-20T12:00:00Z'
  await pool.query(
    `insert into service.brand (id, name, service_fee_cents, created_at)
     values ($1, 'b', 0, $2)`,
    [`${ID}a`, at],
  )
  await pool.query(
    `insert into service.account (id, brand_id, name, created_at) values ($1, $1, 'a', $2)`,
    [`${ID}a`, at],
  )
  for (const [index, { id, asked, now, status }] of VEHICLES.entries()) {
    await pool.query(
      `insert into service.vehicle (id, brand_id, account_id, plate, renavam, uf, nickname,
        owner_document_sealed, owner_document_masked, created_at, changed_at,
        latest_consultation_id, latest_consultation_status, latest_consultation_at,
        open_debts_count, open_debts_cents, consultations_count, debts_ordinal, search, grams)
       values ($1, $2, $2, $3, $4, 'SP', '', '', '', $5, $5, $1, $6, $5, 9, 900, 1, 1, '', '{}')`,
      [id, `${ID}a`, now, `0000000000${index}`, at, status],
    )
    await pool.query(
      `insert into service.consultation (id, brand_id, account_id, vehicle_id, ordinal, plate,
        status, stage, provider_reference, created_at)
       values ($1, $2, $2, $1, 1, $3, $4, $4, '', $5)`,
      [id, `${ID}a`, asked, status, at],
    )
  }
  await migrate(pool, serviceMigrations)
  const { rows } = await pool.query(
    `select v.latest_consultation_status as latest, v.open_debts_count as debts, c.status
     from service.vehicle v join service.consultation c on c.vehicle_id = v.id order by v.id`,
  )
  expect(rows).toEqual([
    { latest: 'ready', debts: 9, status: 'ready' },
    { latest: null, debts: 0, status: 'ready' },
    { latest: null, debts: 0, status: 'failed' },
  ])
})
