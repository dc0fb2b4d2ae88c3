/** Codes of a second factor, against the vectors of RFC 6238, appendix B. */
import { expect, test } from 'vitest'
import {
  keyAddress,
  newKey,
  newRecoveryCodes,
  stepOf,
} from '../../../src/app/people/authenticator.ts'

/** The RFC's key, 12345678901234567890 in ASCII, in base 32. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Seconds, and the last six of the RFC's eight digits. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test.each(VECTORS)('at %d s the code of RFC 6238 is right for its step', (seconds, code) => {
  expect(stepOf(KEY, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is right one step before and after its own, and no further', () => {
  const [seconds, code] = VECTORS[4]
  const step = Math.floor(seconds / 30)
  const first = step * 30_000
  for (const at of [first - 30_000, first, first + 59_999]) expect(stepOf(KEY, code, at)).toBe(step)
  for (const at of [first - 30_001, first + 60_000]) expect(stepOf(KEY, code, at)).toBeUndefined()
})

test.each(['', '28708', '2870820', 'abcdef', '000000'])('%j is no code', (code) => {
  expect(stepOf(KEY, code, 59_000)).toBeUndefined()
})

test('a key has 160 bits, and its address names the app, the person and the key', () => {
  const key = newKey()
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(keyAddress(key, 'Ana & José: 100%'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toBe('/frota:Ana & José: 100%')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'frota',
    secret: key,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('ten recovery codes of 120 bits are all different', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
})
