/** Says in a sentence why a place cannot be written, and what cures it. Pure. */
import type { Bilingual } from './bilingual.ts'
import { Failure } from './failure.ts'
import { fieldsOf } from './fields.ts'

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR'])
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** SQLite's own numbers for the same (https://sqlite.org/rescode.html). */
const SQLITE_UNWRITABLE = new Set([8, 14, 23])
const SQLITE_FULL = 13

/** The option that names another place, and what to run once there is room. */
interface Cure {
  readonly option: string
  readonly again: Bilingual
}
const DATA: Cure = { option: 'FROTA_DATA_DIR', again: { pt: 'de novo', en: 'again' } }
export const REPORTS: Cure = {
  option: 'FROTA_REPORTS_DIR',
  again: { pt: 'frota report', en: 'frota report' },
}
/** Of what `frota report` does not write: what comes before a run, and months. */
export const REPORTS_AHEAD: Cure = { ...DATA, option: 'FROTA_REPORTS_DIR' }
export const OUT: Cure = { ...DATA, option: '--out' }
export const BACKUP: Cure = { ...DATA, option: 'frota backup' }
export const TO: Cure = { ...DATA, option: '--to' }

/** The Failure 'directory-unwritable' or 'disk-full'; any other error comes back as it is. */
export function directoryFailure(
  cause: unknown,
  path: string,
  { option, again }: Cure = DATA,
): unknown {
  const code = errorCode(cause)
  const number = sqliteNumber(cause)
  if (FULL.has(code) || number === SQLITE_FULL) {
    const pt = `O disco de ${path} está cheio: libere espaço e execute ${again.pt}.`
    const en = `The disk of ${path} is full: make room and run ${again.en}.`
    return new Failure('disk-full', { pt, en }, { cause })
  }
  if (!UNWRITABLE.has(code) && !SQLITE_UNWRITABLE.has(number)) return cause
  const [pt, en] =
    code === 'EEXIST'
      ? ['não é uma pasta: escolha outra', 'is no folder: choose another one']
      : [
          `não pode ser gravado (${code}): permita a gravação, ou escolha outro`,
          `cannot be written (${code}): allow it, or choose another one`,
        ]
  const words = { pt: `${path} ${pt} com ${option}.`, en: `${path} ${en} with ${option}.` }
  return new Failure('directory-unwritable', words, { cause })
}

/** The system's name of an error; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function sqliteNumber(error: unknown): number {
  const isOurs = errorCode(error) === 'ERR_SQLITE_ERROR'
  const { errcode } = fieldsOf(isOurs ? error : undefined)
  // SQLite puts details into the higher bytes of its number.
  return Number(errcode ?? 0) & 0xff
}
