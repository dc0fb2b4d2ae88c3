/** What is told of one world: its log and the log's hash, what happened how often, and every broken rule. */
import { createHash } from 'node:crypto'
import type { Broken, Rule } from './invariants/rules.ts'

export interface Story {
  readonly seed: number
  readonly broken: readonly Broken[]
  readonly hash: string
  /** Empty unless it was asked for. */
  readonly log: readonly string[]
  readonly counts: Counts
}

/** What happened, by its name: how often. */
export type Counts = Record<string, number>

export interface Chronicle {
  tell(line: string): void
  count(what: string): void
  readonly broken: (rule: Rule, what: string) => void
  end(seed: number, more: readonly string[]): Story
}

export function openChronicle(now: { elapsedMs: () => number }, keepLog: boolean): Chronicle {
  const hash = createHash('sha256')
  const log: string[] = []
  const all: Broken[] = []
  const counts: Counts = {}
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const tell = (line: string): void => {
    const told = `${now.elapsedMs()} ${line}`
    hash.update(told)
    if (keepLog) log.push(told)
  }
  return {
    tell,
    count,
    broken: (rule, what) => {
      tell(`BROKEN ${rule}: ${what}`)
      all.push({ rule, what })
      count(`broken ${rule}`)
    },
    end: (seed, more) => {
      if (keepLog) log.push(...more)
      return { seed, broken: all, hash: hash.digest('hex'), log, counts }
    },
  }
}
