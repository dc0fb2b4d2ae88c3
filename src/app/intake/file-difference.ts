/** What a judged file would change of its fleet, and when all of it would be asked. */
import type { Bilingual } from '../../bilingual.ts'
import { instant, wallClock } from '../../clock.ts'
import type { KnownVehicle } from '../../ledger/fleets/known-vehicles.ts'
import { FORECAST_WAITING_MAX } from '../../reconciliation/consultations/forecast.ts'
import { makeOutlook } from '../../reconciliation/consultations/make-outlook.ts'
import { Comparison } from '../../reconciliation/intake/compare.ts'
import { holdRemovals } from '../../reconciliation/intake/hold-removals.ts'
import {
  anotherFleet,
  heldWhy,
  mostOf,
  tooManyToRemove,
} from '../../reconciliation/intake/import-refusal.ts'
import type { JudgedFile, JudgedRow } from '../../reconciliation/intake/judged.ts'
import { OwnerMarks } from '../../reconciliation/intake/owner-marks.ts'
import type { FileSource } from '../../reconciliation/intake/records/record-source.ts'
import type { Secret } from '../../secret.ts'
import type { Budgets } from '../plan/fresh-budgets.ts'
import { placesAmong, type WaitingFleet } from '../plan/shared-slots.ts'

/** The fleet before a file is imported. */
export interface FleetBefore {
  readonly vehicles: readonly KnownVehicle[]
  /** RENAVAMs in fleets of other accounts. */
  readonly abroad: ReadonlySet<string>
  /** What was understood of its newest file. */
  readonly former: object | null
  /** Hashes documents as those of the vehicles are. */
  readonly secret: Pick<Secret, 'blindIndex'>
  /** Those that wait to be asked already, by their ids. */
  readonly waiting: ReadonlySet<string>
  readonly servedAtMs: number | null
  /** Fleets that share the slots. */
  readonly others: readonly WaitingFleet[]
  readonly budgets: Budgets
}

const NOTHING = {
  vehicles: [],
  abroad: new Set<string>(),
  former: null,
  waiting: new Set<string>(),
  servedAtMs: null,
  others: [],
}

/** Before its first import a fleet has no hash to compare with, and perhaps no secret yet. */
export function newFleet(budgets: Budgets): FleetBefore {
  const secret = { blindIndex: () => '' }
  return { ...NOTHING, budgets, secret }
}

export type FileDifference = Awaited<ReturnType<DifferenceWatch['difference']>>

export class DifferenceWatch {
  readonly #before: FleetBefore
  readonly #judged: Pick<JudgedFile, 'understood' | 'counts'>
  readonly #comparison: Comparison
  readonly #owners: OwnerMarks

  constructor(before: FleetBefore, judged: Pick<JudgedFile, 'understood' | 'counts'>) {
    this.#before = before
    this.#judged = judged
    this.#comparison = new Comparison(before.vehicles, before.waiting, before.abroad)
    this.#owners = new OwnerMarks(before.secret)
  }

  add(row: JudgedRow): void {
    this.#comparison.take(row, this.#judged.understood, this.#owners)
  }

  /** Call it when all rows have passed. `source`: the file's bytes, as they were judged. */
  async difference(source: FileSource) {
    const compared = this.#comparison.result()
    const { difference, overlap, toAsk } = compared
    const file = { judged: this.#judged, source }
    const held = overlap.removable > 0 && (await holdRemovals(file, compared))
    const why: Bilingual | null = tooManyToRemove(overlap) ?? (held ? heldWhy(held) : null)
    return {
      ...difference,
      /** How many of the fleet's `current` vehicles the file names. */
      overlap: { shared: overlap.shared, current: overlap.current },
      /** Of another fleet's `current` vehicles most, which the file would take. */
      taken: mostOf(overlap.taken) ?? null,
      /** Why the import would be refused unless a person confirms it. */
      refusal: anotherFleet(overlap) ?? null,
      /** What `--deactivate-missing` would do with the vehicles at the service. */
      removals: { missing: overlap.removable, held: why },
      asking: askingOf(this.#before, toAsk),
    }
  }
}

/** When the last answer is expected: null when nothing waits, or not in ten years. */
function askingOf({ budgets, others, servedAtMs }: FleetBefore, count: number) {
  const { consultations: buckets, latencyMs } = budgets
  const nowMs = wallClock.now()
  const perHour = buckets.reduce((sum, { max }) => sum + max, 0)
  const shared = placesAmong({ servedAtMs, waiting: count }, others)
  const isForeseen = perHour > 0 && shared.waiting <= FORECAST_WAITING_MAX
  const outlook = isForeseen ? makeOutlook({ nowMs, buckets, latencyMs, ...shared }) : undefined
  const endMs = outlook?.finishedAtMs ?? null
  return { count, perHour, at: instant(nowMs), finishedAt: endMs === null ? null : instant(endMs) }
}
