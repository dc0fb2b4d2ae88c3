/** What a person is told when the reports cannot be written: which path, and what to do. */
import { Failure } from '../../failure.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOENT'])

/** Turns a file system's error into a `Failure`; anything else is a bug and stays as it is. */
export function asReportFailure(cause: unknown, path: string): unknown {
  const code = errorCode(cause)
  if (FULL.has(code)) {
    return new Failure(
      'disk-full',
      {
        pt:
          `Acabou o espaço ao gravar os relatórios em ${path}; libere espaço e execute ` +
          '`frota report`.',
        en:
          `No space left while writing the reports in ${path}; free some, then run ` +
          '`frota report`.',
      },
      { cause },
    )
  }
  if (UNWRITABLE.has(code)) {
    return new Failure(
      'directory-unwritable',
      {
        pt:
          `Os relatórios não podem ser gravados em ${path} (${code}); ` +
          'indique com FROTA_REPORTS_DIR um diretório que possa ser gravado.',
        en:
          `The reports cannot be written in ${path} (${code}); ` +
          'give a directory that can be written with FROTA_REPORTS_DIR.',
      },
      { cause },
    )
  }
  return cause
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
