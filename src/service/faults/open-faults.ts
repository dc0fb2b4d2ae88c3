/** All faults of a simulated service; a live one has none. */
import type { Clock } from '../../clock.ts'
import type { Mode } from '../../contract/health.ts'
import { Failure } from '../../failure.ts'
import type { ApiCall } from '../api-call.ts'
import type { ServiceTools } from '../service-tools.ts'
import { answerFaulty, type Arrival, type FaultState } from './answer-faulty.ts'
import { openHiddenObjects, type HiddenIds } from './hidden-objects.ts'
import type { FaultyReply } from './http-faults.ts'
import { openLateRequests } from './late-requests.ts'
import { openLookupFaults } from './lookup-faults.ts'
import { paymentFaults } from './payment-faults.ts'
import { plateRules } from './plate-rules.ts'
import { openRuleCounters } from './rule-counters.ts'
import type { Rule, Scenario, Switches } from './scenario.ts'

export type Faults = NonNullable<ReturnType<typeof openFaults>>

export interface FaultOptions {
  readonly scenario: Scenario | undefined
  readonly modes: { readonly lookup: Mode; readonly payments: Mode }
  readonly clock: Clock
  readonly onBug?: ((error: unknown) => void) | undefined
}

/** Undefined in live mode, where a scenario throws a Failure: faults must not meet real debts. */
export function openFaults({ scenario, modes, clock, onBug }: FaultOptions) {
  if (modes.lookup === 'live' || modes.payments === 'live') {
    if (scenario !== undefined) throw onlySimulated()
    return undefined
  }
  const fromFile = [...(scenario?.rules ?? []), ...switchRules(scenario?.switches ?? {})]
  const rules: Rule[] = [...fromFile, ...plateRules]
  const coverage = scenario?.coverage ?? []
  const hidden = openHiddenObjects(clock)
  const lookup = openLookupFaults(coverage, rules)
  const stopping = new AbortController()
  const state: FaultState = {
    rules: rules.map((rule, number) => ({ ...rule, number })),
    awake: { is: scenario === undefined ? undefined : true },
    counters: openRuleCounters(),
    late: openLateRequests(clock, onBug),
    hidden,
    lookup,
    serverErrorsUseQuota: scenario?.switches.serverErrorsUseQuota ?? true,
    stopping: stopping.signal,
  }
  return {
    lookup,
    payments: paymentFaults(rules, coverage),
    /** Ids that the lists of an account leave out; undefined for none. */
    hidden: (accountId: string | null | undefined): HiddenIds | undefined =>
      accountId ? hidden.of(accountId) : undefined,
    answer: (tools: ServiceTools, call: ApiCall, from: Arrival): Promise<FaultyReply> =>
      answerFaulty(state, tools, call, from),
    /** Ends the waits of held answers, so that the service can close. */
    stop: (): void => stopping.abort(),
  }
}

/** A scenario's switches as rules without conditions, which come after the file's rules. */
function switchRules(switches: Switches): Rule[] {
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

function onlySimulated(): Failure {
  return new Failure('configuration', {
    pt:
      'SERVICE_SCENARIO_FILE só existe com LOOKUP_MODE=mock e PAYMENTS_MODE=mock; ' +
      'retire o cenário ou o modo live.',
    en:
      'SERVICE_SCENARIO_FILE exists only with LOOKUP_MODE=mock and PAYMENTS_MODE=mock; ' +
      'remove the scenario or the live mode.',
  })
}
