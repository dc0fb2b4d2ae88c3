/**
 * Opens the database: a PostgreSQL server when there is an address, else the embedded one in a data
 * directory, which one executor owns at a time and which others read through its owner.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineStep } from './embedded/worker-protocol.ts'
import { openEmbedded } from './open-embedded.ts'
import { openServer } from './open-server.ts'
import type { Database } from './pool.ts'

export type { Database } from './pool.ts'

export type OpenOptions = { url: string } | OpenDirectoryOptions

export interface OpenDirectoryOptions {
  dataDir: string
  onProgress?: (step: EngineStep) => void
}

export async function openDatabase(options: OpenOptions): Promise<Database> {
  if ('url' in options) return await openServer(options.url)
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const pgDataDir = join(options.dataDir, 'pgdata')
  return await openEmbedded({ pgDataDir, onStep: options.onProgress })
}
