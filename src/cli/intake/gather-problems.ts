/** Gathers what a person is to hear about a file's rows while they pass by on their way to a file. */
import type { JudgedRow, RowIssue } from '../../reconciliation/intake/judged.ts'

/** A row that is to be mended. */
export type Problem = Pick<JudgedRow, 'line' | 'verdict' | 'issues'>

/** All rows with one code. */
export interface CodeCount {
  readonly code: RowIssue['code']
  /** The first of its kind, as an example. */
  readonly issue: RowIssue
  readonly line: number
  count: number
}

export interface Gathered {
  /** The first of them, as many as are shown one by one. */
  readonly problems: Problem[]
  /** In the order in which they were met. */
  readonly codes: Map<string, CodeCount>
}

/** A person mends some and checks again; the others stand in the file that is written back. */
const PROBLEMS_SHOWN_MAX = 20

export function startGathering(): Gathered {
  return { problems: [], codes: new Map() }
}

/** Hands the rows on as they are. */
export async function* gatherProblems(
  rows: AsyncIterable<readonly JudgedRow[]>,
  into: Gathered,
): AsyncGenerator<readonly JudgedRow[]> {
  for await (const batch of rows) {
    for (const row of batch) gather(row, into)
    yield batch
  }
}

function gather({ line, verdict, issues: all }: JudgedRow, { problems, codes }: Gathered): void {
  const issues = decidingIssues(verdict, all)
  if (verdict === 'rejected' && problems.length < PROBLEMS_SHOWN_MAX) {
    problems.push({ line, verdict, issues })
  }
  for (const issue of issues) {
    const { code } = issue
    const seen = codes.get(code)
    if (seen === undefined) codes.set(code, { code, issue, line, count: 1 })
    else seen.count += 1
  }
}

/** What rejects a row hides what merely looks odd in it. */
function decidingIssues(
  verdict: JudgedRow['verdict'],
  issues: readonly RowIssue[],
): readonly RowIssue[] {
  if (verdict !== 'rejected') return issues
  const deciding = issues.filter(({ code }) => code.startsWith('R-'))
  return deciding.length > 0 ? deciding : issues
}
