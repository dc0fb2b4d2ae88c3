/** The history of a fleet is read in pages of vehicles, each begun where the last one ended. */
import { expect, test } from 'vitest'
import { vehicleHistories } from '../../../src/ledger/histories/vehicle-histories.ts'
import { DAY_MS, later, openCampaignWorld, START } from '../consultations/campaign-world.ts'
import { forFile } from '../../support/for-file.ts'

const VEHICLES = 450
const PAGE_MAX = 200

const world = await forFile(openCampaignWorld())

test('no page has more vehicles than its limit, and none is lost or read twice', async () => {
  const [id, other] = [await world.fleet(), await world.fleet()]
  const vehicles: string[] = []
  for (let made = 0; made < VEHICLES; made += 1) {
    if (made % 50 === 0) await world.vehicle(other)
    vehicles.push(await world.vehicle(id, { inFleet: made % 7 !== 0 }))
  }
  const sizes: number[] = []
  const read: string[] = []
  for await (const page of vehicleHistories(world.db, id)) {
    sizes.push(page.length)
    read.push(...page.map(({ vehicle }) => vehicle.id))
  }
  expect(sizes).toEqual([PAGE_MAX, PAGE_MAX, VEHICLES - 2 * PAGE_MAX])
  expect(read).toEqual(vehicles)
})

test('the latest answer of a month is not one that came after it', async () => {
  const id = await world.fleet()
  const vehicleId = await world.vehicle(id)
  const { id: campaignId } = await world.campaigns.open(id, START)
  await world.campaigns.join(campaignId, { staleBefore: START, failedBefore: START, at: START })
  await world.campaigns.plan(campaignId, START)
  const asked = await world.asked(campaignId, vehicleId)
  const none = { foundNewDebts: false, totalCents: 0n, itemsCents: 0n, flags: [] } as const
  const answer = { ...none, id: asked.id, stage: 'ready', at: later(1000) }
  await world.consultations.transaction((tx) => world.consultations.ready([answer], tx))
  // Of the answer after it only the vehicle tells.
  await world.change(vehicleId, { latestAnswerAt: later(30 * DAY_MS) })
  const seen = async (until?: Date): Promise<unknown> => {
    const pages = await Array.fromAsync(vehicleHistories(world.db, id, until))
    return pages[0]?.[0]?.vehicle.latestAnswerAt
  }
  expect(await seen()).toEqual(later(30 * DAY_MS))
  expect(await seen(later(30 * DAY_MS))).toEqual(later(30 * DAY_MS))
  expect(await seen(later(DAY_MS))).toEqual(START)
  expect(await seen(later(-1))).toBeNull()
})
