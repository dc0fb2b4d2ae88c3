import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseBesideEmbedded, refuseBesideServer } from '../../src/app/ledger/other-ledger.ts'
import { Failure } from '../../src/failure.ts'

const URL_OF_SERVER = 'postgres://127.0.0.1/frota'

test.each<[string, { has: string[]; url?: string; fleets: number; isRefused: boolean }]>([
  ['the first start', { has: [], fleets: 0, isRefused: false }],
  ['an embedded ledger', { has: ['pgdata', 'uploads'], fleets: 0, isRefused: false }],
  ['uploads of a ledger elsewhere', { has: ['uploads'], fleets: 0, isRefused: true }],
  ['a new server', { has: [], url: URL_OF_SERVER, fleets: 0, isRefused: false }],
  [
    'an empty server beside a ledger',
    { has: ['pgdata'], url: URL_OF_SERVER, fleets: 0, isRefused: true },
  ],
  ['a ledger that was moved', { has: ['pgdata'], url: URL_OF_SERVER, fleets: 2, isRefused: false }],
])('%s is begun only where no other ledger is', async (_, { has, url, fleets, isRefused }) => {
  const dir = await mkdtemp(join(tmpdir(), 'frota-other-'))
  for (const name of has) await mkdir(join(dir, name))
  const place = { FROTA_DATA_DIR: dir, DATABASE_URL: url }
  const open = async () => {
    refuseBesideServer(place)
    await refuseBesideEmbedded(place, { all: async () => Array.from({ length: fleets }) })
  }
  const refusal = await open().catch((error: unknown) => error)
  expect(refusal instanceof Failure).toBe(isRefused)
  await rm(dir, { recursive: true })
})
