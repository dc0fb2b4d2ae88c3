/** When a run with requests in doubt ends: not before the last look-up that they may need. */
import { expect, test } from 'vitest'
import { lastLookUpAt, laterOf } from '../../src/app/run/expected-finish.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import type { LookUpsWaiting } from '../../src/ledger/effects/effects.ts'

const NOW_MS = Date.UTC(2026, 0, 16, 12)
const MINUTE_MS = 60_000
/** The delays in docs/in-doubt.md: 2 s, 10 s, 30 s, 2 min, 5 min, 15 min. */
const delays = lookUpDelays()

function lookingAt(...waiting: readonly LookUpsWaiting[]) {
  return { delays, store: { lookUps: async () => [...waiting] } }
}

const doubt = { kind: 'consult', state: 'in-doubt', lookups: 0, dueMs: NOW_MS + 2_000 } as const

test('a fresh doubt may be looked up for a quarter of an hour', async () => {
  expect(await lastLookUpAt(lookingAt(doubt), 'fleet', ['consult'])).toEqual(
    new Date(NOW_MS + 15 * MINUTE_MS),
  )
})

test('one that was looked up five times needs its last look-up only', async () => {
  const last = { ...doubt, lookups: 5, dueMs: NOW_MS + 10 * MINUTE_MS }
  expect(await lastLookUpAt(lookingAt(last), 'fleet', ['consult'])).toEqual(
    new Date(NOW_MS + 10 * MINUTE_MS),
  )
})

test('an order that is held is looked up at its time; other kinds do not count', async () => {
  const held = {
    kind: 'order',
    state: 'held',
    lookups: 6,
    dueMs: NOW_MS + 360 * MINUTE_MS,
  } as const
  const looking = lookingAt(doubt, held)
  expect(await lastLookUpAt(looking, 'fleet', ['order'])).toEqual(new Date(held.dueMs))
  expect(await lastLookUpAt(looking, 'fleet', ['register'])).toBeUndefined()
  expect(await lastLookUpAt(looking, 'fleet', ['consult', 'order'])).toEqual(new Date(held.dueMs))
})

test('the later of two ends counts, and one alone where there is no other', () => {
  const [early, late] = [new Date(NOW_MS), new Date(NOW_MS + 1)]
  expect(laterOf(early, late)).toBe(late)
  expect(laterOf(late, early)).toBe(late)
  expect(laterOf(undefined, early)).toBe(early)
  expect(laterOf(undefined, undefined)).toBeUndefined()
})
