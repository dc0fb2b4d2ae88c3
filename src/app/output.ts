/**
 * What work says while it goes on: lines for people, one object for scripts. The command line
 * prints it, a page shows it.
 */
import type { Locale } from '../bilingual.ts'

export interface Output {
  readonly json: boolean
  readonly locale: Locale
  /** True when a line may be drawn over; a pipe or a file gets each line once. */
  readonly live: boolean
  readonly columns: number
  /** A line for people; nothing with `--json`. */
  readonly line: (text?: string) => void
  /** Draws over the last block of live lines; on a pipe, nothing. */
  readonly redraw: (lines: readonly string[]) => void
  /** Keeps what was drawn and goes on below it. */
  readonly settle: () => void
  /** The one object of `--json`; nothing for people. */
  readonly object: (value: object) => void
  /** A line apart from the others, on standard error: a trouble that the work survives. */
  readonly warn: (text: string) => void
  /** Picks the reader's language. */
  readonly say: (pt: string, en: string) => string
}
