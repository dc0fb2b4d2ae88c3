/** Gathers what is said of a file's rows into few lines: each code of a column once, with a count. */
import type { JudgedRow, RowIssue } from '../judged.ts'

/** What one line says: one row's issue, or that of many rows with the first as an example. */
export interface IssueGroup {
  /** True where the rows were rejected. */
  readonly rejects: boolean
  readonly issue: RowIssue
  /** Of the first rows, at most `LINES_MAX`. */
  readonly lines: readonly number[]
  readonly count: number
}

/** Rejected rows, and those that name another line, are shown one by one up to here. */
const LINES_MAX = 5
/** Lines that a person reads at once; all reasons are in the file that goes back. */
export const GROUPS_SHOWN_MAX = 40

interface Gathered extends IssueGroup {
  readonly firsts: RowIssue[]
  readonly lines: number[]
  count: number
}

export class IssueGroups {
  readonly #groups = new Map<string, Gathered>()

  add(row: JudgedRow): void {
    for (const issue of decidingIssues(row)) this.#gather(row, issue)
  }

  #gather({ line, verdict }: JudgedRow, issue: RowIssue): void {
    const rejects = verdict === 'rejected'
    const key = `${rejects} ${issue.code} ${issue.column}`
    let group = this.#groups.get(key)
    if (group === undefined) {
      group = { rejects, issue, firsts: [], lines: [], count: 0 }
      this.#groups.set(key, group)
    }
    group.count += 1
    if (group.lines.length >= LINES_MAX) return
    group.lines.push(line)
    group.firsts.push(issue)
  }

  /** What rejects rows comes first, then by how many rows it concerns. */
  sorted(): IssueGroup[] {
    return [...this.#groups.values()]
      .toSorted((a, b) => Number(b.rejects) - Number(a.rejects) || b.count - a.count)
      .flatMap(({ firsts, ...group }) =>
        (group.rejects || group.issue.otherLine !== undefined) && group.count <= LINES_MAX
          ? firsts.map((issue, at) => ({
              ...group,
              issue,
              lines: [group.lines[at] ?? 0],
              count: 1,
            }))
          : [group],
      )
  }
}

/** For a rejected row only the issues that reject it, without mere warnings. */
export function decidingIssues({ issues }: Pick<JudgedRow, 'issues'>): readonly RowIssue[] {
  const deciding = issues.filter(({ code }) => code.startsWith('R-'))
  return deciding.length > 0 ? deciding : issues
}
