/**
 * How many rows statements read that are made for each sweep or order, in a database that knows
 * the tables only as they were before the run: the embedded one has no autovacuum.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCampaignStore } from '../../../src/ledger/consultations/campaigns-sql.ts'
import { openDebtStore } from '../../../src/ledger/debts/debts-sql.ts'
import { openStatistics } from '../../../src/ledger/runs/statistics.ts'
import type { LedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openCampaignWorld, START } from '../consultations/campaign-world.ts'
import { forFile } from '../../support/for-file.ts'

const VEHICLES = 300
const DEBTS_EACH = 6
const LOOKS_MS = 60_000

const world = await forFile(openCampaignWorld())
const fleetId = await world.fleet()
await sql`
  with vehicle as (
    insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, nickname, cost_centre,
      owner_hash, owner_masked, state, service_id, created_at, updated_at)
    select ${fleetId}, gen_random_uuid(), lpad(n::text, 11, '0'), 'ABC1D23', 'SP', '', '', 'hash',
      '***.982.247-**', 'registered', gen_random_uuid(), ${START}::timestamptz,
      ${START}::timestamptz
    from generate_series(1, ${VEHICLES}::integer) n
    returning id
  )
  insert into frota.effect (kind, key, fleet_id, vehicle_id, state, created_at, updated_at)
  select 'register', id::text, ${fleetId}, id, 'done', ${START}::timestamptz,
    ${START}::timestamptz from vehicle`.execute(world.db)
await sql`analyze`.execute(world.db)
const campaignId = (await world.campaigns.open(fleetId, START)).id
await world.campaigns.join(campaignId, { staleBefore: START, failedBefore: START, at: START })
await world.campaigns.plan(campaignId, START)
const { rows } = await sql<{ id: string }>`select id from frota.vehicle`.execute(world.db)
const vehicleIds = rows.map(({ id }) => id)

/** Rows of the table that the work read, by index or by scan. */
async function readsOf(table: string, work: (tx: LedgerDb) => Promise<unknown>): Promise<number> {
  return world.db.transaction().execute(async (tx) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ reads: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as reads
        from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
      return rows[0]?.reads ?? 0
    }
    const before = await read()
    await work(tx)
    return (await read()) - before
  })
}

test('which vehicles have no planned consultation is read by a look-up for each of them', async () => {
  const counted = await world.campaigns.unplanned(campaignId)
  expect(counted).toEqual({ unplanned: 0, planned: VEHICLES })
  const reads = await readsOf('effect', (tx) => openCampaignStore(tx).unplanned(campaignId))
  expect(reads).toBeLessThanOrEqual(2 * VEHICLES)
})

test("the debts of one vehicle are read without those of the others'", async () => {
  await sql`
    with asked as (
      insert into frota.consultation (id, vehicle_id, campaign_id, effect_id, credential, origin,
        status, stage, asked_at, next_read_at, deadline_at)
      select gen_random_uuid(), vehicle_id, campaign_id, id, 'principal', 'asked', 'ready',
        'ready', ${START}::timestamptz, ${START}::timestamptz, ${START}::timestamptz
      from frota.effect where kind = 'consult' and active
      returning id, vehicle_id
    ), owed as (
      insert into frota.debt (vehicle_id, fingerprint, ordinal, kind, grp, description,
        amount_cents, is_payable, state, state_since, shown, first_seen_at, last_seen_at,
        first_consultation_id, last_consultation_id)
      select vehicle_id, n::text, 1, 'ipva', 'ipva', 'IPVA', 100, true, 'open',
        ${START}::timestamptz, true, ${START}::timestamptz, ${START}::timestamptz, id, id
      from asked, generate_series(1, ${DEBTS_EACH}::integer) n
      returning id, last_consultation_id
    )
    insert into frota.debt_item (consultation_id, item_id, position, debt_id, change, kind, grp,
      description, amount_cents, is_payable)
    select last_consultation_id, gen_random_uuid(), row_number() over (), id, 'new', 'ipva',
      'ipva', 'IPVA', 100, true from owed`.execute(world.db)
  const some = vehicleIds.slice(0, 1)
  expect(await world.debts.shown(some)).toHaveLength(DEBTS_EACH)
  expect(await readsOf('debt', (tx) => openDebtStore(tx).shown(some))).toBe(DEBTS_EACH)
})

test('what the ledger has asked is planned once, for all connections to an embedded database', async () => {
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(substr(name, 1, 7)) as names from pg_prepared_statements
    where statement like '%"frota"."campaign"%'`.execute(world.db)
  const isEmbedded = world.database.engine === 'pglite'
  expect(rows[0]?.names?.includes('shared_') ?? false).toBe(isEmbedded)
})

test('the statistics are renewed when the tables have doubled, and not before', async () => {
  if (world.database.engine !== 'pglite') return
  let nowMs = 0
  const known = async (): Promise<number> => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples::integer as rows from pg_class where oid = 'frota.effect'::regclass
    `.execute(world.db)
    return rows[0]?.rows ?? 0
  }
  const renew = openStatistics(world.db, { uptime: () => nowMs })
  const before = await known()
  await renew()
  expect(await known()).toBe(before)
  nowMs += LOOKS_MS
  await renew()
  expect(await known()).toBe(2 * VEHICLES)
  await sql`delete from frota.effect where kind = 'register'`.execute(world.db)
  nowMs += LOOKS_MS
  await renew()
  expect(await known()).toBe(2 * VEHICLES)
})
