/** How often each rule met each vehicle: in memory, so a restarted service counts from one again. */

/** Beyond this the vehicle that a rule met longest ago is forgotten and counts from one again. */
const COUNTED_MAX = 100_000

export interface RuleCounters {
  /** Counts one more meeting and says which it is, from 1. */
  meet(rule: number, key: string): number
}

export function openRuleCounters(max = COUNTED_MAX): RuleCounters {
  const met = new Map<string, number>()
  return {
    meet: (rule, key) => {
      const name = `${rule} ${key}`
      const ordinal = (met.get(name) ?? 0) + 1
      // Set anew, so that the map's order is the order of the last meetings.
      met.delete(name)
      met.set(name, ordinal)
      if (met.size > max) {
        const [oldest] = met.keys()
        if (oldest !== undefined) met.delete(oldest)
      }
      return ordinal
    },
  }
}
