/** A rehearsal sees what a run would do, and leaves nothing behind. */
import { expect, test } from 'vitest'
import { lastNotOffered, rehearse } from '../../../src/ledger/orders/rehearse.ts'
import { later, openCampaignWorld, START } from '../consultations/campaign-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openCampaignWorld())

const when = { staleBefore: START, failedBefore: START }

test('a campaign that is rehearsed has its members, and was never opened', async () => {
  const fleetId = await world.fleet()
  await world.vehicle(fleetId)
  await world.vehicle(fleetId)
  const seen = await rehearse(world.db, async (campaigns) => {
    const { id } = await campaigns.open(fleetId, START)
    const joined = await campaigns.join(id, { ...when, at: START })
    return { joined, facts: (await campaigns.rankFacts(id, '2026-03-10')).length, id }
  })
  expect(seen).toMatchObject({ joined: 2, facts: 2 })
  expect(await world.campaigns.latest(fleetId)).toBeUndefined()
  expect(await world.campaigns.current(fleetId)).toBeUndefined()
  const real = await world.campaigns.open(fleetId, later(1))
  expect(await world.campaigns.join(real.id, { ...when, at: later(1) })).toBe(2)
})

test('what fails in a rehearsal is taken back too, and its error is heard', async () => {
  const fleetId = await world.fleet()
  const failing = rehearse(world.db, async (campaigns) => {
    await campaigns.open(fleetId, START)
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await world.campaigns.current(fleetId)).toBeUndefined()
})

test('the states that the last campaign was not offered are remembered', async () => {
  const fleetId = await world.fleet()
  for (const uf of ['RR', 'AC', 'SP']) await world.vehicle(fleetId, { uf })
  expect(await lastNotOffered(world.db, fleetId)).toEqual([])
  const { id } = await world.campaigns.open(fleetId, START)
  await world.campaigns.join(id, { ...when, at: START, notOffered: ['AC', 'RR'] })
  expect(await lastNotOffered(world.db, fleetId)).toEqual(['AC', 'RR'])
})
