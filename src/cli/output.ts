/**
 * What people and scripts read on standard output: plain lines, or with `--json` one object at the
 * end. Control characters only on a terminal.
 */
export type Locale = 'pt-BR' | 'en'

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
  /** Picks the reader's language. */
  readonly say: (pt: string, en: string) => string
}

export interface Terminal {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

const COLUMNS_DEFAULT = 80

export function openOutput(terminal: Terminal, options: { json: boolean; locale: Locale }): Output {
  const live = terminal.isTTY === true && !options.json
  const columns = terminal.columns ?? COLUMNS_DEFAULT
  let drawn = 0
  const print = (text: string): void => {
    if (!options.json) terminal.write(text)
  }
  return {
    ...options,
    live,
    columns,
    line: (text = '') => {
      drawn = 0
      print(`${text}\n`)
    },
    redraw: (lines) => {
      if (!live) return
      const up = drawn > 0 ? `\u001B[${drawn}A` : ''
      const fitted = lines.map((line) => `\u001B[2K${line.slice(0, columns - 1)}\n`)
      drawn = lines.length
      print(up + fitted.join(''))
    },
    settle: () => {
      drawn = 0
    },
    object: (value) => {
      if (options.json) terminal.write(`${JSON.stringify(value, plain, 2)}\n`)
    },
    say: (pt, en) => (options.locale === 'pt-BR' ? pt : en),
  }
}

/** Cents are whole numbers that a script reads as numbers; none of ours passes 2^53. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
