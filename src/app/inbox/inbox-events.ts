/** What happens in the watched folder, for lines, for `--json` and for the log. */
import type { Bilingual } from '../../bilingual.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import type { Why } from './take-file.ts'

interface Laid {
  /** The file's name as it was dropped. */
  readonly name: string
  readonly fleet: string
  /** Where the file lies now. */
  readonly path: string
  /** The verdict file, or the reason, beside it. */
  readonly beside: string | undefined
}

export type InboxEvent =
  | (Laid & { readonly kind: 'imported'; readonly done: Import; readonly isKnown: boolean })
  | (Laid & { readonly kind: 'refused'; readonly why: Why })
  /** Something waits for a person, or for a later look. */
  | (Bilingual & { readonly kind: 'trouble' })
