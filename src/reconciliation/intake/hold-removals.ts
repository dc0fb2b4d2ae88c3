/**
 * A person may ask that vehicles which the file leaves out are removed. None is removed while the
 * file may still name one of them.
 */
import { holdsNearlyPlate } from '../../fleet/identities-in-text.ts'
import type { MissingVehicle, RemovalsHeld } from '../../ledger/fleets/imports.ts'
import { findMissing } from './find-missing.ts'
import type { JudgedFile, JudgedRow } from './judged.ts'
import type { FileSource } from './records/record-source.ts'

/**
 * Why vehicles that the file leaves out are not removed, although a person asked for it; undefined
 * when nothing keeps them. `missing` tells them, and is called only when no row holds them.
 */
export async function holdRemovals(
  file: {
    readonly judged: Pick<JudgedFile, 'understood' | 'counts'>
    readonly source: FileSource
    readonly footers: FooterWatch
  },
  missing: () => Promise<readonly MissingVehicle[]>,
): Promise<RemovalsHeld | undefined> {
  const { judged, source, footers } = file
  const { rejected } = judged.counts
  if (rejected > 0) return { why: 'rejected', count: rejected }
  if (footers.held !== undefined) return footers.held
  const vehicles = await missing()
  return vehicles.length === 0 ? undefined : findMissing(source, judged, vehicles)
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
