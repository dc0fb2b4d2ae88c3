import type { CsvRecord } from '../../../sheets/csv/csv-record.ts'
import type { Header } from '../header/header.ts'
import type { RowDraft } from './row-draft.ts'

/** A plate that is merged over several rows is nobody knows whose; other values may be shared. */
export function tellMerged({ merged }: CsvRecord, { columns }: Header, draft: RowDraft): void {
  if (merged === undefined) return
  for (const [field, place] of columns) {
    const text = merged.get(place)?.text
    if (text === undefined) continue
    if (field === 'plate' || field === 'renavam') draft.reject('R-MERGED', field, text)
    else draft.warn('W-MERGED', field, text)
  }
}
