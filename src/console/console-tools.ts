/** What the pages are given by whoever starts them: runs to start, watch and look up. */
import type { Locale } from '../bilingual.ts'
import type { FleetBefore } from '../app/intake/file-difference.ts'
import type { Stages } from '../app/run/stages.ts'
import type { Clock } from '../clock.ts'
import type { Failure } from '../failure.ts'
import type { Run } from '../ledger/runs/runs.ts'
import type { Random } from '../random.ts'
import type { RememberedReading } from '../reconciliation/intake/header/remembered-columns.ts'
import type { UploadAbout, Uploads } from '../reconciliation/intake/uploads.ts'
import type { ExceptionGroup } from '../reconciliation/reports/exception-groups.ts'

export interface ConsoleTools {
  /** The fleet that every upload here belongs to. */
  readonly fleet: string
  readonly locale: Locale
  /** An IANA time zone, for every instant that a person reads. */
  readonly zone: string
  /** Where the folders of the runs are. */
  readonly reportsDir: string
  /** Sealed uploads that are not started yet. */
  readonly drafts: Uploads
  /** How the fleet's earlier files were read, as people said; may throw a Failure. */
  readonly remembered: () => Promise<RememberedReading | undefined>
  /** The fleet as an upload would find it; undefined while a run changes it. May throw a Failure. */
  readonly fleetBefore: () => Promise<FleetBefore | undefined>
  readonly runs: RunLookup
  /** Everything that waits for a person, as it is now; may throw a Failure. */
  readonly exceptions: () => Promise<readonly ExceptionGroup[]>
  /** The fleet's orders, open ones read at the service first; undefined before the first run. */
  readonly orders: () => Promise<OrdersNow | undefined>
  readonly consoleRuns: ConsoleRuns
  readonly clock: Clock
  readonly random: Random
}

/** Reads the ledger, through its owner if it has one; may throw a Failure. */
export interface RunLookup {
  /** Newest first, of this fleet. */
  list(limit: number): Promise<readonly Run[]>
  find(number: number): Promise<Run | undefined>
}

export interface OrdersNow {
  readonly open: { readonly orders: number; readonly cents: bigint }
  /** Newest first. */
  readonly paid: readonly { readonly plate: string; readonly since: Date }[]
  /** Which orders were not read lately, why, and what to do; undefined when all were. */
  readonly unread: string | undefined
}

/** Holds the one run that this process may work on at a time. */
export interface ConsoleRuns {
  /** The run under way, or the last that ended here; undefined before the first. */
  current(): RunView | undefined
  /** Returns at once. Throws `already-running` while a run of this process is under way. */
  start(file: FileToRun): void
  /** Calls the listener after each change of `current`, until the returned function is called. */
  watch(listener: () => void): () => void
}

export interface FileToRun extends UploadAbout {
  readonly draftId: string
  /** For people only; never a path. */
  readonly name: string
  source(): AsyncIterable<Uint8Array>
}

export interface RunView {
  readonly draftId: string
  readonly fileName: string
  readonly ended: boolean
  /** Undefined until the ledger has numbered the run. */
  readonly number: number | undefined
  readonly simulated: boolean
  /** Says what is being prepared, while there is no stage to show. */
  readonly note: string
  readonly stages: Stages | undefined
  /** When the waiting vehicles are expected to be answered. */
  readonly finishAt: Date | undefined
  /** The failure that ended the run, if one did. */
  readonly failure: Failure | undefined
}
