import { describe, expect, test } from 'vitest'
import type { JournalRecord } from '../../src/database/journal-records.ts'
import {
  checkpoint,
  journaledEffects,
  keptRecords,
  lastCheckpoint,
  olderThanJournal,
} from '../../src/effects/journal-checkpoint.ts'

const intent = (effectId: string, epoch: number): JournalRecord => ({ effectId, epoch })
const nothing = { settled: new Set<string>(), accounted: new Set<string>() }

describe('a ledger is older than its journal', () => {
  const same = { restored: 0, unknown: [], newestEvent: 7n, checkpoint: 7n }

  test.each([
    ['not when it has come as far', same, undefined],
    ['not without a mark', { ...same, checkpoint: undefined }, undefined],
    ['when the journal has a mark beyond it', { ...same, newestEvent: 6n }, 'older-ledger'],
    ['when it never heard of an intent', { ...same, unknown: ['a'] }, 'unknown-intents'],
    ['when it had forgotten an intent', { ...same, restored: 1 }, 'forgotten-intents'],
  ] as const)('%s', (_name, facts, why) => {
    expect(olderThanJournal(facts)).toBe(why)
  })
})

describe('a journal that is written anew', () => {
  test('keeps the latest intent of each effect that is not over, and the new mark', () => {
    const records = [checkpoint(3n), intent('a', 1), intent('b', 2), intent('a', 4), intent('c', 1)]
    const others = [intent('a', 2), { effectId: 'd' }, { epoch: 5 }]
    const kept = keptRecords([...records, ...others], { ...nothing, settled: new Set(['c']) }, 12n)
    expect(kept).toEqual([intent('a', 4), intent('b', 2), checkpoint(12n)])
    expect(lastCheckpoint(kept)).toBe(12n)
  })

  test('forgets what was accounted for by reading all orders', () => {
    const kept = keptRecords([intent('a', 1)], { ...nothing, accounted: new Set(['a']) }, 1n)
    expect(kept).toEqual([checkpoint(1n)])
  })

  test('written anew again it stays the same, also when a kill left the older file before it', () => {
    const records = [intent('a', 1), intent('a', 2), intent('b', 1)]
    const once = keptRecords(records, nothing, 5n)
    expect(keptRecords(once, nothing, 5n)).toEqual(once)
    expect(keptRecords([...records, ...once], nothing, 5n)).toEqual(once)
  })
})

test('a mark is the newest one, and what is no number is none', () => {
  expect(lastCheckpoint([checkpoint(5n), checkpoint(2n), intent('a', 1)])).toBe(2n)
  expect(lastCheckpoint([intent('a', 1)])).toBeUndefined()
  const none = ['x', 'x1', '1x'].map((mark) => lastCheckpoint([{ checkpoint: mark }]))
  expect(none).toEqual([undefined, undefined, undefined])
})

test('the effects of a journal are each named once', () => {
  expect(journaledEffects([intent('a', 1), { probe: true }, intent('a', 2)])).toEqual(['a'])
})
