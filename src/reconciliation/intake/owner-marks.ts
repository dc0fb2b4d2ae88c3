/** What stands for an owner's document in the ledger: a keyed hash, a mask, a company's CNPJ. */
import { cnpjOf, maskDocument } from '../../fleet/document.ts'
import type { Secret } from '../../secret.ts'

interface Marks {
  readonly ownerHash: string
  readonly ownerMasked: string
  readonly ownerCnpj: string
}

/** Keeps the last document's marks, because most fleets have one owner. */
export class OwnerMarks {
  readonly #secret: Pick<Secret, 'blindIndex'>
  #document = ''
  #marks: Marks = { ownerHash: '', ownerMasked: '', ownerCnpj: '' }

  constructor(secret: Pick<Secret, 'blindIndex'>) {
    this.#secret = secret
  }

  of(document: string): Marks {
    if (document !== this.#document) {
      const ownerHash = this.#secret.blindIndex(document)
      const ownerCnpj = cnpjOf(document)
      this.#marks = { ownerHash, ownerMasked: maskDocument(document), ownerCnpj }
      this.#document = document
    }
    return this.#marks
  }
}
