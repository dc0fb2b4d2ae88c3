/**
 * What the files of an embedded database were when it was closed in order: the engine's checksums
 * tell a torn page, but neither a lost one nor an old one. A start takes the note away, so that
 * after a kill there is none and nothing is claimed.
 */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { crc32 } from 'node:zlib'

export const CLOSED_FILES = 'closed-files.txt'
const CONTROL = join('global', 'pg_control')
/** Of pg_control: the last checkpoint's place in the WAL, which only grows. */
const CHECKPOINT_AT = 32
/** Shared by all files: there are a thousand, and a megabyte for each took longer than reading it. */
const chunk = Buffer.allocUnsafe(64 * 1024)

/** By path: size and time of the last write; size and sum of the bytes. */
type Files = ReadonlyMap<string, readonly [stamp: string, content: string]>
export interface ClosedFiles {
  readonly checkpoint: bigint
  readonly files: Files
}

/** Undefined where there is no note, or a damaged one. */
export function readClosedFiles(pgDataDir: string): ClosedFiles | undefined {
  try {
    const text = readFileSync(join(pgDataDir, CLOSED_FILES), 'utf8')
    const [head = '', ...lines] = text.split('\n')
    const [sum, checkpoint = ''] = head.split('\t')
    if (sum !== String(crc32(lines.join('\n')))) return undefined
    const files = lines.map((line) => {
      const [path = '', stamp = '', content = ''] = line.split('\t')
      return [path, [stamp, content]] as const
    })
    return { checkpoint: BigInt(checkpoint), files: new Map(files) }
  } catch {
    return undefined
  }
}

/** The first file that is not what it was; a copy of the same bytes is what it was. */
export function changedFile(
  pgDataDir: string,
  { checkpoint, files }: ClosedFiles,
): string | undefined {
  const isChanged = (path: string): boolean =>
    describe(pgDataDir, path, files)[1] !== files.get(path)?.[1]
  const changed = [CONTROL, ...files.keys()].find(isChanged)
  // A version that knows no note has worked here since; only an older pg_control is damage.
  const isNewer = changed === CONTROL && checkpointOf(pgDataDir) >= checkpoint
  return isNewer ? undefined : changed
}

/** After the engine has ended. Sums are taken anew only of what changed since the note `before`. */
export function noteClosedFiles(pgDataDir: string, before: ClosedFiles | undefined): void {
  try {
    const lines = readdirSync(pgDataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== CLOSED_FILES)
      .map(({ parentPath, name }) => {
        const path = relative(pgDataDir, join(parentPath, name))
        return [path, ...describe(pgDataDir, path, before?.files)].join('\t')
      })
    const body = lines.join('\n')
    const head = [crc32(body), checkpointOf(pgDataDir)].join('\t')
    writeFileSync(join(pgDataDir, CLOSED_FILES), `${head}\n${body}`, { mode: 0o600 })
  } catch {
    // On a full disk there is no whole note, and the next start claims nothing.
  }
}

function describe(pgDataDir: string, path: string, before?: Files): [string, string] {
  const full = join(pgDataDir, path)
  const stat = statSync(full, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return ['', 'none']
  const stamp = `${stat.size} ${stat.mtimeNs}`
  const [was, content = ''] = before?.get(path) ?? []
  return [stamp, was === stamp ? content : `${stat.size} ${sumOf(full)}`]
}

function sumOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    let sum = 0
    for (let length = 1; length > 0; sum = crc32(chunk.subarray(0, length), sum)) {
      length = readSync(file, chunk)
    }
    return sum
  } finally {
    closeSync(file)
  }
}

function checkpointOf(pgDataDir: string): bigint {
  const control = readFileSync(join(pgDataDir, CONTROL))
  return control.length < CHECKPOINT_AT + 8 ? -1n : control.readBigUInt64LE(CHECKPOINT_AT)
}
