/** How PGlite is started: small memory, no parallel workers, and the data directory from the seed. */
import { PGlite } from '@electric-sql/pglite'
import type { PGliteOptions } from '@electric-sql/pglite'
import { seedTar } from '../seed/unpack.ts'

const SETTINGS = {
  // PGlite's own default takes 128 MB before the first row.
  shared_buffers: '16MB',
  // BullMQ uses unqualified names; everything of ours is schema-qualified.
  search_path: 'bullmq',
  min_wal_size: '2MB',
  // A torn page after kill -9 is mended from the log, so full_page_writes stays on.
  full_page_writes: 'on',
}

export async function engineSettings(pgDataDir: string | undefined): Promise<PGliteOptions> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const startParams = [...PGlite.defaultStartParams, ...settings]
  if (pgDataDir !== undefined) return { dataDir: pgDataDir, startParams }
  return { loadDataDir: new Blob([new Uint8Array(await seedTar())]), startParams }
}
