import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plateForms, similarPlates } from '../../src/fleet/similar-plates.ts'

test.each([
  ['abc-1234', ['ABC1234', 'ABC1C34']],
  ['ABC1C34', ['ABC1C34', 'ABC1234']],
  ['ABC1K34', ['ABC1K34']],
  ['ZZ', ['ZZ']],
])('%s stands for %j', (text, forms) => {
  expect(plateForms(text)).toEqual(forms)
})

const known = ['EKB0506', 'KOO5B14', 'NFA8364', 'QQQ7B77']

test.each([
  ['EKB0560', 'EKB0506'],
  ['EKB056', 'EKB0506'],
  ['EKB05066', 'EKB0506'],
  ['KEB0506', 'EKB0506'],
  ['KO05B14', 'KOO5B14'],
  ['KOO5114', 'KOO5B14'],
  ['nfa-8363', 'NFA8364'],
])('%s may have meant %s', (text, plate) => {
  expect(similarPlates(text, known)[0]).toBe(plate)
})

test('what resembles nothing suggests nothing', () => {
  expect(similarPlates('XYZ9Z99', known)).toEqual([])
  expect(similarPlates('', known)).toEqual([])
})

test('a plate that is known is its own best suggestion, and there are never many', () => {
  const plates = fc.uniqueArray(fc.stringMatching(/^[A-C]{3}[0-2][A-C][0-2]{2}$/), { minLength: 1 })
  fc.assert(
    fc.property(plates, (all) => {
      const [one = ''] = all
      const found = similarPlates(one, all)
      expect(found[0]).toBe(one)
      expect(found.length).toBeLessThanOrEqual(5)
    }),
  )
})
