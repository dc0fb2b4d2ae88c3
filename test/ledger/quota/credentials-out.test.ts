/** A credential that cannot be used is left out of what is promised, for its account only. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { credentialBuckets } from '../../../src/app/access/credential-buckets.ts'
import { bucketsOut, keepOut } from '../../../src/ledger/quota/credentials-out.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { folderForTest, forFile } from '../../support/for-file.ts'
import { openCampaignWorld } from '../consultations/campaign-world.ts'
import { bucket } from './quota-worlds.ts'

const { database } = await forFile(openCampaignWorld())
const quota = openQuotaLedger(database.pool)
const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const all = ['consultations/a', 'consultations/b']
for (const name of all) await quota.ensureBucket(bucket({ name }))

test('one is out from the moment it fails until it serves again', async () => {
  const keep = (accountId: string, usable: readonly string[]) =>
    keepOut(database.pool, { accountId, all, usable })
  await keep(ACCOUNT, all)
  expect(await bucketsOut(database.pool, ACCOUNT)).toEqual([])
  await keep(ACCOUNT, ['consultations/a'])
  await keep(ACCOUNT, ['consultations/a'])
  await keep(OTHER, all)
  expect(await bucketsOut(database.pool, ACCOUNT)).toEqual(['consultations/b'])
  expect(await bucketsOut(database.pool, OTHER)).toEqual([])
  await keep(ACCOUNT, all)
  expect(await bucketsOut(database.pool, ACCOUNT)).toEqual([])
})

test('its slots are not counted on, unless there are no others', async () => {
  const FROTA_FLEETS_FILE = join(folderForTest('out'), 'fleets.json')
  const credentials = ['a', 'b'].map((name) => ({ name, key_file: name }))
  const fleets = [{ name: 'matriz', account_id: ACCOUNT, credentials: ['a', 'b'] }]
  await writeFile(FROTA_FLEETS_FILE, JSON.stringify({ credentials, fleets }))
  const config = { FROTA_API_URL: 'http://127.0.0.1:9', FROTA_FLEETS_FILE, FROTA_FLEET: 'matriz' }
  const read = () => credentialBuckets(config, { quota, database })
  await keepOut(database.pool, { accountId: ACCOUNT, all, usable: ['consultations/a'] })
  expect(await read()).toMatchObject({ consultations: ['consultations/a'], unused: 0, out: ['b'] })
  await keepOut(database.pool, { accountId: ACCOUNT, all, usable: [] })
  expect(await read()).toMatchObject({ consultations: all, out: [] })
})
