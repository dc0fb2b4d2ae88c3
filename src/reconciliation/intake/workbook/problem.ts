import { refuse } from '../reasons/explain.ts'
import type { RefusalCode } from '../reasons/file-reasons.ts'
import type { Facts, Refused } from '../judged.ts'

/**
 * Ends the reading of a workbook from deep inside it; the one who opened the workbook turns it into
 * a refusal, so it never leaves this folder.
 */
export class WorkbookProblem extends Error {
  readonly refusal: Refused

  constructor(code: RefusalCode, facts: Facts, line?: number) {
    super(code)
    this.refusal = refuse(code, facts, line)
  }
}

/** `part`: the name of what cannot be read, as it stands in the package. */
export function damaged(part: string): WorkbookProblem {
  return new WorkbookProblem('F-WORKBOOK-DAMAGED', { part: part.slice(0, PART_CHARACTERS_MAX) })
}

const PART_CHARACTERS_MAX = 100
