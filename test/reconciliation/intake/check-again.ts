/** Writes an answer back as a verdict file, checks that file, and says what came out differently. */
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import type { JudgedRow } from '../../../src/reconciliation/intake/judged.ts'
import type { ExplainLocale } from '../../../src/reconciliation/intake/reason.ts'
import type { Answer } from './judge-bytes.ts'
import { codesOf, judgeBytes, writtenBack } from './judge-bytes.ts'

/** What a second check may not change. A row that was unwrapped once is no longer wrapped. */
function essence(row: JudgedRow | undefined): string {
  if (row === undefined) return 'no row'
  const codes = codesOf(row).filter((code) => code !== 'W-ROW-QUOTED')
  const isRepaired = row.verdict === 'repaired' && codes.some((code) => code.startsWith('W-'))
  const verdict = isRepaired || row.verdict !== 'repaired' ? row.verdict : 'accepted'
  return JSON.stringify([verdict, codes, row.vehicle])
}

/** Undefined when the verdict file of all rows gets the same verdicts. */
export async function differsChecked(
  answer: Answer,
  options: JudgeOptions,
  locale: ExplainLocale,
): Promise<string | undefined> {
  const again = await judgeBytes(await writtenBack(answer, { rows: 'all', locale }), options)
  if ('refused' in again) return `refused ${again.refused.code}: ${again.refused.message.en}`
  const { rows } = answer
  if (again.rows.length !== rows.length) return `${again.rows.length} rows for ${rows.length}`
  for (const [at, row] of rows.entries()) {
    const [before, after] = [essence(row), essence(again.rows[at])]
    if (before !== after) return `line ${row.line}: ${before} became ${after}`
  }
  return undefined
}

/**
 * The same for the file of the rows to mend: what was rejected still is, for the same reasons, but
 * for a total that now stands behind the last vehicle.
 */
export async function differsToMend(
  answer: Answer,
  options: JudgeOptions,
  locale: ExplainLocale,
): Promise<string | undefined> {
  const again = await judgeBytes(await writtenBack(answer, { rows: 'rejected', locale }), options)
  if ('refused' in again) return `refused ${again.refused.code}: ${again.refused.message.en}`
  const toMend = answer.rows.filter(({ verdict }) => ['rejected', 'duplicate'].includes(verdict))
  if (again.rows.length !== toMend.length) return `${again.rows.length} rows for ${toMend.length}`
  for (const [at, row] of toMend.entries()) {
    if (row.verdict === 'duplicate' || codesOf(again.rows[at])[0] === 'W-FOOTER') continue
    const [before, after] = [essence(row), essence(again.rows[at])]
    if (before !== after) return `line ${row.line}: ${before} became ${after}`
  }
  return undefined
}
