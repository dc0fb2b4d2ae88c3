/** A bug on purpose: what it is, how it gets in, and which rule must tell of it how soon. */
import type { Rule } from '../invariants/rules.ts'
import type { Rows } from '../ledger/rows.ts'
import type { Parameters } from '../parameters.ts'
import type { Wrapping } from '../wrapping.ts'

export interface Plant {
  readonly name: string
  /** What the program would do wrong. */
  readonly bug: string
  /** The first rule that a world tells broken is one of these. */
  readonly rules: readonly Rule[]
  readonly wrapping: Wrapping
  /** Instead of the ledger's own tables. */
  readonly rows?: (rows: Rows) => Rows
  /** The kind of world in which it shows; other worlds would only take longer. */
  readonly changes?: Partial<Parameters>
  /** Found within so many seeds from 1, or from `seedsFrom` on. */
  readonly seedsMax: number
  /** `npm test` passes over the hundreds before it, which found nothing when they were last searched. */
  readonly seedsFrom?: number
}
