/** The files of a backup: copied or packed with their SHA-256, and read back with it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { errorCode } from '../../directory-failure.ts'
import { fieldsOf } from '../../fields.ts'
import { unreadableFile } from '../../unreadable-file.ts'
import type { BackupFile } from './manifest.ts'

/** `ledger/frota.fleet.copy.zst` */
export function tableFile(table: string): string {
  return `ledger/${table}.copy.zst`
}

export async function packRows(
  folder: string,
  path: string,
  rows: AsyncIterable<Buffer>,
): Promise<BackupFile> {
  const target = await targetOf(folder, path)
  const count = hashing()
  await pipeline(rows, createZstdCompress(), count.through, target)
  return { path, ...count.result() }
}

export function unpackRows(folder: string, path: string): AsyncIterable<Buffer> {
  return createReadStream(join(folder, path)).pipe(createZstdDecompress())
}

/**
 * Whole or not at all. Undefined when the file has gone meanwhile, as an upload whose retention
 * ended. Throws a Failure, `usage`, that names a file that this user may not read. `isReport`: who
 * else may read the copy is the umask's to say; of all others it is nobody.
 */
export async function copyFile(
  from: string,
  folder: string,
  path: string,
  isReport = false,
): Promise<BackupFile | undefined> {
  const count = hashing()
  const copying = `${path}${COPYING}`
  await using source = await open(from).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw unreadableFile('usage', from, error)
  })
  if (source === undefined) return undefined
  const { atime, mtime } = await source.stat()
  const target = await targetOf(folder, copying, isReport)
  await pipeline(source.createReadStream(), count.through, target)
  // Retention goes by the time of the file.
  await utimes(join(folder, copying), atime, mtime)
  await rename(join(folder, copying), join(folder, path))
  return { path, ...count.result() }
}

/** Behind the name of a file that is being copied; whoever dies leaves it, and the next takes it. */
const COPYING = '.copying'
/** Folders of a run or a month are replaced while they are listed. */
const LIST_TRIES_MAX = 5

/** Paths of all files below a folder, relative with `/`; links are left out. */
export async function filesBelow(folder: string): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .toSorted()
    } catch (error) {
      const isGone = errorCode(error) === 'ENOENT'
      if (isGone && !existsSync(folder)) return []
      const { path } = fieldsOf(error)
      if (!isGone || tries === LIST_TRIES_MAX) throw unreadableFile('usage', String(path), error)
    }
  }
}

/** Throws a Failure, `usage`, for a file that this user may not read: it may be whole. */
export async function isWhole(
  folder: string,
  { path, bytes, sha256 }: BackupFile,
): Promise<boolean> {
  const count = hashing()
  try {
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      count.take(chunk)
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw unreadableFile('usage', join(folder, path), error)
    return false
  }
  const found = count.result()
  return found.bytes === bytes && found.sha256 === sha256
}

async function targetOf(folder: string, path: string, isReport = false) {
  const target = join(folder, path)
  const isPrivate = !isReport || path.endsWith(`rejected.csv${COPYING}`)
  await mkdir(dirname(target), { recursive: true, mode: isReport ? 0o777 : 0o700 })
  return createWriteStream(target, { mode: isPrivate ? 0o600 : 0o666, flush: true })
}

function hashing() {
  const hash = createHash('sha256')
  let bytes = 0
  const take = (chunk: Buffer): void => {
    hash.update(chunk)
    bytes += chunk.length
  }
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      take(chunk)
      done(null, chunk)
    },
  })
  return { take, through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
