/** Prints on a terminal or into a pipe; with `--json` one object at the end. Control characters only on a terminal. */
import { sayIn, type Locale } from '../bilingual.ts'
import type { Output } from '../app/output.ts'

export interface Terminal {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

const COLUMNS_DEFAULT = 80

/** `errors`: where warnings go, if not among the lines. */
export function openOutput(
  terminal: Terminal,
  { json, locale }: { json: boolean; locale: Locale },
  errors: Pick<Terminal, 'write'> = terminal,
): Output {
  const live = terminal.isTTY === true && !json
  const columns = terminal.columns ?? COLUMNS_DEFAULT
  let drawn = 0
  const print = (text: string): void => {
    if (!json) terminal.write(text)
  }
  const say = sayIn(locale)
  const line = (text = ''): void => {
    drawn = 0
    print(`${text}\n`)
  }
  return {
    json,
    locale,
    live,
    columns,
    line,
    tell: (pt, en) => line(say(pt, en)),
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
      if (json) terminal.write(`${JSON.stringify(value, plain, 2)}\n`)
    },
    warn: (text) => {
      errors.write(`frota: ${text}\n`)
    },
    say,
  }
}

/** Cents are whole numbers that a script reads as numbers; none of ours passes 2^53. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
