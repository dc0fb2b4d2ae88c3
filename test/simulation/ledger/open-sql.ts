/**
 * The shipped ledger on PGlite, made to tell the same story as the one in memory: time is the
 * simulation's, and ids come in the order in which rows are made.
 */
import type { Database } from '../../../src/database/pool.ts'
import { openCampaignStore } from '../../../src/ledger/consultations/campaigns-sql.ts'
import { openConsultationStore } from '../../../src/ledger/consultations/consultations-sql.ts'
import type { Debt } from '../../../src/ledger/debts/debts.ts'
import { openDebtStore } from '../../../src/ledger/debts/debts-sql.ts'
import type { Effect } from '../../../src/ledger/effects/effects.ts'
import { effectColumns } from '../../../src/ledger/effects/effects-read.ts'
import { openEffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import { openPlanningStore } from '../../support/ledger/planning-store.ts'
import { ledgerMigrations } from '../../../src/ledger/schema/migrations.ts'
import { openOrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import { openPlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { openLedgerDb, type LedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { sql, type RawBuilder } from 'kysely'
import { openTestDatabase } from '../../support/database.ts'
import { ACCOUNT, FLEET, type Ledger, type LedgerFacts, type NewVehicleRow } from './ledger.ts'

export interface SqlLedgers extends AsyncDisposable {
  /** An empty ledger for the next world; the one before is gone. */
  next(nowMs: () => number): Promise<Ledger>
}

export async function openSqlLedgers(): Promise<SqlLedgers> {
  const database = await openTestDatabase({ engine: 'pglite', migrations: [ledgerMigrations] })
  const db = openLedgerDb(database.pool)
  await countIds(db)
  const tables = await tableNames(db)
  return {
    next: async (nowMs) => {
      await sql`truncate ${sql.raw(tables)} restart identity`.execute(db)
      await sql`alter sequence frota.simulated_ids restart`.execute(db)
      return openLedger(database, db, nowMs)
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/** Ids that grow, in every table that would draw one. */
async function countIds(db: LedgerDb): Promise<void> {
  await sql`create sequence frota.simulated_ids`.execute(db)
  await sql`
    create function frota.simulated_id() returns uuid language sql volatile as $$
      select ('00000000-0000-4000-8000-'
        || lpad(to_hex(nextval('frota.simulated_ids')), 12, '0'))::uuid $$
  `.execute(db)
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'frota' and column_default like '%gen_random_uuid%'
  `.execute(db)
  for (const { table, column } of rows) {
    await sql`
      alter table ${sql.table(`frota.${table}`)} alter column ${sql.ref(column)}
        set default frota.simulated_id()
    `.execute(db)
  }
}

/** All but the audit, which refuses to be emptied: one chain through all worlds is as good. */
async function tableNames(db: LedgerDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'frota' and tablename not like '%migration%'
      and tablename not like 'audit%'
  `.execute(db)
  return rows.map(({ name }) => `frota."${name}"`).join(', ')
}

function openLedger(database: Database, db: LedgerDb, nowMs: () => number): Ledger {
  let shownMs = Number.NaN
  const setNow = async (): Promise<void> => {
    if (shownMs === nowMs()) return
    shownMs = nowMs()
    const now = new Date(shownMs).toISOString()
    await sql`select set_config('frota.test_now', ${now}, false)`.execute(db)
  }
  const timed = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]): Promise<unknown> => {
          // Time stands still within a turn, so what runs inside a transaction needs no new one.
          await (shownMs === nowMs() ? undefined : setNow())
          return Reflect.apply(value, target, given)
        }
      },
    })
  const campaigns = openCampaignStore(db)
  return {
    stores: {
      effects: timed(openEffectStore(db)),
      vehicles: timed(openVehicleStore(db)),
      campaigns: timed(campaigns),
      consultations: timed(openConsultationStore(db)),
      debts: timed(openDebtStore(db)),
      plans: timed(openPlanStore(db)),
      orders: timed(openOrderStore(db)),
    },
    quota: timed(openQuotaLedger(database.pool)),
    addFleet: async (vehicles, at) => {
      await setNow()
      await addFleet(db, vehicles, at)
    },
    openCampaign: async (at) => {
      await setNow()
      return openCampaign(db, at)
    },
    facts: async () => {
      await setNow()
      return factsOf(db)
    },
    history: async () => {
      const moves = await rowsOf<{ line: string }>(
        db,
        sql`select effect.kind || ' ' || place.place || ' epoch ' || event.epoch || ': '
            || event.from_state || ' -> ' || event.to_state || ' (' || event.why || ')' as line
          from frota.effect_event event join frota.effect effect on effect.id = event.effect_id
          join (select id, row_number() over (order by seq) as place from frota.effect) place
            on place.id = effect.id
          order by event.seq`,
      )
      return moves.map(({ line }) => line)
    },
    intents: async () => {
      await setNow()
      const where = sql`where state = 'intent' order by seq`
      return rowsOf<Effect>(db, sql`select ${effectColumns} from frota.effect ${where}`)
    },
    checkpoint: null,
  }
}

async function rowsOf<Row>(db: LedgerDb, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await (statement as RawBuilder<Row>).execute(db)).rows
}

async function addFleet(db: LedgerDb, vehicles: readonly NewVehicleRow[], at: Date): Promise<void> {
  await sql`
    insert into frota.fleet (id, name, account_id, created_at)
    values (${FLEET}, 'simulada', ${ACCOUNT}, ${at})
  `.execute(db)
  for (const [index, { renavam, plate, uf, ownerSealed }] of vehicles.entries()) {
    const rows = await rowsOf<{ id: string }>(
      db,
      sql`insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, owner_sealed,
          owner_hash, owner_masked, created_at, updated_at)
        values (${FLEET}, ${ACCOUNT}, ${renavam}, ${plate}, ${uf}, ${ownerSealed}, 'hash',
          '***.982.247-**', ${at}, ${at})
        returning id`,
    )
    const key = `${ACCOUNT}:${renavam}`
    const vehicleId = rows[0]?.id ?? ''
    const effect = { kind: 'register', key, fleetId: FLEET, vehicleId, rank: index } as const
    await openPlanningStore(db).plan([effect])
  }
}

async function openCampaign(db: LedgerDb, at: Date): Promise<string> {
  await sql`
    update frota.campaign_member set state = 'stuck', reason = 'closed', closed_at = ${at}
    where state = 'open'
  `.execute(db)
  await sql`
    update frota.campaign set closed_at = ${at} where closed_at is null
  `.execute(db)
  const { id } = await openCampaignStore(db).open(FLEET, at)
  await sql`
    insert into frota.campaign_member (campaign_id, vehicle_id, joined_at, state)
    select ${id}, id, ${at}, 'open' from frota.vehicle order by seq
  `.execute(db)
  return id
}

async function factsOf(db: LedgerDb): Promise<LedgerFacts> {
  const effects = await rowsOf<Effect>(
    db,
    sql`select ${effectColumns} from frota.effect order by seq`,
  )
  return {
    effects,
    plans: await rowsOf(
      db,
      sql`select plan.id, plan.vehicle_id as "vehicleId", plan.method, plan.state,
          plan.debts_cents as "debtsCents", plan.total_cents as "totalCents",
          array(select item.debt_id::text from frota.order_plan_item item
            where item.plan_id = plan.id) as "debtIds"
        from frota.order_plan plan order by plan.id`,
    ),
    locks: await rowsOf(
      db,
      sql`select vehicle_id as "vehicleId", scope, plan_id as "planId" from frota.debt_lock`,
    ),
    debts: await rowsOf<Debt>(
      db,
      sql`select id, vehicle_id as "vehicleId", fingerprint, ordinal, kind, description,
          due_date as "dueDate", amount_cents as "amountCents", state, shown
        from frota.debt order by id`,
    ),
    orders: await rowsOf(
      db,
      sql`select orders.id, orders.plan_id as "planId", orders.effect_id as "effectId",
          orders.vehicle_id as "vehicleId", orders.method, orders.standing, orders.status, orders.gate,
          orders.debts_cents as "debtsCents", orders.fee_cents as "feeCents",
          orders.total_cents as "totalCents", orders.pix_code as "pixCode",
          array(select item.debt_id::text from frota.order_item item
            where item.order_id = orders.id) as "debtIds"
        from frota.payment_order orders order by orders.seq`,
    ),
    members: await rowsOf(
      db,
      sql`select campaign_id as "campaignId", vehicle_id as "vehicleId", state
        from frota.campaign_member order by joined_at, vehicle_id`,
    ),
    consultations: await rowsOf(
      db,
      sql`select id, vehicle_id as "vehicleId", status from frota.consultation order by seq`,
    ),
  }
}
