/**
 * Makes the seed: a data directory in which initdb and every migration ran, without what an
 * embedded database never needs, packed into one small file.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from '../../../src/database/open-embedded.ts'
import type { Database } from '../../../src/database/pool.ts'
import type { TarEntry } from '../../../src/database/seed/tar.ts'
import { SEED_FILE } from '../../../src/database/seed/unpack.ts'
import { packTar } from './pack-tar.ts'

/** One set of migrations, brought by whoever owns it. */
export type SeedStep = (database: Database) => Promise<void>

const SCHEMAS = ['frota', 'service', 'bullmq']

/** Writes the seed and returns its size in bytes. */
export async function makeSeed(steps: readonly SeedStep[]): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'frota-seed-'))
  try {
    const pgDataDir = join(scratch, 'pgdata')
    await initialize(pgDataDir)
    const lastLogFile = await migrated(pgDataDir, steps)
    const entries = await collect(pgDataDir, '', (path) => wanted(path, lastLogFile))
    const level = { [constants.ZSTD_c_compressionLevel]: 19 }
    const packed = zstdCompressSync(packTar(entries), { params: level })
    await writeFile(SEED_FILE, packed)
    return packed.length
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function initialize(dataDir: string): Promise<void> {
  await using engine = await PGlite.create({ dataDir, initDbStartParams: ['--wal-segsize=1'] })
  // Templates serve CREATE DATABASE only, and are two thirds of the directory.
  await engine.exec(`UPDATE pg_database SET datistemplate = false, datallowconn = true`)
  await engine.exec('DROP DATABASE template0')
  await engine.exec('DROP DATABASE template1')
  for (const schema of SCHEMAS) await engine.exec(`CREATE SCHEMA ${schema}`)
}

/** Runs the migrations; returns the name of the write-ahead log file in use at the end. */
async function migrated(pgDataDir: string, steps: readonly SeedStep[]): Promise<string> {
  await using database = await openEmbedded({ pgDataDir })
  for (const step of steps) await step(database)
  await database.pool.query('VACUUM (ANALYZE)')
  await database.pool.query('CHECKPOINT')
  const found = await database.pool.query<{ name: string }>(
    'SELECT pg_walfile_name(pg_current_wal_lsn()) AS name',
  )
  return found.rows[0]?.name ?? ''
}

/** Log files after the last one are only reserved space. */
function wanted(path: string, lastLogFile: string): boolean {
  const logFile = /^pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1]
  return (logFile === undefined || logFile <= lastLogFile) && path !== 'postmaster.pid'
}

async function collect(
  root: string,
  folder: string,
  keep: (path: string) => boolean,
): Promise<TarEntry[]> {
  const entries: TarEntry[] = []
  const found = await readdir(join(root, folder), { withFileTypes: true })
  for (const item of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? item.name : `${folder}/${item.name}`
    if (!keep(path)) continue
    if (item.isDirectory()) {
      entries.push({ path, kind: 'directory', bytes: new Uint8Array(0) })
      entries.push(...(await collect(root, path, keep)))
    } else entries.push({ path, kind: 'file', bytes: await readFile(join(root, path)) })
  }
  return entries
}
