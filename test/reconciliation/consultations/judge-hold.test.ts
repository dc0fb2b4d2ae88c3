import { expect, test } from 'vitest'
import { judgeHold, type HoldFacts } from '../../../src/reconciliation/consultations/judge-hold.ts'
import { defaultPlanPolicy } from '../../../src/reconciliation/consultations/plan-policy.ts'

const nowMs = Date.UTC(2026, 2, 15, 12)
const HOUR_MS = 3_600_000
const hours = (count: number): Date => new Date(nowMs + count * HOUR_MS)
const registered = { inFleet: true, state: 'registered', refusal: null } as const
const open = { state: 'open', reason: null, ordinal: 1, closedAt: null } as const
const ended = (state: 'failed' | 'stuck', reason: string, hoursAgo: number, ordinal = 1) =>
  ({ state, reason, ordinal, closedAt: hours(-hoursAgo) }) as const

function facts(given: Partial<HoldFacts>): HoldFacts {
  return {
    vehicle: registered,
    register: null,
    consult: null,
    member: null,
    isMember: false,
    place: null,
    lastQuestion: null,
    latestAnswerAt: null,
    kind: 'other',
    policy: defaultPlanPolicy(7),
    nowMs,
    ...given,
  }
}

const planned = { ...registered, state: 'planned' } as const
const inQueue = { member: open, isMember: true, place: 3 }

test.each<[string, Partial<HoldFacts>, object]>([
  ['left the fleet', { vehicle: { ...registered, inFleet: false } }, { hold: 'left-fleet' }],
  [
    'was refused',
    { vehicle: { inFleet: true, state: 'refused', refusal: 'plate taken' } },
    { hold: 'registration-refused', reason: 'plate taken' },
  ],
  ['is being registered', { vehicle: planned }, { hold: 'registration-waits' }],
  [
    'has a doubtful registration',
    { vehicle: planned, register: { state: 'held', reason: 'lost' } },
    { hold: 'registration-in-doubt', reason: 'lost' },
  ],
  [
    'needs a person to be registered',
    { vehicle: planned, register: { state: 'quarantined', reason: 'two' } },
    { hold: 'registration-needs-person', reason: 'two' },
  ],
  [
    'is pending at the service',
    { ...inQueue, place: null, lastQuestion: { status: 'pending', askedAt: hours(-1) } },
    { hold: 'pending-at-service', since: hours(-1) },
  ],
  [
    'has a question in doubt',
    { ...inQueue, place: null, consult: { state: 'in-doubt', reason: 'timeout' } },
    { hold: 'question-in-doubt', reason: 'timeout' },
  ],
  ['waits in the plan', inQueue, { hold: 'its-turn' }],
  ['was just taken in', { ...inQueue, place: null }, { hold: 'not-planned-yet' }],
  [
    'is of a state that is not offered',
    {
      member: { state: 'excluded', reason: 'state-not-offered', ordinal: 1, closedAt: hours(-2) },
      isMember: true,
    },
    { hold: 'state-not-offered', since: hours(-2) },
  ],
  [
    'failed this morning',
    { member: ended('failed', 'authority_timeout: x', 5), isMember: true },
    { hold: 'resting', state: 'failed', until: hours(15) },
  ],
  [
    'failed in a lasting way yesterday',
    { member: ended('failed', 'vehicle_not_found: x', 30) },
    { hold: 'resting', until: hours(138) },
  ],
  ['failed and rested', { member: ended('failed', 'authority_timeout', 21) }, { hold: 'next-run' }],
  [
    'failed too often',
    { member: ended('stuck', 'still-pending', 21, 5), isMember: true },
    { hold: 'asked-out', times: 5 },
  ],
  [
    'failed too often in a campaign that closed since',
    { member: ended('stuck', 'still-pending', 21, 5) },
    { hold: 'asked-out', times: 5 },
  ],
  [
    'failed too often a fortnight ago',
    { member: ended('stuck', 'still-pending', 14 * 24, 5) },
    { hold: 'next-run' },
  ],
  [
    'has a fresh answer',
    { latestAnswerAt: hours(-24), member: { ...open, state: 'answered' }, isMember: true },
    { hold: 'fresh', until: hours(136) },
  ],
  // The night of a week ago began at this hour, and its last answers came in the morning.
  [
    'was answered late in the night a week ago',
    { latestAnswerAt: hours(8 - 7 * 24) },
    { hold: 'next-run' },
  ],
  [
    'has an answer too old for the close',
    { latestAnswerAt: hours(-24), closeBefore: hours(-1) },
    { hold: 'next-run' },
  ],
  ['has an old answer', { latestAnswerAt: hours(-24 * 8) }, { hold: 'next-run' }],
  ['is new', {}, { hold: 'next-run' }],
])('a vehicle that %s is said so', (_, given, hold) => {
  expect(judgeHold(facts(given))).toMatchObject(hold)
})

test('an answer that holds longer for one kind is fresh for that kind only', () => {
  const policy = {
    ...defaultPlanPolicy(7),
    freshnessDays: { dueSoon: 1, openDebts: 3, other: 30 },
  }
  const latestAnswerAt = hours(-48)
  const of = (kind: HoldFacts['kind']) => judgeHold(facts({ policy, latestAnswerAt, kind })).hold
  expect([of('dueSoon'), of('openDebts'), of('other')]).toEqual(['next-run', 'fresh', 'fresh'])
})
