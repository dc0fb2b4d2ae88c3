/** Gathers what one statement says and counts what has to be told of it. */
import type { StatementLimits } from './limits.ts'
import type { StatementLine, StatementNote, StatementProblem } from './statement.ts'
import { StatementRefused } from './statement.ts'
import { isBalance, readDay, tidyText } from './statement-values.ts'

/** A movement as the file has it. */
export interface RawLine {
  readonly id: string
  readonly day: string
  /** Null: it names none. Undefined: nobody can read it. */
  readonly cents: bigint | null | undefined
  /** The amount as it is written. */
  readonly amount: string
  readonly type: string
  /** Texts that say what it was; one that another holds is said once. */
  readonly memos: readonly string[]
  readonly reference: string
  /** Of the text, from 1. */
  readonly line: number
}

export class LineGatherer {
  readonly #limits: StatementLimits
  readonly #counts = new Map<StatementNote, number>()
  #lines = 0

  constructor(limits: StatementLimits) {
    this.#limits = limits
  }

  note(code: StatementNote): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1)
  }

  get notes(): StatementProblem[] {
    return [...this.#counts].map(([code, count]) => ({ code, count }))
  }

  /** Undefined for what moves nothing. Throws `StatementRefused` for a line that nobody can read. */
  read(raw: RawLine): StatementLine | undefined {
    const { linesMax, memoCharactersMax, valueCharactersMax } = this.#limits
    const memo = this.#cut(joinTexts(raw.memos), memoCharactersMax)
    if (isBalance(memo)) return this.#leaveOut('S-BALANCES')
    const { cents } = raw
    if (cents === undefined) throw unreadable('S-AMOUNT', raw.amount, raw.line)
    if (cents === null || cents === 0n) return this.#leaveOut('S-NO-AMOUNT')
    const day = readDay(raw.day)
    if (day === undefined) throw unreadable('S-DATE', raw.day, raw.line)
    if (++this.#lines > linesMax) throw new StatementRefused('S-LINES', { limit: linesMax })
    const type = this.#cut(raw.type, valueCharactersMax).toUpperCase()
    if ((type === 'DEBIT' && cents > 0n) || (type === 'CREDIT' && cents < 0n)) this.note('S-SIGN')
    const id = this.#cut(raw.id, valueCharactersMax)
    return { id, day, cents, memo, reference: this.#cut(raw.reference, valueCharactersMax) }
  }

  /** Of all lines of an account: tells which ids do not identify. */
  judgeIds(lines: readonly StatementLine[]): void {
    const seen = new Set<string>()
    for (const { id } of lines) {
      if (id === '') this.note('S-ID-MISSING')
      else if (seen.has(id)) this.note('S-ID-REPEATED')
      seen.add(id)
    }
  }

  #leaveOut(code: StatementNote): undefined {
    this.note(code)
    return undefined
  }

  #cut(text: string, most: number): string {
    const tidy = tidyText(text)
    if (tidy.length <= most) return tidy
    this.note('S-TEXT-CUT')
    return tidy.slice(0, most)
  }
}

export const VALUE_SHOWN_MAX = 40

function unreadable(code: 'S-AMOUNT' | 'S-DATE', text: string, line: number): StatementRefused {
  return new StatementRefused(code, { line, value: tidyText(text).slice(0, VALUE_SHOWN_MAX) })
}

function joinTexts(texts: readonly string[]): string {
  const told = texts.map(tidyText).filter((text) => text !== '')
  return told.filter((text, at) => told.indexOf(text) === at).join(' - ')
}
