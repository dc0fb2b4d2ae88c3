/** What the command line passes to a command, in addition to the context of src/app. */
import type { AppContext } from '../app/context.ts'
import type { Flags } from '../config.ts'

export interface CommandContext extends AppContext {
  readonly words: readonly string[]
  readonly flags: Flags
  /** Sets the exit code of an ending that is not an error. */
  exitWith(code: number): void
}
