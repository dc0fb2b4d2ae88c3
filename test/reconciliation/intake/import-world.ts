/** Files imported into a ledger whole: their text in, the import and the fleet out. */
import { wallClock } from '../../../src/clock.ts'
import { Failure } from '../../../src/failure.ts'
import { openFleetReadingStore } from '../../../src/ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../../src/ledger/fleets/fleets.ts'
import { openImportStore } from '../../../src/ledger/fleets/imports-sql.ts'
import type { Import } from '../../../src/ledger/fleets/imports.ts'
import { knownVehicles } from '../../../src/ledger/fleets/known-vehicles.ts'
import type { MemoryRoom } from '../../../src/memory-room.ts'
import { systemRandom } from '../../../src/random.ts'
import { Comparison, type Difference } from '../../../src/reconciliation/intake/compare.ts'
import { importFleet } from '../../../src/reconciliation/intake/import-fleet.ts'
import { OwnerMarks } from '../../../src/reconciliation/intake/owner-marks.ts'
import type { UploadAbout } from '../../../src/reconciliation/intake/uploads.ts'
import { deriveSecret } from '../../../src/secret.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { judged, sourceOf } from './judge-bytes.ts'

const ACCOUNT = '0190f3d8-0000-7000-8000-000000000001'

export async function openImportWorld() {
  const secret = deriveSecret(Buffer.alloc(32, 7), systemRandom)
  const { database, db } = await ledgerForFile()
  const imports = openImportStore(db, database.pool)
  const readings = openFleetReadingStore(db)
  let fleetId = ''

  return {
    database,
    readings,
    fleetId: () => fleetId,
    /** The fleet of what follows; those before it stay. */
    openFleet: async (name: string = systemRandom.uuid()): Promise<void> => {
      const fleet = { name, accountId: ACCOUNT, at: new Date(0) }
      fleetId = (await openFleetStore(db).open(fleet)).id
    },
    importText: async (
      text: string,
      {
        memory,
        sha256 = systemRandom.uuid(),
        ...about
      }: Partial<UploadAbout> & { memory?: MemoryRoom; sha256?: string } = {},
    ): Promise<Import> => {
      const received = await imports.receive({
        fleetId,
        fileName: 'fleet.csv',
        sha256,
        byteLength: text.length,
        defaultsHash: '',
        at: new Date(0),
      })
      const upload = { defaults: {}, otherFleet: false, ...about, source: sourceOf(text) }
      const uploads = { find: async () => upload }
      const tools = { imports, readings, uploads, secret, accountId: ACCOUNT, clock: wallClock }
      await importFleet(memory === undefined ? tools : { ...tools, memory }, received.id).catch(
        noteShortMemory,
      )
      const ended = await imports.find(received.id)
      if (ended === undefined) throw new Error('The import is gone.')
      return ended
    },
    /** What is told of a file before it is imported. */
    differenceOf: async (text: string): Promise<Difference> => {
      const known = await knownVehicles(db, { id: fleetId, accountId: ACCOUNT })
      const comparison = new Comparison(known, new Set(), await imports.elsewhere(ACCOUNT))
      const { file, rows } = await judged(text, { vehicles: known })
      const owners = new OwnerMarks(secret)
      for (const row of rows) comparison.take(row, file.understood, owners)
      return comparison.result().difference
    },
    inFleet: async (): Promise<number> => {
      const { rows } = await database.pool.query<{ count: string }>(
        'select count(*)::text as count from frota.vehicle where in_fleet and fleet_id = $1',
        [fleetId],
      )
      return Number(rows[0]?.count)
    },
  }
}

/** Any other failure is the test's. */
function noteShortMemory(error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'memory-short') throw error
}
