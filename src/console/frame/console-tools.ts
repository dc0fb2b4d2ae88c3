/** What the pages are given by whoever starts them: the ledger, uploads, and runs to start. */
import type { AppContext } from '../../app/context.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Stages } from '../../app/run/stages.ts'
import type { Clock } from '../../clock.ts'
import type { Failure } from '../../failure.ts'
import type { Random } from '../../random.ts'
import type { UploadAbout, Uploads } from '../../reconciliation/intake/uploads.ts'
import type { Secret } from '../../secret.ts'

export interface ConsoleTools {
  readonly context: AppContext
  readonly secret: Secret
  /** Sealed uploads that are not started yet. */
  readonly drafts: Uploads
  readonly ledger: LedgerUse
  readonly consoleRuns: ConsoleRuns
  readonly clock: Clock
  readonly random: Random
}

/** Reads and writes the ledger, through its owner if it has one. */
export interface LedgerUse {
  /** True before the first import on an embedded database, which a mere look must not create. */
  isNew(): boolean
  /** May throw a Failure. `work` may be called twice: what it writes must bear that. */
  use<T>(work: (ledger: OpenLedger) => Promise<T>): Promise<T>
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
  start(wanted: RunWanted): void
  /** Ends the run under way in order: what was sent is awaited, and the reports are written. */
  stop(): void
  /** Calls the listener after each change of `current`, until the returned function is called. */
  watch(listener: () => void): () => void
}

/** A file to import and work on, or work on the fleet as it is. */
export type RunWanted = FileToRun | RunAgain

export interface RunAgain {
  /** Ask for what is due; go on with what is open; ask again for what failed. */
  readonly mode: 'open-or-join' | 'resume' | 'retry'
  /** For people: what was asked for. */
  readonly name: string
}

export interface FileToRun extends UploadAbout {
  readonly draftId: string
  /** For people only; never a path. */
  readonly name: string
  source(): AsyncIterable<Uint8Array>
}

export interface RunView {
  /** Undefined where no file was given. */
  readonly draftId: string | undefined
  /** The file's name, or what was asked for. */
  readonly name: string
  readonly stopping: boolean
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
