/**
 * A person may ask that vehicles which the file leaves out are removed. None is removed while the
 * file may still name one of them.
 */
import { holdsNearlyPlate } from '../../fleet/identities-in-text.ts'
import type { ImportStore, RemovalsHeld } from '../../ledger/fleets/imports.ts'
import { findMissing } from './find-missing.ts'
import type { JudgedFile, JudgedRow } from './judged.ts'
import type { Upload } from './uploads.ts'

/** Why vehicles that the file leaves out are not removed, although a person asked for it. */
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

/** Watches the rows as they pass for skipped ones that may name a vehicle. */
export class FooterWatch {
  #count = 0
  #line = 0

  /** How many skipped rows have something like a plate, and the line of the first. */
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
