/** Nothing that a file leaves out is removed while the file may still name it. */
import { holdsNearlyPlate } from '../../fleet/identities-in-text.ts'
import type { RemovalsHeld } from '../../ledger/fleets/imports.ts'
import type { KnownVehicle } from '../../ledger/fleets/known-vehicles.ts'
import { findMissing } from './find-missing.ts'
import type { JudgedFile, JudgedRow } from './judged.ts'
import type { FileSource } from './records/record-source.ts'

/** Why vehicles that the file leaves out are not removed; undefined when nothing keeps them. */
export async function holdRemovals(
  file: {
    readonly judged: Pick<JudgedFile, 'understood' | 'counts'>
    readonly source: FileSource
    readonly footers: FooterWatch
  },
  missing: readonly KnownVehicle[],
): Promise<RemovalsHeld | undefined> {
  const { judged, source, footers } = file
  const { rejected } = judged.counts
  if (rejected > 0) return { why: 'rejected', count: rejected }
  if (footers.held !== undefined) return footers.held
  return missing.length === 0 ? undefined : findMissing(source, judged, missing)
}

/** Watches the rows as they pass for skipped ones that may name a vehicle. */
export class FooterWatch {
  #count = 0
  #line = 0

  /** How many skipped rows have something like a plate, and the line of the first. */
  get held(): RemovalsHeld | undefined {
    return this.#count === 0 ? undefined : { why: 'footer', count: this.#count, line: this.#line }
  }

  async *watch({ rows }: Pick<JudgedFile, 'rows'>): AsyncGenerator<readonly JudgedRow[]> {
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
