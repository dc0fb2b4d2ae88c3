/** The uploads that were judged and wait for a person; forgotten when the console stops. */
import type { FileDefaultsGiven } from '../reconciliation/intake/uploads.ts'
import type { JudgedDraft, RefusedDraft } from './judge-draft.ts'

export interface Draft {
  /** A random UUID: the only name that paths and addresses know. */
  readonly id: string
  /** For people only. */
  readonly name: string
  readonly defaults: FileDefaultsGiven
  readonly judged: JudgedDraft | RefusedDraft
}

/** A person compares a few; the sealed files of forgotten ones expire. */
const DRAFTS_MAX = 20

export class Drafts {
  readonly #drafts = new Map<string, Draft>()

  add(draft: Draft): void {
    this.#drafts.set(draft.id, draft)
    const [oldest] = this.#drafts.keys()
    if (this.#drafts.size > DRAFTS_MAX && oldest !== undefined) this.#drafts.delete(oldest)
  }

  find(id: string): Draft | undefined {
    return this.#drafts.get(id)
  }
}
