/** Pure. Chance that hangs on names: the same seed and names always draw the same. */
import { seededRandom } from '../../random.ts'

export interface Draw {
  /** True with this probability. */
  chance(probability: number): boolean
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number]
}

/** One stream for each aspect of a thing, so that adding an aspect changes no other. */
export function draw(seed: number, ...names: readonly (string | number)[]): Draw {
  const random = seededRandom(hash([seed, ...names].join('\n')))
  const integer = (min: number, max: number): number =>
    min + Math.floor(random.next() * (max - min + 1))
  return {
    chance: (probability) => random.next() < probability,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  }
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  }
  return value >>> 0
}
