/** What a command or a page passes to the functions of this folder. */
import type { Config } from '../config.ts'
import type { Meter } from './metrics/meter.ts'
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
  /** True when the embedded service was asked for: unattended work does not use it otherwise. */
  readonly simulated?: boolean
  /** True when a fleet was named: of several accounts, a night works for its account alone. */
  readonly fleetGiven?: boolean
  /** An open ledger for the command's runs; absent: each run opens its own. */
  readonly ledger?: OpenLedger
  /** Measures this process, where somebody monitors it. */
  readonly meter?: Meter | undefined
  /** Shared by runs that work for several accounts at once. */
  readonly shared?: SharedParts
}
