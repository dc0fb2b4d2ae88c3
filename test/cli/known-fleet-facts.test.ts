/** What `frota check` learns from a ledger: beside its owner, alone, or where there is none. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownFleetFacts } from '../../src/cli/intake/known-fleet-facts.ts'
import { readConfig } from '../../src/config.ts'
import { ledgerSecret } from '../../src/app/ledger/ledger-secret.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openUpkeepStore } from '../../src/ledger/runs/upkeep.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openFleetReadingStore } from '../../src/ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../src/ledger/fleets/fleets.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'

const ACCOUNT = '0190f3d8-0000-7000-8000-000000000001'
const nothing = { before: { vehicles: [] } }
const reading = { map: { plate: 'Chapa' }, sheet: 'Frota' }

test('a fleet’s reading is found, and nothing is made where there is none', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'frota-reading-'))
  try {
    const dataDir = join(dir, 'data')
    const config = readConfig({}, { FROTA_DATA_DIR: dataDir })
    expect(await knownFleetFacts(config)).toMatchObject(nothing)
    expect(await readdir(dir)).toEqual([])
    {
      await using database = await openDatabase({ dataDir, mode: 'execute' })
      expect(await knownFleetFacts(config)).toMatchObject(nothing)
      await migrate(database.pool, ledgerMigrations)
      // A ledger of an earlier version is not changed by a question.
      const forget = `delete from frota.migration where number = (select max(number) from frota.migration) returning *`
      const { rows } = await database.pool.query<Record<string, unknown>>(forget)
      const older = await knownFleetFacts(config)
      expect(older).toMatchObject({ code: 'database-unreachable' })
      await database.pool.query(
        'insert into frota.migration values ($1, $2, $3, $4)',
        Object.values(rows[0] ?? {}),
      )
      const db = openLedgerDb(database.pool)
      await ledgerSecret(config, { fleets: openFleetStore(db), upkeep: openUpkeepStore(db) })
      const at = new Date(0)
      const fleet = { name: 'principal', accountId: ACCOUNT, at }
      const { id } = await openFleetStore(db).open(fleet)
      await openFleetReadingStore(db).remember(id, reading, at)
      expect(await knownFleetFacts(config)).toMatchObject({ reading })
      const other = readConfig({}, { FROTA_DATA_DIR: dataDir, FROTA_FLEET: 'outra' })
      expect(await knownFleetFacts(other)).toMatchObject(nothing)
    }
    expect(await knownFleetFacts(config)).toMatchObject({ reading })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})

test('a ledger that cannot be reached is said, and fails nothing', async () => {
  const url = 'postgres://nobody:secret@127.0.0.1:1/none'
  const known = await knownFleetFacts(readConfig({}, { DATABASE_URL: url }))
  expect(known).toMatchObject({ code: 'database-unreachable' })
  expect(JSON.stringify(known)).not.toContain('secret')
})
