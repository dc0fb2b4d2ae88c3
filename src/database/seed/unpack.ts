/** Lays out a data directory from the committed seed, so that no first start runs initdb. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { readTar } from './tar.ts'

export const SEED_FILE = new URL('seed.tar.zst', import.meta.url)

/** Ten times today's size; a larger file is not ours. */
const SEED_BYTES_MAX = 256 * 1024 * 1024
/** In Node's own pieces of 16 kB each of a thousand would cost more than what it holds. */
const PIECE_BYTES = 1024 * 1024

/** After the name of the directory that a restoration fills beside it. */
export const RESTORING = '.restoring'

const decompress = promisify(zstdDecompress)

/** The seed as an uncompressed tar archive. */
export async function seedTar(): Promise<Buffer> {
  const limits = { maxOutputLength: SEED_BYTES_MAX, chunkSize: PIECE_BYTES }
  return await decompress(await readFile(SEED_FILE), limits)
}

/**
 * Fills `pgDataDir` from the seed unless it holds a database already. It appears by one rename, so
 * a kill leaves no incomplete directory; what a killed start or restoration left is deleted first.
 * Callers hold the lock of the parent directory.
 */
export async function unpackSeed(pgDataDir: string, onUnpack: () => void): Promise<void> {
  const parent = dirname(pgDataDir)
  const unfinished = `${basename(pgDataDir)}.tmp-`
  const restoring = `${basename(pgDataDir)}${RESTORING}`
  for (const name of await readdir(parent)) {
    const isLeft = name.startsWith(unfinished) || name.startsWith(restoring)
    if (isLeft) await rm(join(parent, name), { recursive: true })
  }
  if (existsSync(join(pgDataDir, 'PG_VERSION'))) return
  onUnpack()
  const target = join(parent, `${unfinished}${process.pid}`)
  try {
    await layOut(target)
    await rename(target, pgDataDir)
  } catch (error) {
    // A full disk must not stay full because of a start that failed.
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

async function layOut(target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  for (const { path, kind, bytes } of readTar(await seedTar())) {
    const full = join(target, path)
    // Synchronous, in a thread of its own: awaiting hundreds of small files would cost more than
    // writing them.
    if (kind === 'directory') mkdirSync(full, { recursive: true, mode: 0o700 })
    else writeFileSync(full, bytes, { mode: 0o600 })
  }
}
