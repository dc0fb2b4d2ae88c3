/**
 * Each row of the table of retentions that is about the ledger has data on both sides of its limit:
 * what is older goes, and what is not stays.
 */
import { expect, test } from 'vitest'
import { OLD_ROWS, type OldRowsKey } from '../../../src/ledger/retention/old-rows.ts'
import { CASES, LIMIT, OLD, count, erase, leftOf, openRetentionWorld } from './retention-world.ts'

await openRetentionWorld()

test.for(Object.keys(OLD_ROWS) as OldRowsKey[])('%s: older ones go, others stay', async (key) => {
  const before = (await count(key)).count
  const old = await CASES[key].make(OLD)
  const young = await CASES[key].make(LIMIT)
  const [oldLeft, youngLeft] = [await leftOf(key, old), await leftOf(key, young)]
  expect([oldLeft > 0, youngLeft > 0]).toEqual([true, true])
  const counted = await count(key)
  expect(counted).toEqual({ count: before + 1, oldest: OLD })
  expect(await leftOf(key, old)).toBe(oldLeft)
  const stopped = new AbortController()
  stopped.abort()
  expect((await erase(key, stopped.signal)).count).toBe(0)
  expect(await erase(key)).toEqual(counted)
  expect([await leftOf(key, old), await leftOf(key, young)]).toEqual([0, youngLeft])
  expect(await erase(key)).toEqual({ count: 0, oldest: null })
})

test('more than one portion goes, the oldest first', async () => {
  const { atOnce } = OLD_ROWS.removed
  for (let at = 0; at <= atOnce; at += 1) await CASES.removed.make(OLD)
  expect(await erase('removed')).toEqual({ count: atOnce + 1, oldest: OLD })
})
