/** What the worker that schedules a night for several accounts tells those that process its jobs. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { CommandContext } from '../../src/cli/context.ts'
import { openOutput } from '../../src/cli/output.ts'
import {
  withNightSettings,
  nightWork,
  partsOf,
  queueOfNight,
} from '../../src/app/worker/night-work.ts'
import type { NightPart } from '../../src/app/worker/night-work.ts'
import { readyParts } from '../../src/app/worker/ready-parts.ts'
import { readConfig } from '../../src/config.ts'
import { Failure } from '../../src/failure.ts'
import { folderForFile } from '../support/for-file.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'
const NORTH: NightPart = { fleetIds: ['n1', 'n2'], queue: 'qn', accountId: ONE }
const SOUTH: NightPart = { fleetIds: ['s'], queue: 'qs', accountId: TWO }
const dir = await folderForFile('night-parts')

beforeAll(async () => {
  const fleet = (name: string, account: string) => ({
    name,
    account_id: account,
    credentials: ['k'],
  })
  const file = {
    credentials: [{ name: 'k', key_file: 'k' }],
    fleets: [fleet('norte', ONE), fleet('sul', TWO)],
  }
  await writeFile(join(dir, 'fleets.json'), JSON.stringify(file))
})

function contextOf(more: Record<string, string> = {}): CommandContext {
  const output = openOutput({ write: () => true }, { json: false, locale: 'en' })
  const stop = new AbortController().signal
  const environment = {
    FROTA_API_URL: 'http://127.0.0.1:1',
    FROTA_FLEETS_FILE: join(dir, 'fleets.json'),
    FROTA_DATA_DIR: join(dir, 'data'),
    ...more,
  }
  const config = readConfig({}, environment)
  return { name: 'worker', words: [], flags: {}, config, output, stop, exitWith: () => undefined }
}

test('each part reaches them with its fleets, queue and account, and finds its key there', async () => {
  const { config } = contextOf({ FROTA_FRESHNESS: '3' })
  const work = nightWork(config, [NORTH, SOUTH])
  expect(work.fleetIds).toEqual(['n1', 'n2', 's'])
  const parts = partsOf(JSON.parse(JSON.stringify(work)) as typeof work)
  expect(parts).toEqual([NORTH, SOUTH])
  const found = await withNightSettings(contextOf(), work, SOUTH)
  expect(found.config).toMatchObject({ FROTA_FLEET: 'sul', FROTA_FRESHNESS: 3 })
})

test('an account that this machine does not have, or another service, is refused', async () => {
  const work = nightWork(contextOf().config, [NORTH, SOUTH])
  const unknown = { ...SOUTH, accountId: '00000000-0000-4000-8000-000000000003' }
  await expect(withNightSettings(contextOf(), work, unknown)).rejects.toThrow(Failure)
  const elsewhere = contextOf({ FROTA_API_URL: 'http://127.0.0.1:2' })
  await expect(withNightSettings(elsewhere, work, NORTH)).rejects.toThrow(/uses another service/)
})

test('a night of an earlier version has one part', () => {
  const settings = { apiUrl: 'http://127.0.0.1:1', accountId: ONE }
  expect(partsOf({ fleetIds: ['f'], queue: 'q', settings })).toEqual([
    { fleetIds: ['f'], queue: 'q', accountId: ONE },
  ])
})

test('the parts of one night have queues of their own', () => {
  const queues = [0, 1, 2].map((part) => queueOfNight(7n, 5, part))
  expect(new Set(queues).size).toBe(3)
  expect(queueOfNight(7n, 5)).toBe(queues[0])
  expect(queueOfNight(8n, 5)).not.toBe(queues[0])
})

test('they are told once, when each account is at work or has ended', async () => {
  const told: NightPart[][] = []
  const notes = readyParts(3, async (parts) => void told.push([...parts]))
  await notes.ready(NORTH)
  notes.over(false)
  expect(told).toEqual([])
  await notes.ready(SOUTH)
  notes.over(true)
  expect(told).toEqual([[NORTH, SOUTH]])
  const none = readyParts(1, async () => expect.fail())
  none.over(false)
})
