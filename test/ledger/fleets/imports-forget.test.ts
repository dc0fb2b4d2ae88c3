/** What a file held of people is forgotten with its retention, and not before it was used. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/database/pool.ts'
import { openImportStore } from '../../../src/ledger/fleets/imports-sql.ts'
import { ledgerMigrations } from '../../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openTestDatabase } from '../../support/database.ts'

const LIMIT = new Date('2026-10-22T12:00:00Z')
const BEFORE = new Date(LIMIT.getTime() - 1)
let database: Database

beforeAll(async () => {
  database = await openTestDatabase({ migrations: [ledgerMigrations] })
  await database.pool.query(
    `insert into frota.fleet (id, name, account_id, created_at)
     values (gen_random_uuid(), 'f', gen_random_uuid(), now())`,
  )
})
afterAll(() => database.close())

let made = 0

/** A file of that age with one refused row and one vehicle, both sealed. */
async function imported(
  receivedAt: Date,
  vehicle: { state?: string; inFleet?: boolean; updatedAt?: Date } = {},
): Promise<string> {
  made += 1
  const { state = 'refused', inFleet = true, updatedAt = receivedAt } = vehicle
  const { rows } = await database.pool.query<{ id: string }>(
    `with file as (
       insert into frota.import (fleet_id, file_name, sha256, byte_length, defaults_hash, state,
           received_at)
         select id, 'f.csv', $1, 1, '', 'applied', $2 from frota.fleet returning id, fleet_id
     ), row as (
       insert into frota.import_row (import_id, line, verdict, raw, owner_sealed)
         select id, 2, 'rejected', 'cells', 'document' from file
     ) insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, owner_sealed,
         owner_hash, owner_masked, state, in_fleet, last_import_id, created_at, updated_at)
       select fleet_id, gen_random_uuid(), $1, 'ABC1D23', 'SP', 'document', 'x', 'x', $3, $4, id,
         $2, $5 from file returning last_import_id as id`,
    [String(made).padStart(11, '0'), receivedAt, state, inFleet, updatedAt],
  )
  return rows[0]?.id ?? ''
}

async function keptOf(importId: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select row.raw is not null as cells, row.owner_sealed is not null as "rowOwner",
       vehicle.owner_sealed is not null as owner
     from frota.import_row row join frota.vehicle vehicle on vehicle.last_import_id = row.import_id
     where row.import_id = $1`,
    [importId],
  )
  return rows[0]
}

test.each([
  ['of a vehicle that is to be registered yet is kept', { state: 'planned' }, true],
  ['of one that left the fleet before is forgotten', { state: 'planned', inFleet: false }, false],
  ['of a refused vehicle is forgotten', { state: 'refused' }, false],
  [
    'of a registered vehicle whose new owner was not told is forgotten',
    { state: 'registered' },
    false,
  ],
  ['of a vehicle that a person fixed since is kept', { updatedAt: LIMIT }, true],
])('the document %s', async (_name, vehicle, owner) => {
  const store = openImportStore(openLedgerDb(database.pool), database.pool)
  const [old, young] = [await imported(BEFORE, vehicle), await imported(LIMIT, vehicle)]
  expect(await store.forgetBefore(LIMIT)).toBe(1)
  expect(await keptOf(old)).toEqual({ cells: false, rowOwner: false, owner })
  expect(await keptOf(young)).toEqual({ cells: true, rowOwner: true, owner: true })
  expect(await store.forgetBefore(LIMIT)).toBe(0)
})
