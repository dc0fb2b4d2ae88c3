/** What an import remembers of how its file was read, and which files change nothing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wallClock } from '../../../src/clock.ts'
import type { Database } from '../../../src/database/pool.ts'
import { openFleetReadingStore } from '../../../src/ledger/fleet-reading.ts'
import type { FleetReadingStore } from '../../../src/ledger/fleet-reading.ts'
import { openFleetStore } from '../../../src/ledger/fleets.ts'
import { openImportStore } from '../../../src/ledger/imports-sql.ts'
import type { Import, ImportStore } from '../../../src/ledger/imports.ts'
import { ledgerMigrations } from '../../../src/ledger/migrations.ts'
import { openLedgerDb } from '../../../src/ledger/tx.ts'
import { systemRandom } from '../../../src/random.ts'
import { importFleet } from '../../../src/reconciliation/intake/import-fleet.ts'
import type { UploadAbout } from '../../../src/reconciliation/intake/uploads.ts'
import { openSecret } from '../../../src/secret.ts'
import type { Secret } from '../../../src/secret.ts'
import { openTestDatabase } from '../../support/database.ts'
import { GOOD, HEADER, sourceOf } from './judge-bytes.ts'

const ACCOUNT = '0190f3d8-0000-7000-8000-000000000001'
const ROW = 'ABC1C34;00639884962;SP;11222333000181'
const ODD = `Chapa;Cod;UF;CNPJ\n${ROW}\n`
const named = { plate: 'Chapa', renavam: 'Cod' }

let dir: string
let database: Database
let imports: ImportStore
let readings: FleetReadingStore
let secret: Secret
let fleetId: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frota-import-'))
  secret = await openSecret(join(dir, 'secret.json'), systemRandom)
  database = await openTestDatabase({ migrations: [ledgerMigrations] })
  const db = openLedgerDb(database.pool)
  imports = openImportStore(db, database.pool)
  readings = openFleetReadingStore(db)
})
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.pool.query('truncate frota.vehicle cascade')
  const fleets = openFleetStore(openLedgerDb(database.pool))
  const name = systemRandom.uuid()
  fleetId = (await fleets.open({ name, accountId: ACCOUNT, at: new Date(0) })).id
})

async function importText(text: string, about: Partial<UploadAbout> = {}): Promise<Import> {
  const received = await imports.receive({
    fleetId,
    fileName: 'fleet.csv',
    sha256: systemRandom.uuid(),
    byteLength: text.length,
    defaultsHash: '',
    at: new Date(0),
  })
  const upload = { defaults: {}, otherFleet: false, ...about, source: sourceOf(text) }
  const uploads = { find: async () => upload }
  const tools = { imports, readings, uploads, secret, accountId: ACCOUNT, clock: wallClock }
  await importFleet(tools, received.id)
  const ended = await imports.find(received.id)
  if (ended === undefined) throw new Error('The import is gone.')
  return ended
}

async function inFleet(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    'select count(*)::text as count from frota.vehicle where in_fleet and fleet_id = $1',
    [fleetId],
  )
  return Number(rows[0]?.count)
}

test('the columns of a file that was applied are known for the next one, until forgotten', async () => {
  expect(await importText(ODD)).toMatchObject({ state: 'refused' })
  expect(await importText(ODD, { map: named })).toMatchObject({ state: 'applied', accepted: 1 })
  const again = await importText(`${ODD}\n`)
  expect(again).toMatchObject({ state: 'applied', accepted: 1 })
  expect(again.understood).toMatchObject({ warnings: [{ code: 'W-MAP' }] })
  const forgetful = await importText(`${HEADER}\n${GOOD}\n`, { forgetReading: true })
  expect(forgetful.understood).toMatchObject({ warnings: [] })
  expect(await importText(`${ODD}\n\n`)).toMatchObject({ state: 'refused' })
})

test('what was said of a file that is refused is not remembered', async () => {
  await importText(ODD, { map: { ...named, uf: 'Estado' } })
  await importText('Chapa;Cod;UF;CNPJ\nABCD;1;SP;2\n', { map: named, sheet: 'Frota' })
  expect(await readings.find(fleetId)).toBeUndefined()
})

test('a refusal names the remembered columns that may be its cause', async () => {
  await importText(ODD, { map: named })
  const bad = await importText(`placa;Chapa;Cod;UF;CNPJ\nABC1C34;9BW;${ROW.slice(8)}\n`)
  expect(bad).toMatchObject({ state: 'refused', refusal: { code: 'F-NO-VEHICLE' } })
  expect(JSON.stringify(bad.refusal)).toMatch(/plate=Chapa.*--map none as esquece/)
})

test('the sheet that was named is remembered with the columns', async () => {
  await importText(ODD, { map: named, sheet: 'Frota' })
  expect(await readings.find(fleetId)).toEqual({ map: named, sheet: 'Frota' })
})

test('a file of which no row can be used is refused with the first reason, and changes nothing', async () => {
  await importText(`${HEADER}\n${GOOD}\n`)
  const bad = await importText(`${HEADER}\nABCD;00639884962;SP;11222333000181;x\n`, {
    otherFleet: true,
  })
  expect(bad).toMatchObject({ state: 'refused', refusal: { code: 'F-NO-VEHICLE', line: 2 } })
  expect(JSON.stringify(bad.refusal)).toContain('ABCD não é uma placa')
  expect(await importText(`${HEADER}\n`, { otherFleet: true })).toMatchObject({
    state: 'refused',
    refusal: { code: 'F-NO-VEHICLE' },
  })
  expect(await inFleet()).toBe(1)
})
