/** The history of a fleet is read in pages of vehicles, each begun where the last one ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vehicleHistories } from '../../../src/ledger/histories/vehicle-histories.ts'
import { openCampaignWorld, type CampaignWorld } from '../consultations/campaign-world.ts'

const VEHICLES = 450
const PAGE_MAX = 200

let world: CampaignWorld

beforeAll(async () => {
  world = await openCampaignWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('no page has more vehicles than its limit, and none is lost or read twice', async () => {
  const [id, other] = [await world.fleet(), await world.fleet()]
  const vehicles: string[] = []
  for (let made = 0; made < VEHICLES; made += 1) {
    if (made % 50 === 0) await world.vehicle(other)
    vehicles.push(await world.vehicle(id, { inFleet: made % 7 !== 0 }))
  }
  const sizes: number[] = []
  const read: string[] = []
  for await (const page of vehicleHistories(world.db, { id, name: 'any' })) {
    sizes.push(page.length)
    read.push(...page.map(({ vehicle }) => vehicle.id))
  }
  expect(sizes).toEqual([PAGE_MAX, PAGE_MAX, VEHICLES - 2 * PAGE_MAX])
  expect(read).toEqual(vehicles)
})
