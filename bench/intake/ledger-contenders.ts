/**
 * The way into the ledger: a file judged, sealed and written as an import's rows, against COPY of
 * the very same rows into the same table. Each gets a new database; opening it is not counted.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { wallClock } from '../../src/clock.ts'
import { copyOut } from '../../src/database/copy.ts'
import { compileEngine } from '../../src/database/embedded/compile-engine.ts'
import { engineSettings } from '../../src/database/embedded/engine-settings.ts'
import { openEmbedded } from '../../src/database/open-embedded.ts'
import type { Database } from '../../src/database/pool.ts'
import { unpackSeed } from '../../src/database/seed/unpack.ts'
import { openFleetReadingStore } from '../../src/ledger/fleets/fleet-reading.ts'
import { openImportStore } from '../../src/ledger/fleets/imports-sql.ts'
import type { ImportStore } from '../../src/ledger/fleets/imports-sql.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'
import { systemRandom } from '../../src/random.ts'
import { importFleet } from '../../src/reconciliation/intake/import-fleet.ts'
import { openUploads } from '../../src/reconciliation/intake/uploads.ts'
import { deriveSecret } from '../../src/secret.ts'
import { openTestDatabase } from '../../test/support/database.ts'

const UUID_CHARACTERS = 36

export interface Written {
  readonly rows: number
  /** Judged and written; what is done with the rows afterwards is beside. */
  readonly ms: number
  readonly beside?: Readonly<Record<string, number>>
}

type LedgerContender = (path: string) => Promise<Written>

export const LEDGERS: Readonly<Record<string, LedgerContender>> = {
  'frota, server': async (path) => {
    await using database = await onServer()
    return await importInto(database, path, 'plain')
  },
  'frota, server, sealed upload, applied': async (path) => {
    await using database = await onServer()
    return await importInto(database, path, 'sealed')
  },
  'psql \\copy, server': async (path) => {
    const database = await onServer()
    await using _ = database
    await database.pool.query(await parentsOf(path))
    const { rows } = await database.pool.query('select current_database() as name')
    const url = new URL(process.env['DATABASE_URL'] ?? '')
    url.pathname = `/${rows[0].name}`
    const started = performance.now()
    const psql = spawn('psql', ['-q', url.href, '-c', `\\copy frota.import_row from '${path}'`])
    const [code] = await once(psql, 'exit')
    const ms = performance.now() - started
    if (code !== 0) throw new Error(`psql ended with ${code}.`)
    return { ms, rows: await countRows(database) }
  },
  'frota, PGlite': async (path) => {
    await using place = await temporary()
    await using database = await openEmbedded({ pgDataDir: place.data })
    return await importInto(database, path, 'plain')
  },
  'COPY, PGlite': async (path) => {
    await using place = await temporary()
    await unpackSeed(place.data, () => undefined)
    const engine = await PGlite.create(await engineSettings(place.data, await compileEngine()))
    await engine.exec(await parentsOf(path))
    const blob = await openAsBlob(path)
    const started = performance.now()
    await engine.query(`copy frota.import_row from '/dev/blob'`, [], { blob })
    const ms = performance.now() - started
    const sql = 'select count(*)::integer as count from frota.import_row'
    const { rows } = await engine.query<{ count: number }>(sql)
    await engine.close()
    return { ms, rows: rows[0]?.count ?? 0 }
  },
}

/** Writes the rows of a file as COPY takes them, for those who only copy. */
export async function exportRows(path: string, into: string): Promise<{ rows: number }> {
  await using database = await onServer()
  const { rows } = await importInto(database, path, 'plain')
  const client = await database.pool.connect()
  const file = await open(into, 'w')
  try {
    const copy = 'copy frota.import_row to stdout'
    for await (const piece of copyOut(client, copy)) await file.write(piece)
  } finally {
    await file.close()
    client.release()
  }
  return { rows }
}

async function onServer(): Promise<Database> {
  return await openTestDatabase({ engine: 'postgresql', migrations: [ledgerMigrations] })
}

/** The import that the copied rows belong to, as statements. */
async function parentsOf(path: string): Promise<string> {
  const file = await open(path)
  const { buffer } = await file.read({ buffer: Buffer.alloc(UUID_CHARACTERS), position: 0 })
  await file.close()
  const id = buffer.toString('latin1')
  return `insert into frota.fleet (id, name, account_id, created_at) values ('${id}', 'f', '${id}', now());
    insert into frota.import (id, fleet_id, file_name, sha256, byte_length, defaults_hash, state,
      received_at) values ('${id}', '${id}', 'f.csv', 'x', 1, '', 'received', now())`
}

async function countRows({ pool }: Database): Promise<number> {
  const { rows } = await pool.query('select count(*)::integer as count from frota.import_row')
  return Number(rows[0].count)
}

async function importInto(
  database: Database,
  path: string,
  form: 'plain' | 'sealed',
): Promise<Written> {
  const { pool } = database
  const db = openLedgerDb(pool)
  const imports = openImportStore(db, pool)
  const secret = deriveSecret(systemRandom.bytes(32), systemRandom)
  const accountId = systemRandom.uuid()
  const { rows } = await pool.query(
    `insert into frota.fleet (name, account_id, created_at) values ('f', $1, now()) returning id`,
    [accountId],
  )
  const file = { fileName: 'f.csv', sha256: 'x', byteLength: 1, defaultsHash: '', at: new Date(0) }
  const { id } = await imports.receive({ ...file, fleetId: String(rows[0].id) })
  const about = { defaults: {}, otherFleet: true }
  await using place = await temporary()
  const uploads = openUploads(place.directory, secret, wallClock)
  if (form === 'sealed') await uploads.keep(id, createReadStream(path), about)
  const plain = { find: async () => ({ ...about, source: () => createReadStream(path) }) }
  const beside: Record<string, number> = {}
  const tools = {
    imports: form === 'sealed' ? watched(imports, beside) : unapplied(imports),
    readings: openFleetReadingStore(db),
    uploads: form === 'sealed' ? uploads : plain,
    secret,
    accountId,
    clock: wallClock,
  }
  const started = performance.now()
  await importFleet(tools, id)
  const { apply = 0 } = beside
  const ms = performance.now() - started - apply
  return { ms, rows: await countRows(database), beside }
}

/** Ends where COPY does, with the rows. */
function unapplied(imports: ImportStore): ImportStore {
  const none = { added: 0, changed: 0, missing: 0 }
  const notes = { ownersDiffer: 0, mendsOverwritten: 0, removalsAsked: 0, removalsHeld: null }
  return { ...imports, apply: async () => ({ ...none, ...notes }) }
}

/** Making vehicles of the rows is no part of what COPY does, so it is timed by itself. */
function watched(imports: ImportStore, beside: Record<string, number>): ImportStore {
  return {
    ...imports,
    apply: async (id, judged) => {
      const started = performance.now()
      const applied = await imports.apply(id, judged)
      beside['apply'] = performance.now() - started
      return applied
    },
  }
}

interface Place extends AsyncDisposable {
  readonly directory: string
  readonly data: string
}

async function temporary(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'frota-bench-'))
  return {
    directory,
    data: join(directory, 'pgdata'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}
