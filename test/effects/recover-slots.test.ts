/** A slot that only the journal remembers is occupied again, and counts its hour from now. */
import { describe, expect, test } from 'vitest'
import type { JournalRecord } from '../../src/database/journal.ts'
import { journaledUses, recoverSlots } from '../../src/effects/recover-slots.ts'
import type { RememberedUse } from '../../src/ledger/quota/quota.ts'

const HOUR_MS = 3_600_000
const NOW_MS = 100 * HOUR_MS

const record = (given: Record<string, string | number | null>): JournalRecord => ({
  effectId: 'effect-1',
  epoch: 1,
  slotId: 'slot-1',
  bucket: 'consultations/principal',
  atMs: NOW_MS,
  ...given,
})

describe('the slots of a journal', () => {
  test('are those of the last hours, and of a clock that was ahead', () => {
    const records = [
      record({ slotId: 'old', atMs: NOW_MS - 4 * HOUR_MS - 1 }),
      record({ slotId: 'recent', atMs: NOW_MS - 4 * HOUR_MS }),
      record({ slotId: 'ahead', atMs: NOW_MS + HOUR_MS }),
    ]
    const ids = journaledUses(records, NOW_MS - 4 * HOUR_MS).map(({ useId }) => useId)
    expect(ids).toEqual(['recent', 'ahead'])
  })

  test('count a slot once, however often it stands there', () => {
    const records = [record({}), record({ epoch: 2 })]
    expect(journaledUses(records, 0)).toEqual([
      { bucket: 'consultations/principal', useId: 'slot-1', purpose: 'effect-1' },
    ])
  })

  test('leave out what no quota binds, and records of before', () => {
    const { bucket: _, atMs: __, ...before } = record({})
    const records = [record({ slotId: null }), before, { checkpoint: '7' }]
    expect(journaledUses(records, 0)).toEqual([])
  })
})

test('what the journal knows is told to the ledger before anything is sent', async () => {
  const told: unknown[] = []
  const remember = async (uses: readonly RememberedUse[], holder: string): Promise<number> => {
    told.push({ uses, holder })
    return uses.length
  }
  const tools = { nowMs: NOW_MS, holder: 'host/1', quota: { remember } }
  const journal = { readAll: async () => [record({})] }
  expect(await recoverSlots({ ...tools, journal })).toBe(1)
  expect(told).toHaveLength(1)
  expect(await recoverSlots({ ...tools, journal: { readAll: async () => [] } })).toBe(0)
  expect(told).toHaveLength(1)
})
