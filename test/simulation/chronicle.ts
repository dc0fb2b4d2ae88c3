/** What is told of one world: its log and the log's hash, its figures, and every broken rule. */
import { createHash } from 'node:crypto'
import { noFigures, type Figures } from './figures.ts'
import type { Broken, Rule } from './invariants/rules.ts'

export interface Story {
  readonly seed: number
  readonly broken: readonly Broken[]
  readonly hash: string
  /** Empty unless it was asked for. */
  readonly log: readonly string[]
  readonly figures: Figures
}

export interface Chronicle {
  readonly figures: Figures
  tell(line: string): void
  readonly broken: (rule: Rule, what: string) => void
  end(seed: number, more: readonly string[]): Story
}

export function openChronicle(now: { elapsedMs: () => number }, keepLog: boolean): Chronicle {
  const hash = createHash('sha256')
  const log: string[] = []
  const all: Broken[] = []
  const figures = noFigures()
  const tell = (line: string): void => {
    const told = `${now.elapsedMs()} ${line}`
    hash.update(told)
    if (keepLog) log.push(told)
  }
  return {
    figures,
    tell,
    broken: (rule, what) => {
      tell(`BROKEN ${rule}: ${what}`)
      all.push({ rule, what })
      figures[figureOf(rule)] += 1
    },
    end: (seed, more) => {
      if (keepLog) log.push(...more)
      return { seed, broken: all, hash: hash.digest('hex'), log, figures }
    },
  }
}

function figureOf(rule: Rule): 'duplicates' | 'lost' | 'quotaBreaks' | 'broken' {
  if (rule === 'one-per-key' || rule === 'paid-once') return 'duplicates'
  if (rule === 'nothing-lost' || rule === 'converges') return 'lost'
  return rule === 'quota' ? 'quotaBreaks' : 'broken'
}
