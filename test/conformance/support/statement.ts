/** Statements of the interface as values, so that the same ones are asked of any service. */
import type { Target } from './target.ts'

/**
 * By their names, `id: sentence`. An id is that of docs/service-checklist.md, or begins so; `ours.`
 * is a decision of docs/service.md, which is asked of our service alone.
 */
export type Statements = Readonly<Record<string, (target: Target) => Promise<void> | void>>

/** One statement for each row of a table. */
export function each<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (target: Target, row: Row) => Promise<void>,
): Statements {
  return Object.fromEntries(rows.map((row) => [nameOf(row), (target) => check(target, row)]))
}

/** Thrown where a service does not offer what a statement needs. It is never a pass. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged'
}

/** What several statements look at: prepared once for each target, whichever asks first. */
export function once<Value>(prepare: (target: Target) => Promise<Value>) {
  const prepared = new WeakMap<Target, Promise<Value>>()
  return (target: Target): Promise<Value> => {
    const value = prepared.get(target) ?? prepare(target)
    prepared.set(target, value)
    return value
  }
}
