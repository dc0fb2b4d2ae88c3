/** A file of a backup is copied whole or not at all, and none is left out because it cannot be read. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup } from '../../src/app/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/backup/restore-backup.ts'
import { wallClock } from '../../src/clock.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { agreeOnTime, keptOffset } from '../../src/ledger/runs/shifted-time.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { copyFile, filesBelow, isWhole } from '../../src/app/backup/backup-files.ts'
import { readManifest } from '../../src/app/backup/manifest.ts'
import { folderForTest } from '../support/for-file.ts'

test('a folder that is not there has no files; one that cannot be listed is told', async () => {
  const dir = folderForTest('files')
  expect(await filesBelow(join(dir, 'none'))).toEqual([])
  const file = join(dir, 'file')
  writeFileSync(file, 'x')
  const told = { code: 'usage', sentence: { pt: expect.stringContaining(file) as string } }
  await expect(filesBelow(file)).rejects.toMatchObject(told)
})

test('a copy that is cut leaves nothing under its name, and the next one is whole', async () => {
  const dir = folderForTest('files')
  const [from, into] = [join(dir, 'from'), join(dir, 'into')]
  mkdirSync(from)
  // It is opened, and then not read.
  await expect(copyFile(from, into, 'a/b.csv')).rejects.toMatchObject({ code: 'EISDIR' })
  expect(readdirSync(join(into, 'a'))).not.toContain('b.csv')
  const whole = join(dir, 'whole.csv')
  writeFileSync(whole, 'placa\n')
  const copied = await copyFile(whole, into, 'a/b.csv')
  expect(readdirSync(join(into, 'a'))).toEqual(['b.csv'])
  expect(readFileSync(join(into, 'a/b.csv'), 'utf8')).toBe('placa\n')
  expect(copied && (await isWhole(into, copied))).toBe(true)
})

test('what cannot be read is not called damaged or missing', async () => {
  const dir = folderForTest('files')
  mkdirSync(join(dir, 'backup.json'))
  const named = { code: 'usage', sentence: { en: expect.stringContaining('EISDIR') as string } }
  await expect(readManifest(dir)).rejects.toMatchObject(named)
  const file = { path: 'backup.json', bytes: 1, sha256: '' }
  await expect(isWhole(dir, file)).rejects.toMatchObject(named)
  expect(await isWhole(dir, { ...file, path: 'none' })).toBe(false)
})

test('a backup keeps drafts and the time of FROTA_START_AT', { timeout: 240_000 }, async () => {
  const dir = folderForTest('files')
  const [copies, moved] = [join(dir, 'copies'), join(dir, 'moved')]
  const config = readConfig({}, { FROTA_DATA_DIR: dir, FROTA_REPORTS_DIR: join(moved, 'r') })
  const ahead = { nowMs: 0, offsetMs: 86_400_000, throughOwner: false }
  {
    await using database = await openDatabase({ dataDir: dir })
    await migrate(database.pool, ledgerMigrations)
    await agreeOnTime(database.pool, ahead)
  }
  mkdirSync(join(dir, 'drafts'))
  writeFileSync(join(dir, 'drafts/one.sealed'), 'rows')
  const { signal: stop } = new AbortController()
  const given = { clock: wallClock, command: 'x', person: 'Ana', replace: false, stop }
  await makeBackup(config, copies, given)
  await restoreBackup({ ...config, FROTA_DATA_DIR: moved }, copies, given)
  expect(readFileSync(join(moved, 'drafts/one.sealed'), 'utf8')).toBe('rows')
  await using database = await openDatabase({ dataDir: moved })
  expect(await keptOffset(database.pool)).toBe(ahead.offsetMs)
})
