/** The uploads that were judged and wait for a person; forgotten when the console stops. */
import type { RememberedReading } from '../../reconciliation/intake/header/remembered-columns.ts'
import { columnsOf } from '../../reconciliation/intake/records/sample-columns.ts'
import type { JudgedDraft, RefusedDraft } from './judge-draft.ts'
import type { ReadingChoices, ReadingOptions } from './reading-options.ts'

export interface Draft {
  /** A random UUID, used in paths and addresses instead of the name. */
  readonly id: string
  /** For people only. */
  readonly name: string
  readonly readingOptions: ReadingOptions
  /** The remembered reading that it was judged with, for the same verdicts in downloads. */
  readonly remembered: RememberedReading | undefined
  readonly judged: JudgedDraft | RefusedDraft
}

/** More than a person compares; the sealed files of forgotten drafts expire. */
const DRAFTS_MAX = 20

export class Drafts {
  readonly #drafts = new Map<string, Draft>()

  /** Stores a draft; a draft that is judged again replaces its former version. */
  put(draft: Draft): void {
    this.#drafts.set(draft.id, draft)
    const [oldest] = this.#drafts.keys()
    if (this.#drafts.size > DRAFTS_MAX && oldest !== undefined) this.#drafts.delete(oldest)
  }

  find(id: string): Draft | undefined {
    return this.#drafts.get(id)
  }
}

/** The columns and sheets to choose from; undefined where no choice makes the file readable. */
export function choicesOf({ judged }: Pick<Draft, 'judged'>): ReadingChoices | undefined {
  if ('refusal' in judged) return judged.sample
  const { container, allColumns, headerLine } = judged.understood
  // Without a header the column names are made up, so columns are chosen by number only.
  return { container, columns: columnsOf(headerLine === 0 ? [] : allColumns, allColumns.length) }
}
