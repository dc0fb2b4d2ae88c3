/** What main gives to a command: words, flags, configuration, output and the signal to stop. */
import type { Config, Flags } from '../config.ts'
import type { CommonGround } from './run/common-ground.ts'
import type { OpenLedger } from './run/open-ledger.ts'
import type { Output } from './output.ts'

export interface CommandContext {
  /** The command's name, as it was called. */
  name: string
  words: readonly string[]
  flags: Flags
  config: Config
  output: Output
  /** Aborts at the first SIGINT or SIGTERM: stop in order. */
  stop: AbortSignal
  /** Lent to the runs of a command that keeps it open; without, each run opens its own. */
  ledger?: OpenLedger
  /** Lent beside it to runs that work for several accounts at once. */
  ground?: CommonGround
  /** Sets the exit code of an ending that is not an error. */
  exitWith(code: number): void
}
