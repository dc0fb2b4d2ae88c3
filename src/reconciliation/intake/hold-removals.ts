/**
 * A file that leaves vehicles out removes them where a person says so, but none while the file may
 * name one of them after all.
 */
import { holdsNearlyPlate } from '../../fleet/identities-in-text.ts'
import type { ImportStore, RemovalsHeld } from '../../ledger/fleets/imports.ts'
import { findMissing } from './find-missing.ts'
import type { JudgedFile, JudgedRow } from './judged.ts'
import type { Upload } from './uploads.ts'

/** What keeps a person's wish to remove whom the file does not name from being followed. */
export async function holdRemovals(
  imports: Pick<ImportStore, 'missing'>,
  importId: string,
  file: { readonly judged: JudgedFile; readonly upload: Upload; readonly footers: FooterWatch },
): Promise<RemovalsHeld | undefined> {
  const { judged, upload, footers } = file
  if (upload.deactivateMissing !== true || judged.counts.rejected > 0) return undefined
  if (footers.held !== undefined) return footers.held
  const missing = await imports.missing(importId)
  return missing.length === 0 ? undefined : findMissing(() => upload.source(), judged, missing)
}

/** Looks at the rows that are skipped as they pass. */
export class FooterWatch {
  #count = 0
  #line = 0

  /** The first, and how many there are, that have something like a plate. */
  get held(): RemovalsHeld | undefined {
    return this.#count === 0 ? undefined : { why: 'footer', count: this.#count, line: this.#line }
  }

  async *watch({ rows }: JudgedFile): AsyncGenerator<readonly JudgedRow[]> {
    for await (const batch of rows) {
      for (const { verdict, rawCells, line } of batch) {
        if (verdict !== 'skipped' || !rawCells.some(holdsNearlyPlate)) continue
        if (this.#count === 0) this.#line = line
        this.#count++
      }
      yield batch
    }
  }
}
