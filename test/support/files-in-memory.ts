/**
 * Before each test file: what tests write lies in memory where the machine has room there. A ledger
 * begins as a thousand small files, which a disk takes longer to create than a run to fill. So lies
 * what was compiled of the embedded database's thread, which a file starts again and again.
 */
import { statfsSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'

const IN_MEMORY = '/dev/shm'
/** A container has 64 MB there unless it is told otherwise. */
const FREE_BYTES_MIN = 4 * 1024 ** 3

if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = IN_MEMORY
enableCompileCache()
// As bin/frota.mjs does: a thread of the process finds the cache only there.
const directory = getCompileCacheDir()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= FREE_BYTES_MIN
  } catch {
    return false
  }
}
