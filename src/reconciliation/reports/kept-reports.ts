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
import { errorCode } from '../../directory-failure.ts'

const NOTHING = createHash('sha256').digest('hex')

/** What a folder was written with before; undefined where it has no manifest that can be read. */
export async function formerManifest(directory: string): Promise<Manifest | undefined> {
  try {
    const json: unknown = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'))
    return isManifest(json) ? json : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

export function isOfRun({ run: written }: Manifest, { startedAt }: Run): boolean {
  return written.startedAt === startedAt.toISOString()
}

/** All files have the hashes that it states. Purge empties rejected.csv, which is no damage. */
export async function isWhole(directory: string, { files }: Manifest): Promise<boolean> {
  for (const [name, file] of Object.entries(files)) {
    const hash = await hashOf(join(directory, name))
    const isPurged = name === 'rejected.csv' && hash === NOTHING
    if (hash !== file.sha256 && !isPurged) return false
  }
  return true
}

/** The folder of another installation's run is never replaced. */
export function isAnothers(directory: string, { number }: Run): Failure {
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
