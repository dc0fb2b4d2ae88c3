/** Settlement: within the range, always the same, and as quick as the state is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UFS } from '../../../src/fleet/uf.ts'
import { settlementDelay } from '../../../src/service/simulation/settlement-delay.ts'

const plate = fc.stringMatching(/^[A-Z]{3}[0-9][A-Z][0-9]{2}$/)
const seed = fc.integer({ min: 0, max: 1_000_000 })
const range = fc
  .tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }))
  .map(([minMs, more]) => ({ minMs, maxMs: minMs + more }))

test('a delay is a whole number within its range and always the same', () => {
  fc.assert(
    fc.property(seed, plate, fc.constantFrom(...UFS), range, (s, p, uf, within) => {
      const ms = settlementDelay(s, { plate: p, uf }, within)
      expect(Number.isInteger(ms) && ms >= within.minMs && ms <= within.maxMs).toBe(true)
      expect(settlementDelay(s, { plate: p, uf }, within)).toBe(ms)
    }),
  )
})

test('a slow state settles after every quick one', () => {
  fc.assert(
    fc.property(seed, plate, plate, range, (s, one, other, within) => {
      const quick = settlementDelay(s, { plate: one, uf: 'SP' }, within)
      const usual = settlementDelay(s, { plate: one, uf: 'BA' }, within)
      const slow = settlementDelay(s, { plate: other, uf: 'PA' }, within)
      expect(quick <= usual && usual <= slow).toBe(true)
    }),
  )
})

test('two items of one vehicle are settled apart', () => {
  const within = { minMs: 0, maxMs: 1e9 }
  const vehicle = { plate: 'ABC1D23', uf: 'SP' }
  const [one, other] = ['one', 'other'].map((item) => settlementDelay(1, vehicle, within, item))
  expect(one).not.toBe(other)
})
