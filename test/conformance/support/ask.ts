/** Asks a service statement by statement, tells each ending, and cleans up whatever happens. */
import { parts } from '../all.ts'
import { NotJudged, type Statements } from './statement.ts'
import type { Target } from './target.ts'

export interface Asked {
  readonly holds: number
  readonly differs: number
  readonly notJudged: number
  /** Vehicles that could not be deactivated. */
  readonly left: readonly string[]
}

const MESSAGE_CHARACTERS_MAX = 300

export async function ask(
  target: Target,
  tell: (line: string) => void,
  asked: Readonly<Record<string, Statements>> = parts,
): Promise<Asked> {
  const counts = { holds: 0, differs: 0, notJudged: 0 }
  for (const [part, statements] of Object.entries(asked)) {
    if (part === 'limits' && !target.limits) continue
    for (const [name, check] of Object.entries(statements)) {
      if (target.stop?.aborted === true) break
      if (name.startsWith('ours.') && !target.isOurs) continue
      const ending = await judged(target, check)
      counts[ending.verdict] += 1
      tell(`${MARKS[ending.verdict]} ${name}`)
      if (ending.why !== '') tell(`    ${ending.why}`)
    }
  }
  return { ...counts, left: await target.cleanUp() }
}

const MARKS = { holds: '✓', differs: '✗', notJudged: '?' } as const

interface Ending {
  readonly verdict: keyof typeof MARKS
  readonly why: string
}

async function judged(target: Target, check: Statements[string]): Promise<Ending> {
  try {
    await check(target)
    return { verdict: 'holds', why: '' }
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error)
    if (error instanceof NotJudged) return { verdict: 'notJudged', why: `not judged: ${why}` }
    return { verdict: 'differs', why: why.slice(0, MESSAGE_CHARACTERS_MAX) }
  }
}
