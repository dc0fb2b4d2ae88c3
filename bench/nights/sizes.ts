/** What a ledger and its folders hold after a night, and what of it grows beyond its facts. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { JOURNAL_REWRITE_BYTES } from '../../src/app/run/money-gate.ts'
import type { World } from '../../test/support/run-frota.ts'

export interface TableSize {
  readonly name: string
  readonly rows: number
  readonly bytes: number
}

export interface Sizes {
  readonly tables: readonly TableSize[]
  readonly journalBytes: number
  readonly walBytes: number
  readonly dataBytes: number
  readonly reportsBytes: number
  readonly peakKb: number
}

/** A table or file below this is not worth a look: a page or two more make it half again. */
const SMALL_BYTES = 256 * 1024
const GROWTH_MAX = 1.3

export async function sizesOf(world: World, peakKb: number): Promise<Sizes> {
  const { dataDir, reportsDir } = world
  const tables = await world.read(tableSizes)
  await world.release()
  return {
    tables,
    journalBytes: await bytesIn(join(dataDir, 'intents.jsonl')),
    walBytes: await bytesIn(join(dataDir, 'pgdata/pg_wal')),
    dataBytes: await bytesIn(dataDir),
    reportsBytes: await bytesIn(reportsDir),
    peakKb,
  }
}

/** The embedded database keeps no statistics of dead rows, so what counts is bytes a row. */
async function tableSizes(query: World['query']): Promise<TableSize[]> {
  const found = await query(`
    select relid::regclass::text as name,
      pg_total_relation_size(relid)::double precision as bytes
    from pg_stat_user_tables order by 2 desc, 1`)
  const tables: TableSize[] = []
  for (const { name, bytes } of found) {
    const [counted] = await query(`select count(*)::integer as rows from ${String(name)}`)
    tables.push({ name: String(name), rows: Number(counted?.['rows']), bytes: Number(bytes) })
  }
  return tables
}

/** Of a file, or of all files of a folder; 0 for what is not there. */
async function bytesIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) return found?.size ?? 0
  const inside = await readdir(path, { withFileTypes: true })
  // `latest` is a link to one of the folders beside it.
  const own = inside.filter((entry) => !entry.isSymbolicLink())
  const sizes = await Promise.all(own.map(({ name }) => bytesIn(join(path, name))))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Pure. `first` and `last`: after whole weeks, when as many vehicles were asked. */
export function growthOf(first: Sizes, last: Sizes): string[] {
  const found: string[] = []
  for (const table of last.tables) {
    if (table.bytes < SMALL_BYTES) continue
    const before = first.tables.find(({ name }) => name === table.name)
    if (before === undefined || before.bytes < SMALL_BYTES) continue
    // A table whose rows were deleted keeps its pages for the next ones, which is no growth.
    if (table.bytes <= before.bytes * GROWTH_MAX) continue
    const ratio = bytesPerRow(table) / bytesPerRow(before)
    if (ratio > GROWTH_MAX) found.push(`${table.name}: ${ratio.toFixed(1)} times the bytes a row`)
  }
  // The journal is written anew, without what ended, when it has reached its bound.
  const bounds = { journalBytes: JOURNAL_REWRITE_BYTES, walBytes: SMALL_BYTES, peakKb: 0 }
  for (const part of ['journalBytes', 'walBytes', 'peakKb'] as const) {
    if (last[part] > Math.max(bounds[part], first[part] * GROWTH_MAX)) {
      found.push(`${part}: ${first[part]}, then ${last[part]}`)
    }
  }
  return found
}

function bytesPerRow({ bytes, rows }: TableSize): number {
  return bytes / Math.max(rows, 1)
}
