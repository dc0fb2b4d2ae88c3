/** A real service and a real ledger, with as many starts of the runner between them as wanted. */
import { takeTurns } from '../../../jobs/take-turns.ts'
import { wallClock } from '../../../src/clock.ts'
import type { Client } from '../../../src/client/client.ts'
import { openClient } from '../../../src/client/open-client.ts'
import type { JournalRecord } from '../../../src/database/journal.ts'
import { lookUpDelays } from '../../../src/effects/look-up-delays.ts'
import { claimEffects } from '../../../src/effects/perform-effect.ts'
import type { EffectTools } from '../../../src/effects/tools.ts'
import type { EffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openVehicleStore, type VehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { seededRandom, systemRandom } from '../../../src/random.ts'
import { registerStage } from '../../../src/reconciliation/vehicles/register-vehicle.ts'
import { deriveSecret, ownerContext } from '../../../src/secret.ts'
import { newVehicle } from '../../service/support/fleet.ts'
import { openBench } from '../../service/support/open-service.ts'
import { openTestLedger } from '../../support/database.ts'
import { performEffect } from '../../support/perform-effect.ts'
import { openPlanningStore } from '../../support/ledger/planning-store.ts'

const secret = deriveSecret(new Uint8Array(32), systemRandom)

export async function openWorld() {
  const bench = await openBench()
  const database = await openTestLedger()
  const db = openLedgerDb(database.pool)
  const { accountId, apiKey } = bench.own
  const fleet = await database.pool.query(
    `insert into frota.fleet (name, account_id, created_at) values ('test', $1, now())
     returning id`,
    [accountId],
  )
  const fleetId = String(fleet.rows[0].id)
  const client = openClient({
    baseUrl: bench.url,
    apiKey: () => apiKey,
    accountId,
    clock: wallClock,
    random: seededRandom(1),
  })
  const store = openPlanningStore(db)
  const vehicles = openVehicleStore(db)

  /** Vehicles as an import leaves them, each with its register effect. */
  async function imported(numbers: readonly number[]): Promise<string[]> {
    const ids: string[] = []
    for (const number of numbers) {
      const { plate, renavam, uf, owner_document } = newVehicle(number)
      const sealed = secret.seal(owner_document, ownerContext(accountId, renavam))
      const { rows } = await database.pool.query(
        `insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, nickname,
           owner_sealed, owner_hash, owner_masked, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'hash', 'masked', now(), now()) returning id`,
        [fleetId, accountId, renavam, plate, uf, `Number ${number}`, sealed],
      )
      const vehicleId = String(rows[0].id)
      ids.push(vehicleId)
      const key = `${accountId}:${renavam}`
      await store.plan([{ kind: 'register', key, fleetId, vehicleId, rank: number }])
    }
    return ids
  }

  /** One process: `wrap` may put a fault around any of its tools. */
  function start(wrap: (tools: RunnerTools) => RunnerTools = (tools) => tools) {
    const journal = { append: (_record: JournalRecord) => Promise.resolve() }
    const tools = wrap({ store, client, vehicles, journal })
    const effects: EffectTools = {
      store: tools.store,
      journal: tools.journal,
      gate: { withSlot: () => Promise.reject(new Error('Registering needs no slot.')) },
      clock: wallClock,
      holder: 'test',
      delays: lookUpDelays(0),
    }
    const stage = registerStage({ client: tools.client, vehicles: tools.vehicles, secret })
    const perform = (effectId: string) => performEffect(effects, stage, effectId)
    const all = { clock: wallClock, onFailure: () => {} }
    return {
      perform,
      async registerAll(signal = new AbortController().signal) {
        for (const { chunk: number } of await vehicles.registerChunks(fleetId)) {
          const chunk = await vehicles.registerChunk(fleetId, Number(number))
          const own = registerStage({ ...tools, secret, chunk })
          const ids = chunk.map(({ effectId }) => effectId)
          const claimed = await claimEffects(effects, own, ids)
          await takeTurns(all, claimed, ids, { signal, settled: () => {} }, 4)
        }
      },
    }
  }

  return {
    bench,
    client,
    store,
    vehicles,
    secret,
    accountId,
    fleetId,
    pool: database.pool,
    imported,
    start,
    /** What the service has, by RENAVAM. */
    registered: async (): Promise<string[]> => {
      const pages = await Array.fromAsync(client.pages('listVehicles', {}))
      return pages.flat().map((vehicle) => vehicle.renavam)
    },
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await bench[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

export interface RunnerTools {
  store: EffectStore
  client: Client
  vehicles: VehicleStore
  journal: { append(record: JournalRecord): Promise<void> }
}
