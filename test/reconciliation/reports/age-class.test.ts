import { expect, test } from 'vitest'
import { ageClass } from '../../../src/reconciliation/reports/age-class.ts'

test.each([
  [0, '0-7'],
  [7, '0-7'],
  [8, '8-30'],
  [30, '8-30'],
  [31, '31-60'],
  [60, '31-60'],
  [61, 'over-60'],
])('what waits for %s days is in the class %s', (days, name) => {
  expect(ageClass(days)).toBe(name)
})
