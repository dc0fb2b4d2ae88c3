/** A file of the watched folder that a person and a worker want: one of them gets it, once. */
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { giveFile, type Receiver } from '../../../src/app/inbox/give-file.ts'
import { inboxOverview } from '../../../src/app/inbox/inbox-overview.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { openInboxWorld, type InboxWorld } from './inbox-world.ts'

const FILE = 'placa;renavam;uf;cpf\nABC1C34;26827649960;SP;529.982.247-25\n'

let world: InboxWorld
const { database } = await ledgerForFile()
beforeEach(async () => {
  world = await openInboxWorld(database)
  await world.drop('frota.csv', FILE)
  await utimes(join(world.root, 'frota.csv'), 1, 1)
})

/** No console has a lease, so to a worker its claims are of a process that is gone. */
const ofFleet = () => ({
  fleet: 'principal',
  account: world.tools.secret.embedded.accountId,
  gone: async (holders: readonly string[]) => holders,
})
const config = () => ({ ...world.tools.config, FROTA_INBOX_DIR: world.root })

/** Returns what became of what was kept. */
async function give(meanwhile: () => Promise<unknown> = async () => undefined): Promise<string> {
  let kept = 'nothing'
  const receiver: Receiver = {
    keep: async ({ source }) => {
      kept = ''
      for await (const piece of source()) kept += Buffer.from(piece).toString()
      await meanwhile()
    },
    discard: async () => {
      kept = 'discarded'
    },
  }
  const tools = { config: config(), clock: world.clock, holder: 'console/1' }
  const error = await giveFile(tools, { ...ofFleet(), key: 'frota.csv' }, receiver).catch(String)
  return error === undefined ? kept : `${kept}: ${error}`
}

test('a file that a person has is no more the worker’s, and says where it is', async () => {
  expect(await give()).toBe(FILE)
  expect(await world.settle()).toMatchObject({ taken: 0, waiting: 0 })
  expect(await world.files()).toEqual(['done/frota.csv', 'done/frota.csv.reason.txt'])
  expect(await world.text('.reason.txt')).toMatch(/^\uFEFFfrota.csv: opened in the console at /)
  expect(await inboxOverview(config(), ofFleet())).toMatchObject([
    { state: 'opened', name: 'frota.csv', why: expect.stringMatching(/^It is among the files/) },
  ])
  expect(await world.imports()).toEqual([])
})

test('a worker that takes the file while a person opens it has it alone', async () => {
  expect(await give(() => world.settle())).toMatch(/^discarded: .*waits in the folder no longer/)
  expect(await world.files()).toEqual(['done/frota.csv', 'done/frota.csv.verdict.csv'])
  expect(await world.imports()).toHaveLength(1)
})

test('a file that a living worker imports is not opened', async () => {
  let said = ''
  const stores = {
    ...world.tools.stores,
    readings: {
      ...world.tools.stores.readings,
      find: async (fleetId: string) => {
        said ||= await give()
        return world.tools.stores.readings.find(fleetId)
      },
    },
  }
  const worker = world.other({ stores })
  await worker.look({ takes: true })
  await world.clock.advance(10_000)
  expect(await worker.look({ takes: true })).toMatchObject({ taken: 1 })
  expect(said).toMatch(/^nothing: .*waits in the folder no longer/)
})

test('a file that is written while a person opens it goes back and waits', async () => {
  const write = async (): Promise<void> => {
    const [path = ''] = await world.files()
    await writeFile(join(world.root, path), `${FILE}more`)
  }
  expect(await give(write)).toMatch(/^discarded: .*frota.csv: is still being copied/)
  expect(await world.files()).toEqual(['frota.csv'])
  await utimes(join(world.root, 'frota.csv'), 1, 1)
  expect(await give()).toBe(`${FILE}more`)
})

test('what a process left claimed when it was killed waits again', async () => {
  await world.drop('working/console%2F0/frota.csv', FILE)
  await utimes(join(world.root, 'working/console%2F0/frota.csv'), 1, 1)
  const entries = await inboxOverview(config(), ofFleet())
  expect(entries?.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  const alive = { ...ofFleet(), gone: async () => [] }
  const others = await inboxOverview(config(), alive)
  expect(others?.map(({ state }) => state).toSorted()).toEqual(['waiting', 'working'])
})
