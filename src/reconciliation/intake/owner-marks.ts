/** What stands for an owner's document in the ledger: a keyed hash and a mask. */
import { maskDocument } from '../../fleet/document.ts'
import type { Secret } from '../../secret.ts'

/** Keeps the last document's marks, because most fleets have one owner. */
export class OwnerMarks {
  readonly #secret: Pick<Secret, 'blindIndex'>
  #document = ''
  #marks = { ownerHash: '', ownerMasked: '' }

  constructor(secret: Pick<Secret, 'blindIndex'>) {
    this.#secret = secret
  }

  of(document: string): { ownerHash: string; ownerMasked: string } {
    if (document !== this.#document) {
      const ownerHash = this.#secret.blindIndex(document)
      this.#marks = { ownerHash, ownerMasked: maskDocument(document) }
      this.#document = document
    }
    return this.#marks
  }
}
