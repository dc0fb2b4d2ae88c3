/** Pure. A scenario's switches as rules without conditions, which come after the file's rules. */
import type { Rule, Switches } from './scenario.ts'

export function switchRules(switches: Switches): Rule[] {
  const rules: Rule[] = []
  if (switches.itemsShowDebtId === false) {
    rules.push({ when: {}, fault: { fault: 'items-without-debt-id' } })
  }
  if (switches.attemptsShowTime === false) {
    rules.push({ when: {}, fault: { fault: 'attempt-bare' } })
  }
  if (switches.listLagMs !== undefined) {
    const byId = switches.listLagById ?? false
    rules.push({ when: {}, fault: { fault: 'list-lag', ms: switches.listLagMs, byId } })
  }
  return rules
}
