/** Gathers the problems of a file's rows while the rows are being written to another file. */
import type { JudgedRow, RowIssue } from '../../reconciliation/intake/judged.ts'

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
  /** The first problems, as many as are shown one by one. */
  readonly problems: Problem[]
  /** By code, in the order in which they occurred. */
  readonly codes: Map<string, CodeCount>
}

/** A person corrects some and checks again; the others are in the file that is written back. */
const PROBLEMS_SHOWN_MAX = 20

export function startGathering(): Gathered {
  return { problems: [], codes: new Map() }
}

/** Yields the rows unchanged. */
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

/** For a rejected row only the issues that reject it, without mere warnings. */
function decidingIssues(
  verdict: JudgedRow['verdict'],
  issues: readonly RowIssue[],
): readonly RowIssue[] {
  if (verdict !== 'rejected') return issues
  const deciding = issues.filter(({ code }) => code.startsWith('R-'))
  return deciding.length > 0 ? deciding : issues
}
