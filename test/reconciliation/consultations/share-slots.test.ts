import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareSlots } from '../../../src/reconciliation/consultations/share-slots.ts'

const fleet = (name: string, count: number, servedAtMs: number | null = null) => ({
  servedAtMs,
  waiting: Array.from({ length: count }, (_, at) => `${name}${at + 1}`),
})

test('slots go round, and what one fleet does not need the others get', () => {
  const fleets = [fleet('a', 5), fleet('b', 1), fleet('c', 3)]
  expect(shareSlots(fleets, 7)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'c3'])
})

test('a single slot goes to the fleet that was served the longest time ago, or never', () => {
  expect(shareSlots([fleet('a', 5, 200), fleet('b', 5, 100)], 1)).toEqual(['b1'])
  expect(shareSlots([fleet('a', 5, 200), fleet('b', 5)], 1)).toEqual(['b1'])
  expect(shareSlots([fleet('a', 5, 200), fleet('b', 0, 100)], 1)).toEqual(['a1'])
})

const counts = fc.array(fc.nat(12), { minLength: 1, maxLength: 6 })

test('no slot is left unused while somebody waits, and no fleet gets two more than another', () => {
  fc.assert(
    fc.property(counts, fc.nat(30), (waiting, slots) => {
      const shared = shareSlots(
        waiting.map((count, at) => fleet(`${at}:`, count)),
        slots,
      )
      expect(shared.length).toBe(
        Math.min(
          slots,
          waiting.reduce((sum, each) => sum + each, 0),
        ),
      )
      const got = waiting.map((_, at) => shared.filter((one) => one.startsWith(`${at}:`)).length)
      const least = Math.min(...got.filter((each, at) => each < (waiting[at] ?? 0)))
      expect(got.every((each) => each <= least + 1)).toBe(true)
    }),
  )
})

test('slot by slot, each fleet that waits is served once in every round', () => {
  fc.assert(
    fc.property(counts, (waiting) => {
      const left = waiting.map((count, at) => ({ at, count, servedAtMs: null as number | null }))
      const served: number[] = []
      for (let now = 1; left.some(({ count }) => count > 0); now += 1) {
        const fleets = left.map(({ at, count, servedAtMs }) => ({
          servedAtMs,
          waiting: Array.from({ length: count }, () => at),
        }))
        const [at = -1] = shareSlots(fleets, 1)
        const one = left[at]
        if (one === undefined) throw new Error('A slot was left unused.')
        one.count -= 1
        one.servedAtMs = now
        served.push(at)
      }
      for (const { at } of left) {
        const turns = served.flatMap((each, turn) => (each === at ? [turn] : []))
        const gaps = turns.map((turn, index) => turn - (turns[index - 1] ?? -1))
        expect(gaps.every((gap) => gap <= waiting.length)).toBe(true)
      }
    }),
  )
})
