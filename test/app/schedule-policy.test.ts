/** What a worker starts when, over changes of the clocks, absences and overlaps. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import {
  decide,
  nextNights,
  type Decision,
  type ScheduleFacts,
} from '../../src/app/worker/schedule-policy.ts'
import { nextClockTime } from '../../src/app/run/stop-time.ts'
import { latestTime, nextTimes } from '../../src/queue/cron.ts'
import { howMany } from '../support/extent.ts'

const ZONE = 'America/New_York'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const at = (text: string): number =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds

const nightly: ScheduleFacts = {
  cron: '0 20 * * *',
  zone: ZONE,
  until: '06:00',
  forSeconds: null,
  overlap: 'skip',
  catchUp: 'none',
  paused: false,
  handledTo: new Date(at('2026-03-01T12:00')),
  queuedDueAt: null,
  last: null,
}
const handledTo = (text: string): Partial<ScheduleFacts> => ({ handledTo: new Date(at(text)) })

function on(facts: Partial<ScheduleFacts>, text: string, busy = false, retryAtMs = 0): Decision {
  return decide({ ...nightly, ...facts }, { nowMs: at(text), busy, retryAtMs })
}

describe('a night', () => {
  test('starts when it falls due, until its stop time, also over a change of the clocks', () => {
    const start = on(handledTo('2026-03-07T12:00'), '2026-03-07T20:00')
    expect(start).toEqual({
      kind: 'start',
      why: 'due',
      dueAtMs: at('2026-03-07T20:00'),
      stopAtMs: at('2026-03-08T06:00'),
    })
    expect(at('2026-03-08T06:00') - at('2026-03-07T20:00')).toBe(9 * HOUR_MS)
  })

  test('is waited for until it falls due', () => {
    const facts = handledTo('2026-03-07T12:00')
    expect(on(facts, '2026-03-07T19:59')).toEqual({ kind: 'wait', untilMs: at('2026-03-07T20:00') })
  })

  test('starts late while its time lasts, without a stop time for an hour', () => {
    const facts = handledTo('2026-03-07T12:00')
    expect(on(facts, '2026-03-08T05:59')).toMatchObject({ kind: 'start', why: 'due' })
    const endless = { ...facts, until: null }
    expect(on(endless, '2026-03-07T20:59')).toMatchObject({ kind: 'start', stopAtMs: undefined })
    expect(on(endless, '2026-03-07T21:00')).toMatchObject({ kind: 'skip', why: 'missed' })
  })

  test('of a paused schedule does not start', () => {
    const facts = { ...handledTo('2026-03-07T12:00'), paused: true }
    expect(on(facts, '2026-03-07T20:00')).toEqual({ kind: 'wait', untilMs: undefined })
  })
})

describe('missed nights', () => {
  const facts = handledTo('2026-03-02T12:00')

  test('are let go together', () => {
    const dueAtMs = at('2026-03-05T20:00')
    expect(on(facts, '2026-03-06T07:00')).toEqual({ kind: 'skip', why: 'missed', dueAtMs })
  })

  test('or made up for by one, as long as a night', () => {
    expect(on({ ...facts, catchUp: 'collapse' }, '2026-03-06T07:00')).toEqual({
      kind: 'start',
      why: 'caught-up',
      dueAtMs: at('2026-03-05T20:00'),
      stopAtMs: at('2026-03-06T17:00'),
    })
  })
})

describe('beside another night', () => {
  const facts = handledTo('2026-03-07T12:00')

  test('it is let go, or waits its turn', () => {
    const dueAtMs = at('2026-03-07T20:00')
    expect(on(facts, '2026-03-07T20:00', true)).toEqual({ kind: 'skip', why: 'busy', dueAtMs })
    const queueing = { ...facts, overlap: 'queue-one' } as const
    expect(on(queueing, '2026-03-07T20:00', true)).toEqual({ kind: 'queue', dueAtMs })
  })

  test('what waited starts when the other has ended, in what is left or a whole night', () => {
    const queued = {
      ...handledTo('2026-03-06T20:00'),
      overlap: 'queue-one',
      queuedDueAt: new Date(at('2026-03-06T20:00')),
    } as const
    expect(on(queued, '2026-03-06T23:00', true)).toMatchObject({ kind: 'wait' })
    expect(on(queued, '2026-03-06T23:00')).toMatchObject({
      kind: 'start',
      why: 'queued',
      stopAtMs: at('2026-03-07T06:00'),
    })
    expect(on(queued, '2026-03-07T07:00')).toMatchObject({ stopAtMs: at('2026-03-07T17:00') })
  })
})

describe('after a clock that was ahead', () => {
  const dueAt = new Date(at('2026-03-08T20:00'))
  const began = { dueAt, stopAt: new Date(at('2026-03-09T06:00')), outcome: 'done' as const }
  const facts = { handledTo: dueAt, last: began }

  test('what it decided about times to come does not count', () => {
    expect(on(facts, '2026-03-07T19:00')).toEqual({ kind: 'set-back' })
    const back = { ...facts, ...handledTo('2026-03-07T19:00') }
    expect(on(back, '2026-03-07T20:00')).toMatchObject({ kind: 'start', why: 'due' })
  })

  test.each(['done', 'failed'] as const)(
    'a night that %s before its time is not begun again',
    (outcome) => {
      const back = { ...handledTo('2026-03-07T20:00'), last: { ...began, outcome } }
      expect(on(back, '2026-03-08T19:00')).toMatchObject({ kind: 'wait' })
      const then = on(back, '2026-03-08T20:00')
      expect(then).toMatchObject(
        outcome === 'done' ? { kind: 'wait' } : { kind: 'start', why: 'resumed' },
      )
      expect(nextNights({ ...nightly, ...back }, at('2026-03-07T21:00'), 2)).toEqual([
        at('2026-03-09T20:00'),
        at('2026-03-10T20:00'),
      ])
    },
  )

  test('one that began a minute early is not begun again, nor told as the next', () => {
    expect(on(facts, '2026-03-08T19:59')).toMatchObject({ kind: 'wait' })
    expect(nextNights({ ...nightly, ...facts }, at('2026-03-08T19:59'), 1)).toEqual([
      at('2026-03-09T20:00'),
    ])
    expect(nextNights({ ...nightly, ...facts, last: null }, at('2026-03-07T19:00'), 1)).toEqual([
      at('2026-03-07T20:00'),
    ])
  })
})

describe('a night that did not end', () => {
  const last = (
    outcome: 'stopped' | 'interrupted' | 'failed' | 'done' | 'carried-over' | null,
  ) => ({
    ...handledTo('2026-03-06T20:00'),
    last: {
      dueAt: new Date(at('2026-03-06T20:00')),
      stopAt: new Date(at('2026-03-07T06:00')),
      outcome,
    },
  })

  test.each(['stopped', 'interrupted', 'failed', null] as const)('(%s) goes on', (outcome) => {
    expect(on(last(outcome), '2026-03-07T01:00')).toEqual({
      kind: 'start',
      why: 'resumed',
      dueAtMs: at('2026-03-06T20:00'),
      stopAtMs: at('2026-03-07T06:00'),
    })
    expect(on(last(outcome), '2026-03-07T06:00')).toMatchObject({ kind: 'wait' })
    expect(on(last(outcome), '2026-03-07T01:00', true)).toMatchObject({ kind: 'wait' })
  })

  test.each(['done', 'carried-over'] as const)('(%s) is over', (outcome) => {
    expect(on(last(outcome), '2026-03-07T01:00')).toMatchObject({ kind: 'wait' })
  })

  test('rests after a failure', () => {
    const retryAtMs = at('2026-03-07T01:15')
    const resting = on(last('failed'), '2026-03-07T01:00', false, retryAtMs)
    expect(resting).toEqual({ kind: 'wait', untilMs: retryAtMs })
    expect(on(last('failed'), '2026-03-07T01:15', false, retryAtMs)).toMatchObject({
      kind: 'start',
    })
  })
})

/** A worker that is up at times, and whose nights take as long as they take. */
interface Life {
  readonly looksAtMs: readonly number[]
  readonly nightMs: number
}

interface Night {
  dueAtMs: number
  startMs: number
  endMs: number
  why: Extract<Decision, { kind: 'start' }>['why']
}

function live(schedule: ScheduleFacts, { looksAtMs, nightMs }: Life): Night[] {
  let facts = schedule
  const nights: Night[] = []
  for (const nowMs of looksAtMs) {
    const running = nights.at(-1)
    const busy = running !== undefined && nowMs < running.endMs
    if (!busy && facts.last?.outcome === null) {
      facts = { ...facts, last: { ...facts.last, outcome: 'done' } }
    }
    const decision = decide(facts, { nowMs, busy })
    if (decision.kind === 'wait' || decision.kind === 'set-back') continue
    const dueAt = new Date(decision.dueAtMs)
    if (decision.kind === 'skip') facts = { ...facts, handledTo: dueAt }
    else if (decision.kind === 'queue') facts = { ...facts, handledTo: dueAt, queuedDueAt: dueAt }
    else {
      const { stopAtMs, why, dueAtMs } = decision
      const endMs = Math.min(nowMs + nightMs, stopAtMs ?? Number.POSITIVE_INFINITY)
      nights.push({ dueAtMs, startMs: nowMs, endMs, why })
      const stopAt = stopAtMs === undefined ? null : new Date(stopAtMs)
      facts = {
        ...facts,
        handledTo: dueAt,
        queuedDueAt: null,
        last: { dueAt, stopAt, outcome: null },
      }
    }
  }
  return nights
}

const crons = fc.constantFrom('0 20 * * *', '30 2 * * *', '30 1 * * *', '0 */5 * * *', '0 9 * * 1')
const facts = fc.record({
  cron: crons,
  until: fc.constantFrom('06:00', '02:30', null),
  overlap: fc.constantFrom('skip' as const, 'queue-one' as const),
  catchUp: fc.constantFrom('none' as const, 'collapse' as const),
})
/** Around both changes of 2026 in New York. */
const beginnings = fc.constantFrom(at('2026-03-05T12:00'), at('2026-10-29T12:00'))
const gaps = fc.array(fc.integer({ min: 60_000, max: 30 * HOUR_MS }), {
  minLength: 5,
  maxLength: 60,
})

describe('whatever happens', () => {
  test('nights never overlap, start once for a time, never early and never without a cause', () => {
    fc.assert(
      fc.property(
        facts,
        beginnings,
        gaps,
        fc.nat(40 * HOUR_MS),
        (given, fromMs, steps, nightMs) => {
          let nowMs = fromMs
          const looksAtMs = steps.map((step) => (nowMs += step))
          const schedule = { ...nightly, ...given, handledTo: new Date(fromMs) }
          const nights = live(schedule, { looksAtMs, nightMs })
          expect(new Set(nights.map(({ dueAtMs }) => dueAtMs)).size).toBe(nights.length)
          for (const [index, night] of nights.entries()) {
            const { dueAtMs, startMs, endMs, why } = night
            expect(startMs).toBeGreaterThanOrEqual(dueAtMs)
            expect(endMs).toBeGreaterThanOrEqual(startMs)
            expect(latestTime(schedule, dueAtMs - 1, dueAtMs)).toBe(dueAtMs)
            expect(startMs).toBeGreaterThanOrEqual(nights[index - 1]?.endMs ?? 0)
            const inTime =
              given.until === null || startMs < nextClockTime(given.until, dueAtMs, ZONE)
            const allowed = {
              due: inTime,
              'caught-up': given.catchUp === 'collapse',
              queued: given.overlap === 'queue-one',
              resumed: false,
            }
            expect({ why, allowed: allowed[why] }).toEqual({ why, allowed: true })
          }
        },
      ),
      { numRuns: howMany(30, 100) },
    )
  })

  test('a worker that is always there starts each night on time', () => {
    fc.assert(
      fc.property(beginnings, crons, (fromMs, cron) => {
        const schedule = { ...nightly, cron, until: null, handledTo: new Date(fromMs) }
        const due = nextTimes(schedule, fromMs, 10)
        const looks = Array.from({ length: 12 * 24 * 4 }, (_, at) => fromMs + at * 15 * 60_000)
        const nights = live(schedule, { looksAtMs: looks, nightMs: HOUR_MS })
        const endMs = fromMs + 12 * DAY_MS
        const expected = due.filter((ms) => ms < endMs)
        expect(nights.slice(0, expected.length).map(({ startMs }) => startMs)).toEqual(expected)
      }),
      { numRuns: howMany(1, 6) },
    )
  })
})
