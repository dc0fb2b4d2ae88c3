/**
 * A run's report is the ledger as of its end. When a later run has changed the ledger, the report
 * cannot be computed again, so the files that exist are kept as long as they are whole.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../failure.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { isManifest, type Manifest } from './manifest.ts'
import { outsideOf, type Outside } from './outside.ts'
import { errorCode } from '../../directory-failure.ts'

const NOTHING = createHash('sha256').digest('hex')

/**
 * The manifest of the run's folder if all files have the hashes that it states, else undefined.
 * Purge empties rejected.csv, which is no damage.
 * Throws `directory-unwritable` when the folder is another run's, which is never replaced.
 */
export async function keptReports(directory: string, run: Run): Promise<Manifest | undefined> {
  const manifest = await readManifest(join(directory, 'manifest.json'))
  if (manifest === undefined) return undefined
  if (manifest.run.startedAt !== run.startedAt.toISOString()) throw isAnothers(directory, run)
  for (const [name, file] of Object.entries(manifest.files)) {
    const hash = await hashOf(join(directory, name))
    const isPurged = name === 'rejected.csv' && hash === NOTHING
    if (hash !== file.sha256 && !isPurged) return undefined
  }
  return manifest
}

/** What the service was asked when this run's folder was written before; undefined if it was not. */
export async function formerOutside(directory: string, run: Run): Promise<Outside | undefined> {
  const manifest = await readManifest(join(directory, 'manifest.json'))
  const isOurs = manifest?.run.startedAt === run.startedAt.toISOString()
  return isOurs ? outsideOf(manifest?.outside) : undefined
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isManifest(json) ? json : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

function isAnothers(directory: string, { number }: Run): Failure {
  return new Failure('directory-unwritable', {
    pt: `A pasta ${directory} é da execução ${number} de outra instalação e não é substituída; indique outro diretório com FROTA_REPORTS_DIR e execute \`frota report ${number}\`.`,
    en: `The folder ${directory} is of run ${number} of another installation and is not replaced; give another directory with FROTA_REPORTS_DIR and run \`frota report ${number}\`.`,
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
  return hash.digest('hex')
}
