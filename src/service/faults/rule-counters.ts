/** Requests of each vehicle by rule, counted in memory: a restarted service begins with 1 again. */

/** Counters that are kept; beyond it the one used longest ago is dropped and begins with 1. */
const COUNTED_MAX = 100_000

export type RuleCounters = ReturnType<typeof openRuleCounters>

export function openRuleCounters(max = COUNTED_MAX) {
  const met = new Map<string, number>()
  return {
    /** Counts one more request and returns its number, from 1. */
    meet: (rule: number, key: string): number => {
      const name = `${rule} ${key}`
      const ordinal = (met.get(name) ?? 0) + 1
      // Deleted first, so that the map is ordered by last use.
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
