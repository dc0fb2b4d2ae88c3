/** The uploads that were judged and wait for a person; forgotten when the console stops. */
import type { RememberedReading } from '../reconciliation/intake/header/remembered-columns.ts'
import { columnsOf } from '../reconciliation/intake/records/sample-columns.ts'
import type { JudgedDraft, RefusedDraft } from './judge-draft.ts'
import type { ReadingChoices, ReadingOptions } from './reading-options.ts'

export interface Draft {
  /** A random UUID: the only name that paths and addresses know. */
  readonly id: string
  /** For people only. */
  readonly name: string
  readonly readingOptions: ReadingOptions
  /** Of the fleet's earlier files when this one was judged, so that its downloads say the same. */
  readonly remembered: RememberedReading | undefined
  readonly judged: JudgedDraft | RefusedDraft
}

/** A person compares a few; the sealed files of forgotten ones expire. */
const DRAFTS_MAX = 20

export class Drafts {
  readonly #drafts = new Map<string, Draft>()

  /** A draft that is judged again takes the place of the one before. */
  put(draft: Draft): void {
    this.#drafts.set(draft.id, draft)
    const [oldest] = this.#drafts.keys()
    if (this.#drafts.size > DRAFTS_MAX && oldest !== undefined) this.#drafts.delete(oldest)
  }

  find(id: string): Draft | undefined {
    return this.#drafts.get(id)
  }
}

/** Undefined where nothing that a person can say makes the file readable. */
export function choicesOf({ judged }: Pick<Draft, 'judged'>): ReadingChoices | undefined {
  if ('refusal' in judged) return judged.sample
  const { container, allColumns, headerLine } = judged.understood
  // Without a header the names are our own, and only places mean anything in the file.
  return { container, columns: columnsOf(headerLine === 0 ? [] : allColumns, allColumns.length) }
}
