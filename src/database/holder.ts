/** The file in which the owner of a data directory says who it is and where it can be reached. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../directory-failure.ts'
import { fieldsOf } from '../fields.ts'

export interface Holder {
  pid: number
  /** The command that it runs, for instance "frota worker". */
  command: string
  /** ISO 8601, UTC. */
  since: string
  /** An executor works; a reader only looks, and leaves soon. */
  mode: 'execute' | 'read'
  /** Path of its socket or pipe; absent until the database is open. */
  socket?: string
}

const FILE = 'holder.json'

export function holderFile(dataDir: string): string {
  return join(dataDir, FILE)
}

/** Replaces the note in one step, so that nobody reads half of it. */
export function writeHolder(dataDir: string, holder: Holder): void {
  const unfinished = `${holderFile(dataDir)}.tmp`
  writeFileSync(unfinished, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  renameSync(unfinished, holderFile(dataDir))
}

/** Undefined when there is no note, or none that this version understands. */
export function readHolder(dataDir: string): Holder | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(holderFile(dataDir), 'utf8'))
    return isHolder(found) ? found : undefined
  } catch {
    return undefined
  }
}

/** False when its process has ended, as far as this machine can tell. */
export function holderLives({ pid }: Pick<Holder, 'pid'>): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function isHolder(value: unknown): value is Holder {
  const { pid, command, since, mode, socket } = fieldsOf(value)
  return (
    typeof pid === 'number' &&
    typeof command === 'string' &&
    typeof since === 'string' &&
    (mode === 'execute' || mode === 'read') &&
    (socket === undefined || typeof socket === 'string')
  )
}
