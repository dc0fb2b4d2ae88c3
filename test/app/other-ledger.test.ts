import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseBesideEmbedded, refuseBesideServer } from '../../src/app/ledger/other-ledger.ts'
import { Failure } from '../../src/failure.ts'
import { folderForTest } from '../support/for-file.ts'

const URL_OF_SERVER = 'postgres://127.0.0.1/frota'

test.each<
  [string, { has: string[]; url?: string; fleets: number; isRefused: boolean; journal?: string }]
>([
  ['the first start', { has: [], fleets: 0, isRefused: false }],
  ['an embedded ledger', { has: ['pgdata', 'uploads'], fleets: 0, isRefused: false }],
  ['uploads of a ledger elsewhere', { has: ['uploads'], fleets: 0, isRefused: true }],
  ['a new server', { has: [], url: URL_OF_SERVER, fleets: 0, isRefused: false }],
  [
    'an empty server beside a ledger',
    { has: ['pgdata', 'uploads'], url: URL_OF_SERVER, fleets: 0, isRefused: true },
  ],
  [
    'an empty server beside a ledger whose files were purged',
    { has: ['pgdata'], url: URL_OF_SERVER, fleets: 0, isRefused: true, journal: '7' },
  ],
  [
    'an empty server beside a rehearsal that imported nothing',
    { has: ['pgdata'], url: URL_OF_SERVER, fleets: 0, isRefused: false, journal: '0' },
  ],
  [
    'an empty server beside a ledger that went to another',
    { has: ['pgdata.moved', 'uploads'], url: URL_OF_SERVER, fleets: 0, isRefused: true },
  ],
  ['a ledger that went to a server', { has: ['pgdata.moved'], fleets: 0, isRefused: true }],
  [
    'a ledger that came back from a server',
    { has: ['pgdata', 'pgdata.moved', 'uploads'], fleets: 2, isRefused: false },
  ],
  ['a ledger that was moved', { has: ['pgdata'], url: URL_OF_SERVER, fleets: 2, isRefused: false }],
])('%s is begun only where no other ledger is', async (_, given) => {
  const { has, url, fleets, isRefused, journal } = given
  const dir = folderForTest('other')
  for (const name of has) await mkdir(join(dir, name))
  const records = journal === undefined ? '' : `${JSON.stringify({ checkpoint: journal })}\n`
  await writeFile(join(dir, 'intents.jsonl'), records)
  const place = { FROTA_DATA_DIR: dir, DATABASE_URL: url }
  const open = async () => {
    refuseBesideServer(place)
    await refuseBesideEmbedded(place, { all: async () => Array.from({ length: fleets }) })
  }
  const refusal = await open().catch((error: unknown) => error)
  expect(refusal instanceof Failure).toBe(isRefused)
})
