import type { Bilingual } from '../../bilingual.ts'
import type { Dialect } from '../../sheets/text/dialect.ts'
import type { Uf } from '../../fleet/uf.ts'
import type { RowCounts } from '../../ledger/fleets/imports.ts'
import type { Field } from './header/aliases.ts'
import type { Encoding } from '../../sheets/text/encoding.ts'
import type { FileWarningCode, RefusalCode } from './reasons/file-reasons.ts'
import type { RowIssueCode } from './reasons/row-reasons.ts'

/** The shapes of intake's answer: what was understood of a file, and a verdict for each row. */

export type Verdict = 'accepted' | 'repaired' | 'rejected' | 'duplicate' | 'skipped'

/** R- rejects the row; W- says what was repaired or looks odd. */
export interface RowIssue {
  readonly code: RowIssueCode
  /** The header as it stands in the file, or the field's name when a default of the file failed. */
  readonly column: string
  /** As it was found; masked when it is a document. */
  readonly value: string
  /** What it became; masked when it is a document. */
  readonly repaired?: string
  readonly suggestion?: string
  /** The other row of a duplicate or a conflict. */
  readonly otherLine?: number
}

export interface JudgedVehicle {
  /** Normalized, in the form that was given. */
  readonly plate: string
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: Uf
  /** Clear; personal data. */
  readonly ownerDocument: string
  /** Empty when the file has none. */
  readonly nickname: string
  readonly costCentre?: string
  /** The cells of other columns that are not empty, by their header. */
  readonly extras: Readonly<Record<string, string>>
}

export interface JudgedRow {
  readonly line: number
  readonly verdict: Verdict
  /** Only of an accepted or repaired row. */
  readonly vehicle?: JudgedVehicle
  /** The plate as far as it can be read, for people who look for the row. */
  readonly plate: string
  readonly issues: readonly RowIssue[]
  /** By their place, what the repaired cells of a row that is not rejected should hold. */
  readonly fixes?: ReadonlyMap<number, string> | undefined
  /** As they stand in the file; personal data. */
  readonly rawCells: readonly string[]
}

export type Facts = Readonly<Record<string, string | number>>

export interface FileWarning {
  readonly code: FileWarningCode
  readonly facts: Facts
}

/** What the file is: text, or one sheet of a workbook (`sheets`: the names of all that show). */
export type Container =
  | { readonly kind: 'csv' }
  | {
      readonly kind: 'xlsx' | 'ods' | 'html'
      readonly sheet: string
      readonly sheets: readonly string[]
    }

/** For a workbook, encoding and dialect are those of a CSV that is written from its rows. */
export interface Understood extends Dialect {
  readonly container: Container
  readonly encoding: Encoding
  /** The line of the header, from 1; 0 when there is none and columns were named by place. */
  readonly headerLine: number
  /** The header's cells as they stand in the file, without verdict columns of an earlier check. */
  readonly header: readonly string[]
  /** The lines of a header that fills two, as they stand in the file, with those columns. */
  readonly headerLines?: readonly [readonly string[], readonly string[]]
  /** The header's cells including those columns: one for each of a row's raw cells. */
  readonly allColumns: readonly string[]
  /** For each field that a column gives: the column's header. */
  readonly columns: Readonly<Partial<Record<Field, string>>>
  readonly extras: readonly string[]
  /** The ALIASES_VERSION of the header names by which the file was read. */
  readonly aliasesVersion: number
  readonly warnings: readonly FileWarning[]
  /** Absent where the rows are those of the file. */
  readonly edited?: readonly EditedRow[]
  /** Of the bytes as they were sent, before any edit. */
  readonly sha256: string
  readonly byteLength: number
}

/** A row that a person edited before the import; documents are masked. */
export interface EditedRow {
  readonly line: number
  readonly by: string
  readonly leftOut: boolean
  readonly cells: readonly {
    readonly column: string
    readonly before: string
    readonly after: string
    /** Absent: who edited the row. */
    readonly by?: string
  }[]
}

export interface Refused {
  readonly refused: {
    readonly code: RefusalCode
    readonly line?: number
    readonly facts: Facts
    /** What happened and the cure, in both languages; never personal data. */
    readonly message: Bilingual
  }
}

export interface JudgedFile {
  readonly understood: Understood
  readonly counts: RowCounts
  /** The place of each field's column, from 0. */
  readonly places: ReadonlyMap<Field, number>
  /** Batches in the file's order; each iteration reads the file again. */
  readonly rows: AsyncIterable<readonly JudgedRow[]>
}
