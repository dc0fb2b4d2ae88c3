/** Whatever happens to the jobs, the driver neither loses work nor ends before it is done. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GATHER_MS } from '../../src/queue/drive.ts'
import { done, refused, snoozed } from '../support/outcomes.ts'
import { REPEATS_MAX } from '../../src/queue/pace.ts'
import { consult } from '../support/queue.ts'
import { ended, setting } from './drive-setting.ts'

/** What may happen to a job, one after the other, before its work is done at last. */
const HAPPENINGS = [
  'done but still due',
  'refused but still due',
  'failed',
  'snoozed',
  'snoozed, later in the ledger',
  'wiped',
  'ended elsewhere, still due',
  'the whole queue wiped',
] as const

const scripts = fc.array(fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: REPEATS_MAX - 1 }), {
  minLength: 1,
  maxLength: 6,
})

/** Each wait is at most a minute, and there are at most so many of them. */
const STEPS_MAX = 20_000

test('all work is done in the end, and only then the driver is quiet', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.infiniteStream(fc.nat(5)), async (given, pauses) => {
      const { queue, ledger, clock, start, finish } = setting({ horizonMs: Infinity })
      const left = new Map(given.map((script, at) => [`c${at}`, [...script]]))
      ledger.work = [...left.keys()].map((id) => consult(id))
      const later = new Map<string, number>()
      const driving = start()
      let steps = 0
      for (; steps < STEPS_MAX && !(await ended(driving)); steps += 1) {
        await clock.advance(GATHER_MS * (1 + (pauses.next().value ?? 0)) * 4)
        for (const [id, atMs] of later) {
          if (atMs > clock.now()) continue
          later.delete(id)
          ledger.work.push(consult(id))
        }
        ledger.nextDueAtMs = later.size === 0 ? null : Math.min(...later.values())
        const [id] = queue.jobs.keys()
        if (id !== undefined) happen(id, left.get(id)?.shift())
      }
      function happen(id: string, what: (typeof HAPPENINGS)[number] | undefined): void {
        if (what === undefined) finish(id)
        else if (what === 'done but still due') queue.end(id, done)
        else if (what === 'refused but still due') queue.end(id, refused('never'))
        else if (what === 'failed') queue.fail(id)
        else if (what === 'snoozed') queue.end(id, snoozed(clock.now() + 3000, 'no slot'))
        else if (what === 'the whole queue wiped') queue.jobs.clear()
        else if (what !== 'snoozed, later in the ledger') queue.endElsewhere(id)
        else {
          later.set(id, clock.now() + 90_000)
          ledger.nextDueAtMs = Math.min(...later.values())
          finish(id)
        }
      }
      expect(await ended(driving)).toBe(true)
      expect(await driving).toMatchObject({ ending: 'quiet', givenUp: [], nextDueAtMs: null })
      expect(ledger.work).toEqual([])
      expect([...left.values()].flat()).toEqual([])
    }),
    { numRuns: 60 },
  )
})
