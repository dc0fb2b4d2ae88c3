/** Judges an upload and gathers what its page shows: counts, and the first things to mend. */
import { explainIssue } from '../reconciliation/intake/explain.ts'
import { judgeFile } from '../reconciliation/intake/judge-file.ts'
import type { JudgedRow, RowCounts, RowIssue, Understood } from '../reconciliation/intake/judged.ts'
import type { Upload } from '../reconciliation/intake/uploads.ts'
import { writeVerdictCsv } from '../reconciliation/intake/verdict-csv.ts'
import type { Locale } from '../reconciliation/reports/messages.ts'

/** One issue of one row, in words; values are masked already where they are documents. */
export interface ShownIssue {
  readonly line: number
  readonly column: string
  readonly value: string
  readonly suggestion: string
  readonly reason: string
}

export interface JudgedDraft {
  readonly understood: Understood
  readonly counts: RowCounts
  readonly problems: { readonly shown: readonly ShownIssue[]; readonly total: number }
  readonly repairs: { readonly shown: readonly ShownIssue[]; readonly total: number }
}

export interface RefusedDraft {
  /** What happened and the cure. */
  readonly refusal: string
}

/** A person mends some and uploads again; the rest is in the file of refused rows. */
const PROBLEMS_SHOWN_MAX = 50

export async function judgeDraft(
  upload: Pick<Upload, 'source' | 'defaults'>,
  locale: Locale,
): Promise<JudgedDraft | RefusedDraft> {
  const judged = await judgeFile(upload.source, { defaults: upload.defaults })
  if ('refused' in judged) {
    const { pt, en } = judged.refused.message
    return { refusal: locale === 'en' ? en : pt }
  }
  const problems = new FirstIssues(locale)
  const repairs = new FirstIssues(locale)
  for await (const batch of judged.rows) {
    for (const row of batch) {
      const mend = row.verdict === 'rejected' || row.verdict === 'duplicate'
      for (const issue of decidingIssues(row)) (mend ? problems : repairs).add(row, issue)
    }
  }
  const { understood, counts } = judged
  return { understood, counts, problems, repairs }
}

/** What rejected a row hides what merely looks odd in it. */
function decidingIssues({ issues }: JudgedRow): readonly RowIssue[] {
  const deciding = issues.filter(({ code }) => code.startsWith('R-'))
  return deciding.length > 0 ? deciding : issues
}

class FirstIssues {
  readonly #locale: Locale
  readonly shown: ShownIssue[] = []
  total = 0

  constructor(locale: Locale) {
    this.#locale = locale
  }

  add(row: JudgedRow, issue: RowIssue): void {
    this.total += 1
    if (this.shown.length >= PROBLEMS_SHOWN_MAX) return
    const { column, value, suggestion = '' } = issue
    const reason = explainIssue(issue, this.#locale)
    this.shown.push({ line: row.line, column, value, suggestion, reason })
  }
}

/** The rows to mend in the file's own form, with the reason beside; undefined for a refused file. */
export async function rowsToMend(
  upload: Pick<Upload, 'source' | 'defaults'>,
  locale: Locale,
): Promise<AsyncGenerator<Uint8Array> | undefined> {
  const judged = await judgeFile(upload.source, { defaults: upload.defaults })
  if ('refused' in judged) return undefined
  return writeVerdictCsv(judged.understood, judged.rows, { rows: 'rejected', locale })
}
