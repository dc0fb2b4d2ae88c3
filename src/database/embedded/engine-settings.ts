/** How PGlite is started: small memory, no parallel workers, the data directory from the seed. */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { SeededMemory } from '../seed/seeded-memory.ts'
import { seedTar } from '../seed/unpack.ts'
import type { EngineModule } from './compile-engine.ts'

const SETTINGS = {
  // PGlite's own default takes 128 MB before the first row.
  shared_buffers: '16MB',
  // BullMQ uses unqualified names; everything of ours is schema-qualified.
  search_path: 'bullmq',
  min_wal_size: '2MB',
  // A torn page after kill -9 is fixed from the log, so full_page_writes stays on.
  full_page_writes: 'on',
}

export async function engineSettings(
  pgDataDir: string | undefined,
  pgliteWasmModule: EngineModule,
): Promise<PGliteOptions> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const startParams = [...PGlite.defaultStartParams, ...settings]
  const common = { startParams, pgliteWasmModule }
  if (pgDataDir !== undefined) return { ...common, dataDir: pgDataDir }
  return { ...common, fs: new SeededMemory(await seedTar()) }
}
