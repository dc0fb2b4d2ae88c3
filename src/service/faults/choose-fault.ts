/** Pure. Which fault the rules choose for a request. */
import type { When } from './scenario.ts'

/** What rules look at. `plate`: without separators; null where a request has no one vehicle. */
export interface RequestFacts {
  readonly operation: string
  readonly method: string
  readonly account: string | null
  readonly plate: string | null
}

/** A rule with its number, which names its counter; tables and files count apart. */
export interface NumberedRule<Chosen> {
  readonly number: number
  readonly when: When
  /** The only operations for which it acts; any where null. */
  readonly operations: readonly string[] | null
  readonly fault: Chosen
}

/**
 * Every rule that a request fits counts it, whether or not it is the one that acts; the first whose
 * turn it is acts. `meet` counts and answers from 1.
 */
export function chooseFault<Chosen>(
  rules: readonly NumberedRule<Chosen>[],
  facts: RequestFacts,
  meet: (rule: number) => number,
): Chosen | null {
  let chosen: Chosen | null = null
  for (const rule of rules) {
    if (!speaksOf(rule, facts.operation) || !fits(rule.when, facts)) continue
    const isTurn = !isCounted(rule.when) || isDue(rule.when, meet(rule.number))
    if (isTurn && chosen === null) chosen = rule.fault
  }
  return chosen
}

/** Whether the plate of a request would decide, or be counted by: only then it is looked up. */
export function needsPlate(rule: NumberedRule<unknown>, facts: RequestFacts): boolean {
  const { plate, ...rest } = rule.when
  if (plate === undefined && !isCounted(rule.when)) return false
  return speaksOf(rule, facts.operation) && fits(rest, facts)
}

function speaksOf(rule: NumberedRule<unknown>, operation: string): boolean {
  return rule.operations === null || rule.operations.includes(operation)
}

function fits(when: When, facts: RequestFacts): boolean {
  if (when.operation !== undefined && when.operation !== facts.operation) return false
  if (when.method !== undefined && when.method !== facts.method) return false
  if (when.account !== undefined && when.account.toLowerCase() !== facts.account) return false
  return when.plate === undefined || (facts.plate?.startsWith(when.plate) ?? false)
}

function isCounted(when: When): boolean {
  return when.nth !== undefined || when.times !== undefined || when.every !== undefined
}

function isDue(when: When, ordinal: number): boolean {
  if (when.nth !== undefined) return ordinal === when.nth
  if (when.times !== undefined) return ordinal <= when.times
  return when.every === undefined || ordinal % when.every === 0
}
