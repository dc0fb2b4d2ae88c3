/**
 * How PGlite is started: small memory, no parallel workers, and the data directory from the seed.
 */
import { readFile } from 'node:fs/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { seedTar } from '../seed/unpack.ts'

const SETTINGS = {
  // PGlite's own default takes 128 MB before the first row.
  shared_buffers: '16MB',
  // BullMQ uses unqualified names; everything of ours is schema-qualified.
  search_path: 'bullmq',
  min_wal_size: '2MB',
  // A torn page after kill -9 is fixed from the log, so full_page_writes stays on.
  full_page_writes: 'on',
}

type EngineModule = NonNullable<PGliteOptions['pgliteWasmModule']>

/** Compiling takes some 100 ms in other threads; meanwhile this thread can unpack the seed. */
export async function compileEngine(): Promise<EngineModule> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return await compiler().compile(new Uint8Array(await readFile(file)))
}

/** Node has WebAssembly, but only the browser's type library, which is not loaded, declares it. */
function compiler(): { compile(bytes: Uint8Array): Promise<EngineModule> } {
  return Reflect.get(globalThis, 'WebAssembly')
}

export async function engineSettings(
  pgDataDir: string | undefined,
  pgliteWasmModule?: EngineModule,
): Promise<PGliteOptions> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const startParams = [...PGlite.defaultStartParams, ...settings]
  const common = pgliteWasmModule ? { startParams, pgliteWasmModule } : { startParams }
  if (pgDataDir !== undefined) return { ...common, dataDir: pgDataDir }
  return { ...common, loadDataDir: new Blob([new Uint8Array(await seedTar())]) }
}
