/** A ledger of an earlier version is changed only where no process of that version works on it. */
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { enterLedger, migrateUnused } from '../../src/app/ledger/enter-ledger.ts'
import { LEASE_MS } from '../../src/app/ledger/keep-leases.ts'
import { wallClock } from '../../src/clock.ts'
import { pendingMigrations } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/pool.ts'
import { openLeaseStore } from '../../src/ledger/runs/leases.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'
import { openLog } from '../../src/log.ts'
import { openTestLedger } from '../support/database.ts'
import { folderForFile, forFile } from '../support/for-file.ts'

const folder = await folderForFile('newer')
cpSync(fileURLToPath(ledgerMigrations.directory), folder, { recursive: true })
const known = readdirSync(folder).length
const later = `${String(known + 1).padStart(4, '0')}-later.sql`
writeFileSync(join(folder, later), 'CREATE TABLE frota.later (n int);')
const newer = { schema: 'frota', directory: pathToFileURL(folder) }
const opened = await forFile(openTestLedger())
const database: Database = { ...opened, engine: 'postgresql' }
const db = openLedgerDb(database.pool)
const store = openLeaseStore(db, LEASE_MS)
const OLD = { holder: 'vm1/7/1', command: 'worker' }

beforeEach(async () => {
  await database.pool.query('DROP TABLE IF EXISTS frota.later')
  await database.pool.query('DELETE FROM frota.migration WHERE number > $1', [known])
  await store.clear()
})

const enter = () =>
  enterLedger(database, db, {
    mode: 'execute',
    command: 'worker',
    clock: wallClock,
    log: openLog('silent'),
    known,
    onBack: () => undefined,
  })

test.each<[string, Database]>([
  ['a living worker of a server', database],
  ['the owner of a data directory', { ...opened, engine: 'pglite', ownerPid: 7 }],
])('beneath %s nothing changes, and the refusal names it', async (_, beside) => {
  await store.take(OLD, [`executor ${OLD.holder}`])
  await expect(migrateUnused(beside, newer)).rejects.toMatchObject({
    code: 'already-running',
    exitCode: 75,
    message: expect.stringMatching(/worker \(vm1\/7\/1\)|pid 7/) as string,
  })
  expect(await pendingMigrations(database.pool, newer)).toEqual([later])
  // The same version is no reason to refuse.
  expect(await migrateUnused(beside, ledgerMigrations)).toBe(known)
})

test('a worker that was frozen meanwhile has lost its leases and takes none again', async () => {
  await using leases = await enter()
  await using night = await leases.take(['schedules'])
  await database.pool.query(`UPDATE frota.lease SET until = until - interval '1 minute'`)
  expect(await migrateUnused(database, newer)).toBe(known + 1)
  await expect.poll(() => night.lost.aborted, { timeout: 10_000 }).toBe(true)
  await expect(leases.tryTake('schedules')).rejects.toMatchObject({ code: 'database-newer' })
})

test('a worker that starts while a newer version migrates ends instead of working', async () => {
  await migrateUnused(database, newer)
  await expect(enter()).rejects.toMatchObject({ code: 'database-newer' })
})
