/**
 * The owner's document and the API key are nowhere that people, logs or backups show: not in what is
 * printed, logged and reported, and not in any text of any table.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../src/random.ts'
import { openSecret } from '../../src/secret.ts'
import { openWorld, type Ended, type World } from '../support/run-frota.ts'

/** Canonical test documents, each as it is typed and bare. */
const DOCUMENTS = ['529.982.247-25', '52998224725', '11.222.333/0001-81', '11222333000181']
const OWNER_ONLY = 0o600
const PERMISSIONS = 0o777

/** Two good rows, and two that are refused: for the state, and for the document's digits. */
const FILE = `plate,renavam,uf,owner_document,nickname
XPB4036,02837517024,SP,529.982.247-25,Van 01
FJI5E42,09690517916,BA,11222333000181,Van 02
DMT3961,18025729391,XX,52998224725,Van 03
AOK4F01,03528039860,PE,11.222.333/0001-82,Van 04
`

describe('after a whole run at the most talkative level', () => {
  let world: World
  let first: Ended
  let later: Ended[]
  let key: string

  beforeAll(async () => {
    world = await openWorld({ LOG_LEVEL: 'trace' })
    const file = join(world.dir, 'fleet.csv')
    await writeFile(file, FILE)
    const approved = ['--order-method', 'pix', '--approve-up-to', '50000']
    first = await world.run(['reconcile', file, ...approved])
    later = []
    for (const args of [['status'], ['orders', '--json'], ['debts', 'XPB4036', '--json']]) {
      later.push(await world.run(args))
    }
    const secret = await openSecret(
      join(world.dataDir, 'secret.json'),
      systemRandom,
      async () => true,
    )
    key = secret.embedded.apiKey
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const canaries = (): string[] => [...DOCUMENTS, key]
  const found = (text: string): string[] => canaries().filter((each) => text.includes(each))

  test('the run did what it should', () => {
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('4 linhas')
    expect(first.stderr).toContain('"route":"createVehicle"')
  })

  test('nothing printed or logged shows them', () => {
    for (const { stdout, stderr } of [first, ...later]) {
      expect(found(stdout)).toEqual([])
      expect(found(stderr)).toEqual([])
    }
  })

  test('reports show a company’s CNPJ with its debts, and the rest only in rejected.csv', async () => {
    const reports = join(world.reportsDir, 'latest')
    const shown: Record<string, string[]> = {}
    for (const name of await readdir(reports)) {
      const said = found(await readFile(join(reports, name), 'utf8'))
      if (name !== 'rejected.csv' && said.length > 0) shown[name] = said
    }
    // It is no personal data; the owner of XPB4036 is a person, and stands masked there.
    const cnpj = ['11.222.333/0001-81']
    expect(shown).toEqual({ 'debts.csv': cnpj, 'order_items.csv': cnpj })
    expect(found(await readFile(join(reports, 'rejected.csv'), 'utf8'))).toContain('52998224725')
    const { mode } = await stat(join(reports, 'rejected.csv'))
    expect(mode & PERMISSIONS).toBe(OWNER_ONLY)
    expect(await readFile(join(reports, 'rejected.csv'), 'utf8')).not.toContain(key)
  })

  test('no table’s text shows them: ledger, queue and service', async () => {
    const tables = await world.query(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
         WHERE table_schema IN ('frota', 'service', 'bullmq') ORDER BY 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['frota.vehicle', 'frota.import_row', 'service.vehicle']),
    )
    const shown: unknown[] = []
    await world.read(async (query) => {
      for (const { name } of tables) {
        // Every column, and sealed bytes as hex; but for a company's CNPJ, which books name.
        const rows = await query(
          `SELECT (to_jsonb(t) - 'owner_cnpj')::text AS row FROM ${String(name)} AS t`,
        )
        for (const { row } of rows) {
          if (found(String(row)).length > 0 || hexFound(String(row))) shown.push({ name, row })
        }
      }
    })
    expect(shown).toEqual([])
  })

  /** As bytea shows text that was stored unsealed. */
  function hexFound(row: string): boolean {
    return canaries().some((each) => row.includes(Buffer.from(each).toString('hex')))
  }

  test('no file of the data directory shows them outside the database', async () => {
    const entries = await readdir(world.dataDir, { withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      expect(found(await readFile(join(world.dataDir, entry.name), 'latin1'))).toEqual([])
    }
    const uploads = await readdir(join(world.dataDir, 'uploads'))
    expect(uploads.length).toBeGreaterThan(0)
    for (const name of uploads) {
      const bytes = await readFile(join(world.dataDir, 'uploads', name), 'latin1')
      expect(found(bytes)).toEqual([])
    }
  })
})
