import { FIELDS, type Field } from '../header/aliases.ts'
import { columnName } from '../header/choose-columns.ts'
import { shownValue } from '../fields/row-draft.ts'
import { sheetOf, type RowEdit } from '../records/edited-rows.ts'
import type { JudgedFile, JudgedRow, RowIssue } from '../judged.ts'
import { decidingIssues } from './group-issues.ts'
import { cellsOf } from './verdict-records.ts'

/** Gathers the first rejected rows, each with the cells in which a person can cure it. */

export interface CellToEdit {
  /** From 0. */
  readonly place: number
  readonly column: string
  /** As it stands in the file, with documents masked and what is invisible left out. */
  readonly shown: string
  /** True if nothing of the cell is hidden, so that a form may begin with it. */
  readonly isWhole: boolean
}

export interface RowToEdit {
  readonly line: number
  readonly sheet: string
  readonly plate: string
  readonly issues: readonly RowIssue[]
  readonly cells: readonly CellToEdit[]
}

/** So many rows are edited at once; as they are accepted, the next ones come up. */
export const ROWS_TO_EDIT_MAX = 20

/** Two rows contradict each other, and any of these may be the wrong one. */
const IDENTITY: readonly Field[] = ['plate', 'renavam', 'uf', 'ownerDocument']

export class RowsToEdit {
  readonly rows: RowToEdit[] = []
  readonly #file: Pick<JudgedFile, 'understood' | 'places'>

  constructor(file: Pick<JudgedFile, 'understood' | 'places'>) {
    this.#file = file
  }

  add(row: JudgedRow): void {
    if (row.verdict === 'rejected' && isEditable(row) && this.rows.length < ROWS_TO_EDIT_MAX) {
      this.rows.push(this.#rowToEdit(row))
    }
  }

  #rowToEdit(row: JudgedRow): RowToEdit {
    const { line, plate } = row
    const { understood } = this.#file
    const raw = cellsOf(row, understood)
    const issues = decidingIssues(row)
    const places = new Set(issues.flatMap((issue) => this.#placesOf(issue)))
    const cells = [...places].map((place) => this.#cellToEdit(place, raw[place] ?? ''))
    return { line, sheet: sheetOf(understood.container), plate, issues, cells }
  }

  #cellToEdit(place: number, raw: string): CellToEdit {
    const { understood, places } = this.#file
    const field = FIELDS.find((each) => places.get(each) === place)
    const shown = shownValue(field, raw.toWellFormed()).replace(/[\p{Cc}\p{Cf}]/gu, '')
    const column = columnName(understood.allColumns, place)
    return { place, column, shown, isWhole: shown === raw }
  }

  #placesOf({ code, column }: RowIssue): number[] {
    const { understood, places } = this.#file
    const of = (fields: readonly Field[]): number[] =>
      fields.map((field) => places.get(field)).filter((place) => place !== undefined)
    if (column === '') return of(FIELDS)
    if (code.startsWith('R-CONFLICT')) return of(IDENTITY)
    const field = FIELDS.find((each) => understood.columns[each] === column)
    if (field !== undefined) return of([field])
    const names = understood.allColumns.map((_, at) => columnName(understood.allColumns, at))
    return names.includes(column) ? [names.indexOf(column)] : []
  }
}

/** Below another table's header no cell is of our columns, and that header must stay. */
function isEditable({ issues }: JudgedRow): boolean {
  return issues.every(({ code }) => code !== 'R-TABLE')
}

/**
 * Pure. What a form says of these rows, added to what was said before. `fieldOf` finds the text of
 * a field of the form, if it has it; an empty one leaves a cell that the form did not show whole.
 */
export function editsOf(
  rows: readonly RowToEdit[],
  before: readonly RowEdit[],
  { fieldOf, by }: { readonly fieldOf: (name: string) => string | undefined; readonly by: string },
): readonly RowEdit[] {
  const edits = new Map(before.map((edit) => [keyOf(edit), edit]))
  for (const row of rows) {
    const { line, sheet } = row
    if (fieldOf(leaveOutField(row)) === 'yes') {
      edits.set(keyOf(row), { line, sheet, by, cells: null })
      continue
    }
    const typed = row.cells.flatMap((cell) => {
      const text = fieldOf(cellField(row, cell))
      const isSame = text === undefined || text === (fieldOf(wasField(row, cell)) ?? beginOf(cell))
      return isSame ? [] : [[String(cell.place), text] as const]
    })
    if (typed.length === 0) continue
    const known = edits.get(keyOf(row))
    const cells = { ...known?.cells, ...Object.fromEntries(typed) }
    const isOwn = known?.by === by && known.byCell === undefined
    if (known === undefined || known.cells === null || isOwn) {
      edits.set(keyOf(row), { line, sheet, by, cells })
      continue
    }
    const byCell = { ...known.byCell, ...Object.fromEntries(typed.map(([place]) => [place, by])) }
    edits.set(keyOf(row), { ...known, cells, byCell })
  }
  return [...edits.values()]
}

export function cellField({ line }: Pick<RowToEdit, 'line'>, { place }: CellToEdit): string {
  return `cell_${line}_${place}`
}

/** What the form began with, so that a form that was opened earlier takes nothing back. */
export function wasField({ line }: Pick<RowToEdit, 'line'>, { place }: CellToEdit): string {
  return `was_${line}_${place}`
}

/** What the cell's field begins with. */
export function beginOf({ isWhole, shown }: CellToEdit): string {
  return isWhole ? shown : ''
}

/**
 * Pure. The lines with a cell that is typed anew in a form which began with something that is no
 * longer there.
 */
export function changedMeanwhile(
  rows: readonly RowToEdit[],
  before: readonly RowEdit[],
  form: ReadonlyMap<string, string>,
): ReadonlySet<number> {
  const shown = new Map<string, string>(
    rows.flatMap((row) => row.cells.map((cell) => [wasField(row, cell), beginOf(cell)] as const)),
  )
  const edited = new Map<string, string>(
    before.flatMap(({ line, cells }) =>
      Object.entries(cells ?? {}).map(([place, text]) => [`was_${line}_${place}`, text] as const),
    ),
  )
  const lines = new Set<number>()
  for (const [name, was] of form) {
    const [, line, place] = /^was_(\d+)_(\d+)$/.exec(name) ?? []
    if (line === undefined) continue
    const typed = form.get(`cell_${line}_${place}`) ?? was
    const now = shown.get(name) ?? edited.get(name)
    if (typed !== was && now !== was && edited.get(name) !== typed) lines.add(Number(line))
  }
  return lines
}

export function leaveOutField({ line }: Pick<RowToEdit, 'line'>): string {
  return `out_${line}`
}

function keyOf({ sheet, line }: Pick<RowEdit, 'sheet' | 'line'>): string {
  return `${line} ${sheet}`
}
