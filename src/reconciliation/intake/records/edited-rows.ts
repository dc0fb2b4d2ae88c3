import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import { unwrapRow, type Dialect } from '../../../sheets/text/dialect.ts'
import { columnName } from '../header/choose-columns.ts'
import type { Header } from '../header/header.ts'
import type { Container, EditedRow } from '../judged.ts'
import { shownValue } from '../fields/row-draft.ts'

/** Rows that a person edited before the file is imported. The file itself stays as it was sent. */

export interface RowEdit {
  readonly line: number
  /** The sheet of a workbook, since each has a row of that number; empty for a text. */
  readonly sheet: string
  /** By the column's place from 0, what its cell should hold; null: the row is left out. */
  readonly cells: Readonly<Record<string, string>> | null
  /** Who said so first. */
  readonly by: string
  /** By the cell's place, who changed it instead. */
  readonly byCell?: Readonly<Record<string, string>>
}

export function sheetOf(container: Container): string {
  return container.kind === 'csv' ? '' : container.sheet
}

/** Applies the edits of one sheet in each pass over a file, and keeps what an auditor reads of them. */
export class RowEdits {
  readonly #edits: ReadonlyMap<number, RowEdit>
  readonly #edited = new Map<number, EditedRow>()

  constructor(edits: readonly RowEdit[], container: Container) {
    const own = edits.filter(({ sheet }) => sheet === sheetOf(container))
    this.#edits = new Map(own.map((edit) => [edit.line, edit]))
  }

  /** In the file's order, once a pass has met their rows. */
  get edited(): readonly EditedRow[] {
    return [...this.#edited.values()]
  }

  apply(records: readonly CsvRecord[], header: Header, dialect: Dialect): readonly CsvRecord[] {
    if (this.#edits.size === 0) return records
    return records.map((record) => {
      const edit = this.#edits.get(record.line)
      return edit === undefined ? record : this.#editRecord(record, edit, { header, dialect })
    })
  }

  #editRecord(
    { merged, ...record }: CsvRecord,
    { line, cells: given, by, byCell }: RowEdit,
    { header, dialect }: { readonly header: Header; readonly dialect: Dialect },
  ): CsvRecord {
    const before = unwrapRow(record, dialect)
    const verdicts = new Set(header.verdicts.values())
    const columns = new Map([...header.columns].map(([field, place]) => [place, field]))
    const firstOf = new Map(header.twins.map(({ first, second }) => [second, first]))
    // What an earlier check said of the row is no longer true.
    const cells = header.cells.map((_, at) =>
      given === null || verdicts.has(at) ? '' : (given[firstOf.get(at) ?? at] ?? before[at] ?? ''),
    )
    const changed = Array.from(cells.keys()).filter(
      (at) => !verdicts.has(at) && cells[at] !== (before[at] ?? ''),
    )
    const shown = changed.map((at) => {
      const other = byCell?.[firstOf.get(at) ?? at]
      return {
        column: columnName(header.cells, at),
        before: shownValue(columns.get(at), before[at] ?? ''),
        after: shownValue(columns.get(at), cells[at] ?? ''),
        ...(other === undefined || other === by ? {} : { by: other }),
      }
    })
    this.#edited.set(line, { line, by, leftOut: given === null, cells: shown })
    // Merged cells show nothing where a person has typed a value.
    const rest = [...(merged ?? [])].filter(([place]) => !changed.includes(place))
    return { line, lines: record.lines, cells, ...(merged && { merged: new Map(rest) }) }
  }
}
