/** Pure. The sentence about work that was given up: how much, of what kind, and what to do. */
import type { GivenUpWork } from '../../ledger/runs/runs.ts'
import { plural, wordFor, type Messages } from './words/messages.ts'

/** Undefined when no work was given up. */
export function givenUpSentence(
  givenUp: readonly GivenUpWork[],
  { page, workKinds }: Pick<Messages, 'page' | 'workKinds'>,
): string | undefined {
  if (givenUp.length === 0) return undefined
  const byKind = Map.groupBy(givenUp, ({ kind }) => kind)
  const what = [...byKind].map(([kind, works]) => {
    const rows = works.reduce((sum, one) => sum + one.rows, 0)
    return `${wordFor(workKinds, kind)}: ${rows}`
  })
  return plural(page.givenUp, givenUp.length, { what: what.join('; ') })
}
