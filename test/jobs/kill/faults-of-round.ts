/** Which requests meet which fault in a round of kills: some surely, most by chance. */
import type { Random } from '../../../src/random.ts'
import { planned, seeded } from '../../support/fault-proxy/choose-by-plan.ts'
import type { ChooseFault, Fault } from '../../support/fault-proxy/fate.ts'

const REGISTER = { method: 'POST', path: /\/vehicles$/ }
const CONSULT = { method: 'POST', path: /\/consultations$/ }
const ORDER = { method: 'POST', path: /\/orders$/ }
const READ = { method: 'GET', path: /\/api\// }

const LATE_MS = 60

/** What any POST may meet. An order that was certainly not processed is held for hours: seldom. */
const SPOILED: readonly (readonly [number, Fault])[] = [
  [0.05, { kind: 'reset-during' }],
  [0.04, { kind: 'reset-after' }],
  [0.04, { kind: 'cut' }],
  [0.05, { kind: 'error-after-commit' }],
  [0.04, { kind: 'garbage' }],
  [0.05, { kind: 'delay', ms: LATE_MS }],
]
const NOT_PROCESSED: readonly (readonly [number, Fault])[] = [
  [0.04, { kind: 'reset-before' }],
  [0.03, { kind: 'unavailable' }],
]
const TWICE: readonly (readonly [number, Fault])[] = [
  [0.02, { kind: 'duplicate', answer: 'first' }],
  [0.01, { kind: 'duplicate', answer: 'none' }],
]

export function faultsOfRound(random: Random): ChooseFault {
  const surely = planned([
    { ...REGISTER, nth: 3, fault: { kind: 'throttled', retryAfterSeconds: 1 } },
    { ...CONSULT, nth: 4, fault: { kind: 'throttled', retryAfterSeconds: 1 } },
    // Without Retry-After an effect waits a minute: early, so that the minute passes meanwhile.
    { ...ORDER, nth: 2, fault: { kind: 'throttled' } },
    { ...ORDER, nth: 5, fault: { kind: 'duplicate', answer: 'none' } },
  ])
  const byChance = seeded(random, [
    { ...REGISTER, shares: [...SPOILED, ...NOT_PROCESSED] },
    { ...CONSULT, shares: [...SPOILED, ...NOT_PROCESSED, ...TWICE] },
    { ...ORDER, shares: [...SPOILED, ...NOT_PROCESSED, ...TWICE] },
    {
      ...READ,
      shares: [
        [0.02, { kind: 'reset-before' }],
        [0.02, { kind: 'unavailable' }],
      ],
    },
  ])
  return (asked) => {
    const sure = surely(asked)
    return sure.kind === 'none' ? byChance(asked) : sure
  }
}
