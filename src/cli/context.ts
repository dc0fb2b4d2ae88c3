/** What the command line gives to a command, beside what the verbs of app take. */
import type { AppContext } from '../app/context.ts'
import type { Flags } from '../config.ts'

export interface CommandContext extends AppContext {
  readonly words: readonly string[]
  readonly flags: Flags
  /** Sets the exit code of an ending that is not an error. */
  exitWith(code: number): void
}
