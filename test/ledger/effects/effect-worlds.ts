/** The same effects in memory and in the database, for one conformance suite. */
import { wallClock } from '../../../src/clock.ts'
import { endingSlots } from '../../support/ledger/ending-slots.ts'
import { openMemoryEffectStore } from '../../support/ledger/effects-memory.ts'
import { openPlanningStore, type PlanningStore } from '../../support/ledger/planning-store.ts'
import { openMemoryQuotaLedger } from '../../support/ledger/quota-memory.ts'
import type { QuotaLedger } from '../../../src/ledger/quota/quota.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { systemRandom } from '../../../src/random.ts'
import { openTestLedger } from '../../support/database.ts'

export interface Opened extends AsyncDisposable {
  store: PlanningStore
  /** Whose slots the moves end. */
  quota: QuotaLedger
  /** A fleet of its own with one vehicle. */
  fleet(): Promise<{ fleetId: string; vehicleId: string }>
  moves(effectId: string): Promise<string[]>
}

function openMemory(): Promise<Opened> {
  const given = { clock: wallClock, random: systemRandom }
  const quota = openMemoryQuotaLedger(given)
  const store = endingSlots(openMemoryEffectStore(given), quota)
  return Promise.resolve({
    store,
    quota,
    fleet: () => Promise.resolve({ fleetId: systemRandom.uuid(), vehicleId: systemRandom.uuid() }),
    moves: (id) =>
      Promise.resolve(
        store.events.filter((event) => event.effectId === id).map((e) => `${e.from} ${e.to}`),
      ),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
}

export async function openDatabase(): Promise<Opened & { pool: Query }> {
  const database = await openTestLedger()
  const { pool } = database
  return {
    pool,
    store: openPlanningStore(openLedgerDb(pool)),
    quota: openQuotaLedger(pool),
    fleet: async () => {
      const accountId = systemRandom.uuid()
      const fleet = await pool.query(
        'insert into frota.fleet (name, account_id, created_at) values ($1, $2, now()) returning id',
        [accountId, accountId],
      )
      const fleetId = String(fleet.rows[0].id)
      const vehicle = await pool.query(
        `insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, owner_hash,
           owner_masked, created_at, updated_at)
         values ($1, $2, '00639884962', 'ABC1D23', 'SP', 'x', 'x', now(), now()) returning id`,
        [fleetId, accountId],
      )
      return { fleetId, vehicleId: String(vehicle.rows[0].id) }
    },
    moves: async (id) => {
      const { rows } = await pool.query(
        'select from_state, to_state from frota.effect_event where effect_id = $1 order by seq',
        [id],
      )
      return rows.map((row) => `${row.from_state} ${row.to_state}`)
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

interface Query {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

export const worlds = [
  { name: 'memory', open: openMemory },
  { name: 'database', open: openDatabase },
]
