import { describe, expect, test } from 'vitest'
import { openImportStore } from '../../../src/ledger/fleets/imports-sql.ts'
import type { ImportRow } from '../../../src/ledger/fleets/imports.ts'
import { ledgerMigrations } from '../../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { systemRandom } from '../../../src/random.ts'
import { openTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'

const engines =
  process.env['DATABASE_URL'] === undefined
    ? (['pglite'] as const)
    : (['pglite', 'postgresql'] as const)

describe.each(engines)('the rows of an import on %s', async (engine) => {
  const opening = openTestDatabase({ engine, migrations: [ledgerMigrations] })
  const { pool } = await forFile(opening)
  const imports = openImportStore(openLedgerDb(pool), pool)
  const fleet = await pool.query(
    `insert into frota.fleet (name, account_id, created_at) values ('f', $1, now()) returning id`,
    [systemRandom.uuid()],
  )
  const fleetId = String(fleet.rows[0].id)
  let files = 0

  async function received(): Promise<string> {
    files += 1
    const file = { fleetId, fileName: 'f.csv', sha256: `${files}`, byteLength: 1, defaultsHash: '' }
    return (await imports.receive({ ...file, at: new Date(files) })).id
  }

  async function stored(id: string): Promise<Record<string, unknown>[]> {
    const sql = 'select * from frota.import_row where import_id = $1 order by line'
    return (await pool.query(sql, [id])).rows
  }

  const row = (line: number, more: Partial<ImportRow> = {}): ImportRow => {
    return { line, verdict: 'rejected', issues: [], ...more }
  }

  async function* given(...batches: ImportRow[][]): AsyncGenerator<ImportRow[]> {
    yield* batches
  }

  test('come back as they were given', async () => {
    const id = await received()
    const awkward = 'a\\b\tc\r\nd\\N "é" 🚚'
    const whole: ImportRow = {
      line: 2,
      verdict: 'repaired',
      renavam: '00639884962',
      plate: 'ABC1D23',
      uf: 'SP',
      nickname: awkward,
      costCentre: '',
      extras: { [awkward]: awkward },
      ownerSealed: Buffer.from([0, 255]),
      ownerHash: 'hash',
      ownerMasked: '***',
      issues: [{ code: 'W-FMT', value: awkward }],
    }
    await imports.addRows(id, given([whole], [], [row(3, { raw: Buffer.of(1), plate: '' })]))
    expect(await stored(id)).toEqual([
      {
        import_id: id,
        line: 2,
        verdict: 'repaired',
        renavam: '00639884962',
        plate: 'ABC1D23',
        uf: 'SP',
        nickname: awkward,
        cost_centre: '',
        extras: { [awkward]: awkward },
        owner_sealed: Buffer.from([0, 255]),
        owner_hash: 'hash',
        owner_masked: '***',
        owner_cnpj: '',
        issues: [{ code: 'W-FMT', value: awkward }],
        raw: null,
      },
      {
        import_id: id,
        line: 3,
        verdict: 'rejected',
        renavam: null,
        plate: '',
        uf: null,
        nickname: null,
        cost_centre: null,
        extras: null,
        owner_sealed: null,
        owner_hash: null,
        owner_masked: null,
        owner_cnpj: '',
        issues: [],
        raw: Buffer.of(1),
      },
    ])
  })

  test('what no database keeps becomes the sign for it, and no other character does', async () => {
    const id = await received()
    const cut = '🚚'.slice(0, 1)
    const extras = { note: `a\0b${cut}`, literal: '\\u0000 \\ud83d' }
    const issues = [{ code: 'R-NUL', value: `x\0${cut}`, otherLine: 7 }]
    await imports.addRows(id, given([row(2, { plate: 'AB\0C', extras, issues })]))
    expect(await stored(id)).toMatchObject([
      {
        plate: 'AB\uFFFDC',
        extras: { note: 'a\uFFFDb\uFFFD', literal: '\\u0000 \\ud83d' },
        issues: [{ code: 'R-NUL', value: 'x\uFFFD\uFFFD', otherLine: 7 }],
      },
    ])
  })

  test('more rows than go at once all arrive, whatever the size of the batches', async () => {
    const id = await received()
    const raw = Buffer.alloc(2_000, 7)
    const rows = Array.from({ length: 2_500 }, (_, at) => row(at + 2, { raw }))
    await imports.addRows(id, given(rows.slice(0, 1), rows.slice(1, 2_000), rows.slice(2_000)))
    expect((await stored(id)).map(({ line }) => line)).toEqual(rows.map(({ line }) => line))
  })

  test('of rows that fail nothing comes later, and the next attempt begins anew', async () => {
    const id = await received()
    const raw = Buffer.alloc(2_000, 7)
    const failing = (async function* failing(): AsyncGenerator<ImportRow[]> {
      yield Array.from({ length: 1_500 }, (_, at) => row(at + 2, { raw }))
      throw new Error('the file changed')
    })()
    await expect(imports.addRows(id, failing)).rejects.toThrow('the file changed')
    await imports.clearRows(id)
    expect(await stored(id)).toEqual([])
    await expect(imports.addRows(id, given([row(2), row(2)]))).rejects.toMatchObject({
      code: '23505',
    })
    expect(await stored(id)).toEqual([])
    await imports.addRows(id, given([row(2)]))
    expect(await stored(id)).toHaveLength(1)
  })

  test('an import that is applied says how many vehicles are new and how many changed', async () => {
    const vehicle = (line: number, more: Partial<ImportRow> = {}): ImportRow => ({
      line,
      verdict: 'accepted',
      renavam: `${line}`.padStart(11, '0'),
      plate: 'ABC1D23',
      uf: 'SP',
      ownerSealed: Buffer.of(1),
      ownerHash: 'h',
      ownerMasked: 'm',
      issues: [],
      ...more,
    })
    const counts = { read: 0, accepted: 0, repaired: 0, rejected: 0, duplicate: 0, skipped: 0 }
    const apply = async (at: number, ...rows: ImportRow[]) => {
      const id = await received()
      await imports.addRows(id, given(rows))
      return await imports.apply(id, { understood: {}, counts, at: new Date(at) })
    }
    expect(await apply(1, vehicle(2), vehicle(3))).toMatchObject({ added: 2, changed: 0 })
    const later = await apply(2, vehicle(2), vehicle(3, { plate: 'ABC1D24' }), vehicle(4))
    expect(later).toMatchObject({ added: 1, changed: 1, missing: 0 })
  })
})
