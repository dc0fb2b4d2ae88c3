/** How effects that are due are put into jobs. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EFFECTS_MAX } from '../../src/queue/catalogue.ts'
import { shareJobs, shareOf } from '../../src/queue/share-jobs.ts'
import { collect, consult, order } from '../support/queue.ts'

test.each([
  [0, 4, 1],
  [1, 4, 1],
  [20, 4, 2],
  [30, 2, 7],
  [80, 4, 10],
  [5_000, 16, 10],
  [100, 16, 3],
])('of %i due effects, %i at once, %i go into one job', (due, atOnce, share) => {
  expect(shareOf(due, atOnce)).toBe(share)
})

test('every work is in one job, in its order, beside others of its kind only', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(200), { maxLength: 60 }),
      fc.integer({ min: 1, max: EFFECTS_MAX }),
      (numbers, share) => {
        const works = numbers.map((at) =>
          at % 3 === 0
            ? collect(`k${at}`)
            : { ...(at % 3 === 1 ? consult : order)(`e${at}`), share },
        )
        const jobs = shareJobs(works)
        for (const { kind, works: some } of jobs) {
          expect(some.every((work) => work.kind === kind)).toBe(true)
          expect(some.length).toBeLessThanOrEqual(kind === 'collect-debts' ? 1 : share)
        }
        const kinds = ['collect-debts', 'consult-vehicles', 'create-orders'] as const
        const all = jobs.flatMap(({ works: some }) => some)
        const of = (kind: string, from: typeof works) => from.filter((work) => work.kind === kind)
        for (const kind of kinds) expect(of(kind, all)).toEqual(of(kind, works))
        expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
        expect(shareJobs(works)).toEqual(jobs)
      },
    ),
  )
})

test('other members, or another order of them, are another job', () => {
  const [a, b, c] = [
    consult('a', { share: 3 }),
    consult('b', { share: 3 }),
    consult('c', { share: 3 }),
  ]
  const ids = [[a, b], [b, a], [a, c], [a, b, c], [a]].map((works) => shareJobs(works)[0]?.id)
  expect(new Set(ids).size).toBe(5)
  expect(ids.at(-1)).toBe('a')
})
