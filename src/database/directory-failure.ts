/** Says in a sentence what is wrong with a data directory, and what cures it. Pure. */
import { Failure } from '../failure.ts'

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR'])
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** SQLite's own numbers for the same (https://sqlite.org/rescode.html). */
const SQLITE_UNWRITABLE = new Set([8, 14, 23])
const SQLITE_FULL = 13

/** The Failure 'directory-unwritable' or 'disk-full'; any other error comes back as it is. */
export function directoryFailure(error: unknown, dataDir: string): unknown {
  const { code, number } = codesOf(error)
  if (FULL.has(code) || number === SQLITE_FULL) {
    return new Failure(
      'disk-full',
      {
        pt: `O disco de ${dataDir} está cheio: libere espaço e inicie de novo.`,
        en: `The disk of ${dataDir} is full: make room and start again.`,
      },
      { cause: error },
    )
  }
  if (!UNWRITABLE.has(code) && !SQLITE_UNWRITABLE.has(number)) return error
  return new Failure(
    'directory-unwritable',
    {
      pt:
        `O diretório de dados ${dataDir} não pode ser gravado: permita a gravação ou escolha ` +
        'outro com FROTA_DATA_DIR.',
      en:
        `The data directory ${dataDir} cannot be written: allow it, or choose another one with ` +
        'FROTA_DATA_DIR.',
    },
    { cause: error },
  )
}

function codesOf(error: unknown): { code: string; number: number } {
  if (!(error instanceof Error)) return { code: '', number: 0 }
  const code = 'code' in error ? String(error.code) : ''
  const number = code === 'ERR_SQLITE_ERROR' && 'errcode' in error ? Number(error.errcode) : 0
  // SQLite puts details into the higher bytes of its number.
  return { code, number: number & 0xff }
}
