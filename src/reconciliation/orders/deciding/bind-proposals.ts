/**
 * Pure. Binds the lines of a returned proposals.csv to their plans: one decision for each plan
 * whose lines are complete and unchanged, and for any other the reason and the line that is wrong.
 */
import type { Bilingual } from '../../../bilingual.ts'
import { veilDocuments } from '../../../fleet/veil-documents.ts'
import { verdictOf, type HeldColumn, type ProposalColumn } from './proposal-headers.ts'
import type { ReturnedLine } from './read-proposals.ts'
import { saysSame, type ShownCell, type ShownCells } from './shown-cells.ts'

export type FileBounce =
  | 'unreadable'
  /** `about` is the cell. */
  | 'unknown-word'
  /** Lines of one plan that say approve, and others that say reject. */
  | 'contradiction'
  | 'plan-unknown'
  /** The file has fewer lines of this plan than the plan has debts. */
  | 'line-missing'
  /** A debt that the plan does not have, or has once and the file twice. */
  | 'line-added'

/** A cell that differs from the proposal, with both texts. */
export interface EditedCell {
  readonly column: HeldColumn
  readonly found: string
  readonly shown: Bilingual<ShownCell>
}

export type Bounce =
  | { readonly why: FileBounce; readonly about?: string }
  | { readonly why: 'cell-edited'; readonly cell: EditedCell }

/** One debt of a proposal, as a line of the file shows it. */
export interface ShownLine {
  readonly debtId: string
  readonly hash: string
  readonly cells: ShownCells
}

export interface FiledPlan {
  readonly planId: string
  readonly plate: string
  readonly lines: readonly ReturnedLine[]
}

export type Bound =
  | { readonly bound: 'nothing' }
  | {
      readonly bound: 'decision'
      readonly verdict: 'approve' | 'reject'
      readonly hash: string
      readonly reason: string | undefined
    }
  | ({ readonly bound: 'bounced'; readonly line: number } & Bounce)

/** In the order of the file; a plan's lines need not stand together. */
export function plansOfFile(lines: readonly ReturnedLine[]): FiledPlan[] {
  const byPlan = Map.groupBy(lines, (line) => cellOf(line, 'plan').toLowerCase())
  return [...byPlan].map(([planId, own]) => {
    return {
      planId,
      plate: own.map((line) => cellOf(line, 'plate')).find(Boolean) ?? '',
      lines: own,
    }
  })
}

/** `shown`: the proposal line by line; empty when the fleet has none with that id. */
export function bindPlan(filed: FiledPlan, shown: readonly ShownLine[]): Bound {
  const decided = decisionOf(filed)
  if (decided.bound !== 'decision') return decided
  const [first] = filed.lines
  if (shown.length === 0) return bounced(first, 'plan-unknown')
  return misfit(filed, shown) ?? decided
}

function decisionOf({ lines }: FiledPlan): Bound {
  const [first] = lines
  const verdicts = lines.map((line) => ({ line, verdict: verdictOf(cellOf(line, 'decision')) }))
  const said = verdicts.filter(({ verdict }) => verdict !== undefined)
  if (said.length === 0) return { bound: 'nothing' }
  const unreadable = lines.find((line) => line.isUnreadable)
  if (unreadable !== undefined) return bounced(unreadable, 'unreadable')
  const unknown = said.find(({ verdict }) => verdict === 'unknown')
  if (unknown !== undefined) {
    return bounced(unknown.line, 'unknown-word', cellOf(unknown.line, 'decision').slice(0, 40))
  }
  const verdict = said[0]?.verdict === 'reject' ? 'reject' : 'approve'
  const other = said.find((each) => each.verdict !== verdict)
  if (other !== undefined) return bounced(other.line, 'contradiction')
  const reason = lines.map((line) => cellOf(line, 'reason')).find((text) => text !== '')
  const hash = first === undefined ? '' : cellOf(first, 'binding').toLowerCase()
  return { bound: 'decision', verdict, hash, reason }
}

/** The first line that differs from what was proposed. */
function misfit({ lines }: FiledPlan, shown: readonly ShownLine[]): Bound | undefined {
  const left = new Map(shown.map((line) => [line.debtId, line]))
  const isOlder = lines.every((line) => !shown.some(({ hash }) => isBoundTo(line, hash)))
  for (const line of lines) {
    const own = left.get(cellOf(line, 'debt').toLowerCase())
    if (own === undefined) return bounced(line, 'line-added')
    left.delete(own.debtId)
    const cell = editedCell(line, own.cells, isOlder ? OF_THE_BINDING : [])
    if (cell !== undefined) return { bound: 'bounced', line: line.line, why: 'cell-edited', cell }
  }
  const [first] = lines
  return left.size === 0 ? undefined : bounced(first, 'line-missing', `${left.size}`)
}

/**
 * Columns that change, with the binding, when the service tells the price. A file that was exported
 * before that is refused as out of date, not for these cells.
 */
const OF_THE_BINDING: readonly HeldColumn[] = ['fee', 'total', 'approvedBy', 'binding']

const FOUND_CHARACTERS_MAX = 60

/** A column that was taken out of the file counts as unchanged. */
function editedCell(line: ReturnedLine, cells: ShownCells, except: readonly HeldColumn[]) {
  for (const [column, shown] of cells) {
    const found = line.cells[column]
    if (found === undefined || except.includes(column)) continue
    if (saysSame(column, shown.pt, found) || saysSame(column, shown.en, found)) continue
    return { column, found: veilDocuments(found.slice(0, FOUND_CHARACTERS_MAX)), shown }
  }
  return undefined
}

function isBoundTo(line: ReturnedLine, hash: string): boolean {
  return cellOf(line, 'binding').toLowerCase() === hash
}

function bounced(line: ReturnedLine | undefined, why: FileBounce, about?: string): Bound {
  return { bound: 'bounced', line: line?.line ?? 0, why, ...(about === undefined ? {} : { about }) }
}

function cellOf(line: ReturnedLine, column: ProposalColumn): string {
  return line.cells[column] ?? ''
}
