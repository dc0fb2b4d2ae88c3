/** A key's requests are counted in one bucket, for as long as any of them counts. */
import { expect, test } from 'vitest'
import { claimKey, type ClaimedKey } from '../../../src/ledger/effects/credential-keys.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { bucket, HOLD_MS, SECOND_MS, START_MS, timedPool } from '../quota/quota-worlds.ts'

const USE_ID = '00000000-0000-4000-8000-000000000001'
const [OLD, NEW] = ['consultations/old', 'consultations/new']

let nowMs = START_MS

const claim = (mark: string, name: string): Promise<ClaimedKey> =>
  claimKey(pool, { mark, bucket: name })

const { database } = await ledgerForFile()
const pool = timedPool(database.pool, () => nowMs)
const ledger = openQuotaLedger(pool)
for (const name of [OLD, NEW]) await ledger.ensureBucket(bucket({ name }))
await claim('one', OLD)
const use = { bucket: OLD, useId: USE_ID, holder: 'test', purpose: 'x' }
await ledger.reserve(use)
await ledger.settle(USE_ID, 'answered')

test('another name is refused while a request counts under the first, and then free', async () => {
  expect(await claim('one', OLD)).toEqual({ bucket: OLD, untilMs: null })
  expect(await claim('one', NEW)).toEqual({ bucket: OLD, untilMs: START_MS + HOLD_MS })
  nowMs += HOLD_MS - SECOND_MS
  expect((await claim('one', NEW)).bucket).toBe(OLD)
  nowMs += 2 * SECOND_MS
  expect(await claim('one', NEW)).toEqual({ bucket: NEW, untilMs: null })
  expect(await claim('one', OLD)).toEqual({ bucket: OLD, untilMs: null })
})

test('another key may take the name at once: a rotated one inherits the bucket', async () => {
  expect(await claim('two', OLD)).toEqual({ bucket: OLD, untilMs: null })
})
