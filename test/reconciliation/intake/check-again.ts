/** Writes an answer back as a verdict file, checks that file, and says what came out differently. */
import type { Locale } from '../../../src/bilingual.ts'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import type { JudgedRow, Refused } from '../../../src/reconciliation/intake/judged.ts'
import { codesOf, judgeBytes, writtenBack, type Answer } from './judge-bytes.ts'

/** Rows that were unwrapped once, and cells that were merged, are so no longer. */
const ONCE = ['W-ROW-QUOTED', 'W-MERGED', 'R-MERGED']

/** What a second check may not change. */
function essence(row: JudgedRow | undefined, wasWrapped: boolean): string {
  if (row === undefined) return 'no row'
  const codes = codesOf(row).filter((code) => !ONCE.includes(code))
  const verdict = wasWrapped && row.vehicle !== undefined ? 'kept' : row.verdict
  return JSON.stringify([verdict, codes, row.vehicle])
}

/** A line that only stood between two stray quotes can be read once it stands by itself. */
function isFreed(row: JudgedRow): boolean {
  const hasQuote = row.rawCells.some((cell) => /["'\r\n]/.test(cell))
  return row.issues.some((issue) => issue.code === 'R-QUOTE') && !hasQuote
}

function isWrapped(row: JudgedRow): boolean {
  return row.issues.some((issue) => issue.code === 'W-ROW-QUOTED')
}

/**
 * What nobody can know may be guessed otherwise when there is more, or less, to go by: that bytes
 * which are no UTF-8 are Windows-1252, and that a backslash before a quote escapes nothing.
 */
function isGuess({ file, rows }: Answer, again: Answer | Refused): boolean {
  if (rows.some((row) => row.rawCells.some((cell) => cell.endsWith('\\')))) return true
  const { encoding, header } = file.understood
  // A file may begin with what reads as a byte order mark, once titles or quotes before it are gone.
  if (!encoding.bom && /^[^ -~]/.test(header[0] ?? '')) return true
  // One control character in ten makes a text no text, and titles count, too.
  if ('refused' in again && again.refused.code === 'F-BINARY') return true
  if (encoding.name !== 'windows-1252') return false
  if ('refused' in again) return again.refused.code === 'F-ENC'
  return again.file.understood.encoding.name !== 'windows-1252'
}

/** Undefined when the verdict file of all rows gets the same verdicts. */
export async function differsChecked(
  answer: Answer,
  options: JudgeOptions,
  locale: Locale,
): Promise<string | undefined> {
  const again = await judgeBytes(await writtenBack(answer, { rows: 'all', locale }), options)
  const { rows } = answer
  if (isGuess(answer, again)) return undefined
  if ('refused' in again) return `refused ${again.refused.code}: ${again.refused.message.en}`
  if (again.rows.length !== rows.length) return `${again.rows.length} rows for ${rows.length}`
  for (const [at, row] of rows.entries()) {
    if (isFreed(row)) continue
    const wrapped = isWrapped(row)
    const [before, after] = [essence(row, wrapped), essence(again.rows[at], wrapped)]
    if (before !== after) return `line ${row.line}: ${before} became ${after}`
  }
  return undefined
}

/**
 * The same for the file of the rows to fix: what was rejected still is, for the same reasons, but
 * for a total that now stands behind the last vehicle.
 */
export async function differsToFix(
  answer: Answer,
  options: JudgeOptions,
  locale: Locale,
): Promise<string | undefined> {
  const again = await judgeBytes(await writtenBack(answer, { rows: 'rejected', locale }), options)
  if (isGuess(answer, again)) return undefined
  if ('refused' in again) return `refused ${again.refused.code}: ${again.refused.message.en}`
  const toFix = answer.rows.filter(({ verdict }) => ['rejected', 'duplicate'].includes(verdict))
  if (again.rows.length !== toFix.length) return `${again.rows.length} rows for ${toFix.length}`
  for (const [at, row] of toFix.entries()) {
    if (row.verdict === 'duplicate' || codesOf(again.rows[at])[0] === 'W-FOOTER') continue
    if (isFreed(row)) continue
    const wrapped = isWrapped(row)
    const [before, after] = [essence(row, wrapped), essence(again.rows[at], wrapped)]
    if (before !== after) return `line ${row.line}: ${before} became ${after}`
  }
  return undefined
}
