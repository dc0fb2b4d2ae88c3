/** What a fuzzed input draws from its seed. */
import { seededRandom } from '../../../src/random.ts'

export interface Draw {
  /** A whole number from 0 up to, but not, `below`. */
  whole(below: number): number
  /** True once in `times`. */
  once(times: number): boolean
  one<Item>(items: readonly Item[]): Item
}

export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed)
  const whole = (below: number): number => Math.floor(random.next() * below)
  return {
    whole,
    once: (times) => whole(times) === 0,
    one: (items) => {
      const item = items[whole(items.length)]
      if (item === undefined) throw new Error('There is nothing to draw from.')
      return item
    },
  }
}
