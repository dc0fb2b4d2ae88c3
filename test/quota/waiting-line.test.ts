/** The order of those who wait. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WAITERS_MAX, WaitingLine } from '../../src/quota/waiting-line.ts'

test('the line is the best ranks seen, in order, equal ranks by arrival', () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 })
  fc.assert(
    fc.property(ranks, (arriving) => {
      const line = new WaitingLine<{ rank: number; arrival: number }>()
      const waiters = arriving.map((rank, arrival) => ({ rank, arrival }))
      for (const waiter of waiters) line.add(waiter)
      const sorted = waiters.toSorted((a, b) => a.rank - b.rank || a.arrival - b.arrival)
      expect(line.takeIf(() => true)).toEqual(sorted.slice(0, WAITERS_MAX))
      expect(line.first).toBeUndefined()
    }),
  )
})

test('a full line names who has no place, and who left cannot leave again', () => {
  const line = new WaitingLine<{ rank: number }>()
  const waiters = Array.from({ length: WAITERS_MAX }, () => ({ rank: 5 }))
  for (const waiter of waiters) expect(line.add(waiter)).toBeUndefined()
  const worse = { rank: 6 }
  expect(line.add(worse)).toBe(worse)
  const better = { rank: 4 }
  expect(line.add(better)).toBe(waiters.at(-1))
  expect(line.first).toBe(better)
  expect(line.remove(better)).toBe(true)
  expect(line.remove(better)).toBe(false)
})
