/** Why a workbook cannot be read: the caller puts the code into words. */
export type WorkbookProblemCode =
  | 'F-CELL'
  | 'F-COLUMNS'
  | 'F-ENCRYPTED'
  | 'F-RECORD'
  | 'F-WORKBOOK-CUT'
  | 'F-WORKBOOK-DAMAGED'
  | 'F-WORKBOOK-DTD'
  | 'F-WORKBOOK-ENTRIES'
  | 'F-WORKBOOK-INFLATED'
  | 'F-WORKBOOK-RATIO'
  | 'F-WORKBOOK-STRINGS'

/**
 * Ends the reading of a workbook from deep inside it; the one who opened the workbook turns it into
 * a refusal. `line`: from 1, where it is one row that cannot be read.
 */
export class WorkbookProblem extends Error {
  readonly code: WorkbookProblemCode
  readonly facts: Readonly<Record<string, string | number>>
  readonly line: number | undefined

  constructor(code: WorkbookProblemCode, facts: WorkbookProblem['facts'], line?: number) {
    super(code)
    this.code = code
    this.facts = facts
    this.line = line
  }
}

/** `part`: the name of what cannot be read, as it stands in the package. */
export function damaged(part: string): WorkbookProblem {
  return new WorkbookProblem('F-WORKBOOK-DAMAGED', { part: part.slice(0, PART_CHARACTERS_MAX) })
}

const PART_CHARACTERS_MAX = 100
