/** Nothing that a file leaves out is removed while the file may still name it. */
import type { RemovalsHeld } from '../../ledger/fleets/imports.ts'
import type { Compared } from './compare.ts'
import { findMissing } from './find-missing.ts'
import type { JudgedFile } from './judged.ts'
import type { FileSource } from './records/record-source.ts'

/** Why vehicles that the file leaves out are not removed; undefined when nothing keeps them. */
export async function holdRemovals(
  file: { readonly judged: Pick<JudgedFile, 'understood' | 'counts'>; readonly source: FileSource },
  { footers, removable }: Pick<Compared, 'footers' | 'removable'>,
): Promise<RemovalsHeld | undefined> {
  const { judged, source } = file
  const { rejected } = judged.counts
  if (rejected > 0) return { why: 'rejected', count: rejected }
  if (footers.count > 0) return { why: 'footer', ...footers }
  return removable.length === 0 ? undefined : findMissing(source, judged, removable)
}
