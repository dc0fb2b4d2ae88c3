/** What a verb of this folder is given by whoever asks for it: a command or a page. */
import type { Config } from '../config.ts'
import type { OpenLedger } from './ledger/open-ledger.ts'
import type { Output } from './output.ts'
import type { SharedParts } from './run/shared-parts.ts'

export interface AppContext {
  /** The command's name, as it was called; the ledger notes it with each run. */
  readonly name: string
  readonly config: Config
  readonly output: Output
  /** Aborts at the first SIGINT or SIGTERM: stop in order. */
  readonly stop: AbortSignal
  /** Somebody asked for the embedded service by name: unattended work never takes it unasked. */
  readonly simulated?: boolean
  /** Somebody named a fleet: of several accounts, a night works for that fleet's alone. */
  readonly fleetGiven?: boolean
  /** Lent to the runs of a command that keeps it open; without, each run opens its own. */
  readonly ledger?: OpenLedger
  /** Lent beside it to runs that work for several accounts at once. */
  readonly shared?: SharedParts
}
