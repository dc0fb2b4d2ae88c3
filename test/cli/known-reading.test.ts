/** What `frota check` learns from a ledger: beside its owner, alone, or where there is none. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownReading } from '../../src/cli/intake/known-reading.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openFleetReadingStore } from '../../src/ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../src/ledger/fleets/fleets.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'

const ACCOUNT = '0190f3d8-0000-7000-8000-000000000001'
const reading = { map: { plate: 'Chapa' }, sheet: 'Frota' }

test('a fleet’s reading is found, and nothing is made where there is none', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'frota-reading-'))
  try {
    const dataDir = join(dir, 'data')
    const config = readConfig({}, { FROTA_DATA_DIR: dataDir })
    expect(await knownReading(config)).toEqual({ kind: 'none' })
    expect(await readdir(dir)).toEqual([])
    {
      await using database = await openDatabase({ dataDir, mode: 'execute' })
      // A ledger of before these tables is not changed by a question.
      expect(await knownReading(config)).toEqual({ kind: 'none' })
      await migrate(database.pool, ledgerMigrations)
      const db = openLedgerDb(database.pool)
      const at = new Date(0)
      const fleet = { name: 'principal', accountId: ACCOUNT, at }
      const { id } = await openFleetStore(db).open(fleet)
      await openFleetReadingStore(db).remember(id, reading, at)
      expect(await knownReading(config)).toEqual({ kind: 'known', reading })
      const other = readConfig({}, { FROTA_DATA_DIR: dataDir, FROTA_FLEET: 'outra' })
      expect(await knownReading(other)).toEqual({ kind: 'none' })
    }
    expect(await knownReading(config)).toEqual({ kind: 'known', reading })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})

test('a ledger that cannot be reached is said, and fails nothing', async () => {
  const url = 'postgres://nobody:secret@127.0.0.1:1/none'
  const known = await knownReading(readConfig({}, { DATABASE_URL: url }))
  expect(known).toMatchObject({ kind: 'unreachable', failure: { code: 'database-unreachable' } })
  expect(JSON.stringify(known)).not.toContain('secret')
})
