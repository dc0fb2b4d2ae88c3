/** The files of a backup: copied or packed with their SHA-256, and read back with it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { errorCode } from '../../directory-failure.ts'
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

/** Undefined when the file has gone meanwhile, as an upload whose retention ended. */
export async function copyFile(
  from: string,
  folder: string,
  path: string,
): Promise<BackupFile | undefined> {
  const count = hashing()
  try {
    const { atime, mtime } = await stat(from)
    await pipeline(createReadStream(from), count.through, await targetOf(folder, path))
    // Retention goes by the time of the file.
    await utimes(join(folder, path), atime, mtime)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  return { path, ...count.result() }
}

/** Paths of all files below a folder, relative with `/`; links are left out. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted()
}

export async function isWhole(
  folder: string,
  { path, bytes, sha256 }: BackupFile,
): Promise<boolean> {
  const count = hashing()
  try {
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      count.take(chunk)
    }
  } catch {
    return false
  }
  const found = count.result()
  return found.bytes === bytes && found.sha256 === sha256
}

async function targetOf(folder: string, path: string) {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  return createWriteStream(target, { mode: 0o600, flush: true })
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
