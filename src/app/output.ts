/** What work in progress says: lines for people, one object for scripts; a page shows it. */
import type { Locale } from '../bilingual.ts'

export interface Output {
  readonly json: boolean
  readonly locale: Locale
  /** True when a line may be drawn over; a pipe or a file gets each line once. */
  readonly live: boolean
  readonly columns: number
  /** A line for people; nothing with `--json`. */
  readonly line: (text?: string) => void
  /** The same in the reader's language. */
  readonly tell: (pt: string, en: string) => void
  /** Replaces the last block of live lines; does nothing on a pipe. */
  readonly redraw: (lines: readonly string[]) => void
  /** Ends the live block: later lines are printed below it. */
  readonly settle: () => void
  /** The one object of `--json`; nothing for people. */
  readonly object: (value: object) => void
  /** A warning, on standard error: a problem that does not end the work. */
  readonly warn: (text: string) => void
  /** Picks the reader's language. */
  readonly say: (pt: string, en: string) => string
}
