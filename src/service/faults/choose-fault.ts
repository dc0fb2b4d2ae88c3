/** Pure. Chooses the fault for a request by the rules. */
import { type Fault, operationsOf } from './fault.ts'
import type { Rule, When } from './scenario.ts'

/** Facts that rules compare. `plate`: without separators; null for no or several vehicles. */
export interface RequestFacts {
  readonly operation: string
  readonly method: string
  readonly account: string | null
  readonly plate: string | null
}

/** A rule with its number, which names its counter; tables and files count apart. */
export type NumberedRule = Rule & { readonly number: number }

/**
 * Every rule that fits the request counts it, even if another rule acts; the first due rule acts.
 * `meet` counts a request for a rule and returns its number, from 1.
 */
export function chooseFault(
  rules: readonly NumberedRule[],
  facts: RequestFacts,
  meet: (rule: number) => number,
): Fault | null {
  let chosen: Fault | null = null
  for (const rule of rules) {
    if (!speaksOf(rule, facts.operation) || !fits(rule.when, facts)) continue
    const isTurn = !isCounted(rule.when) || isDue(rule.when, meet(rule.number))
    if (isTurn && chosen === null) chosen = rule.fault
  }
  return chosen
}

/** Whether a rule compares or counts by plate; only then the request's plate is looked up. */
export function needsPlate(rule: Rule, facts: RequestFacts): boolean {
  const { plate, ...rest } = rule.when
  if (plate === undefined && !isCounted(rule.when)) return false
  return speaksOf(rule, facts.operation) && fits(rest, facts)
}

function speaksOf({ fault }: Rule, operation: string): boolean {
  return operationsOf(fault.fault)?.includes(operation) ?? true
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
