import { describe, expect, test } from 'vitest'
import { directoryFailure, REPORTS, REPORTS_AHEAD } from '../src/directory-failure.ts'

const system = (code: string): Error => Object.assign(new Error(code), { code })
const sqlite = (errcode: number): Error =>
  Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode })

describe('what a data directory can suffer from', () => {
  test('is said in a sentence that names it', () => {
    for (const error of [system('EACCES'), system('EROFS'), sqlite(8), sqlite(14 | (2 << 8))]) {
      const failure = directoryFailure(error, '/srv/frota')
      expect(failure).toMatchObject({ code: 'directory-unwritable', exitCode: 2, cause: error })
      expect(String(failure)).toContain('/srv/frota')
    }
    for (const error of [system('ENOSPC'), system('EDQUOT'), sqlite(13)]) {
      expect(directoryFailure(error, '/srv/frota')).toMatchObject({ code: 'disk-full' })
    }
  })

  test('before a run the cure is to run it again, after it to write its reports', () => {
    const full = system('ENOSPC')
    expect(String(directoryFailure(full, '/r', REPORTS_AHEAD))).toMatch(/run again\.$/)
    expect(String(directoryFailure(full, '/r', REPORTS))).toMatch(/run frota report\.$/)
  })

  test('anything else stays what it was', () => {
    for (const error of [system('ECONNRESET'), sqlite(11), new Error('x'), 'text', undefined]) {
      expect(directoryFailure(error, '/srv/frota')).toBe(error)
    }
  })
})
