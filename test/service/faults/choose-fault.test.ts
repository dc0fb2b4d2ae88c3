/** Which rule acts, as pure as it is; counters that stay bounded. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseFault, needsPlate } from '../../../src/service/faults/choose-fault.ts'
import { openRuleCounters } from '../../../src/service/faults/rule-counters.ts'
import type { Fault } from '../../../src/service/faults/fault.ts'
import type { When } from '../../../src/service/faults/scenario.ts'

const facts = { operation: 'createOrder', method: 'POST', account: 'a', plate: 'ZZA1A11' }

const rule = (when: When, fault: Fault = { fault: 'answer-lost' }) => ({ number: 0, when, fault })

test.each<[When, number[]]>([
  [{}, [1, 2, 3, 4, 5, 6]],
  [{ nth: 3 }, [3]],
  [{ times: 2 }, [1, 2]],
  [{ every: 2 }, [2, 4, 6]],
])('%o acts at %o', (when, turns) => {
  const acted = [1, 2, 3, 4, 5, 6].filter(
    (ordinal) => chooseFault([rule(when)], facts, () => ordinal) !== null,
  )
  expect(acted).toEqual(turns)
})

test('every rule that fits counts, whether or not an earlier one acts', () => {
  const rules = [
    { ...rule({ times: 9 }), number: 7 },
    { ...rule({ times: 9 }), number: 8 },
    { ...rule({ times: 9, plate: 'ABC' }), number: 9 },
    { ...rule({ times: 9 }, { fault: 'consultation-stuck' }), number: 10 },
  ]
  const met: number[] = []
  chooseFault(rules, facts, (number) => met.push(number))
  expect(met).toEqual([7, 8])
})

test('a rule without plate and counter needs no look-up of the plate', () => {
  expect(needsPlate(rule({}), facts)).toBe(false)
  expect(needsPlate(rule({ plate: 'ZZ' }), { ...facts, plate: null })).toBe(true)
  expect(needsPlate(rule({ nth: 1 }), facts)).toBe(true)
  expect(needsPlate(rule({ plate: 'ZZ', operation: 'getOrder' }), facts)).toBe(false)
})

test('each rule counts each vehicle by itself', () => {
  const meeting = fc.tuple(fc.nat(3), fc.constantFrom('x', 'y', 'z'))
  fc.assert(
    fc.property(fc.array(meeting, { maxLength: 60 }), (meetings) => {
      const counters = openRuleCounters()
      const told = meetings.map(([number, key]) => counters.meet(number, key))
      const expected = meetings.map(
        ([number, key], at) =>
          meetings.slice(0, at + 1).filter(([n, k]) => n === number && k === key).length,
      )
      expect(told).toEqual(expected)
    }),
  )
})

test('beyond its bound the vehicle that was met longest ago counts from one again', () => {
  const counters = openRuleCounters(2)
  expect(['x', 'y', 'x', 'z', 'x', 'y'].map((key) => counters.meet(0, key))).toEqual([
    1, 1, 2, 1, 3, 1,
  ])
})
