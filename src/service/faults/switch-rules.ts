/** Pure. The switches of a scenario as rules without conditions; those of the file go before them. */
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
