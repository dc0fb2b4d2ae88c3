/** With several credentials: which one asks, and that the ledger knows it whoever finds the answer. */
import { afterAll, expect, test } from 'vitest'
import { performEffect } from '../../support/perform-effect.ts'
import type { Client } from '../../../src/client/client.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { consultationBucket } from '../../../src/quota/bucket-settings.ts'
import { openGate } from '../../../src/quota/open-gate.ts'
import { seededRandom } from '../../../src/random.ts'
import { consultStage } from '../../../src/reconciliation/consultations/ask-consultation.ts'
import type { AskingTools } from '../../../src/reconciliation/consultations/ask-consultation.ts'
import { openAskingWorld } from './asking-world.ts'
import { losingAnswers } from '../changed-client.ts'

const NOBODY = 'nobody'

const small = consultationBucket({ credential: 'small', perHour: 1, simulated: true })
const large = consultationBucket({ credential: 'large', perHour: 100, simulated: true })

const world = await openAskingWorld()
const fleetId = await world.ledger.fleet()
const used: string[] = []
const gate = await openGate({
  ledger: openQuotaLedger(world.ledger.database.pool),
  clock: world.bench.clock,
  random: seededRandom(11),
  holder: 'test',
  alarm: () => undefined,
  buckets: [small, large],
})
afterAll(async () => {
  await gate.close()
  await world[Symbol.asyncDispose]()
})

interface Asked {
  readonly effectId: string
  readonly vehicleId: string
}

async function planned(): Promise<Asked> {
  const { vehicleId } = await world.vehicle(fleetId, 'ready')
  const campaignId = await world.plan(fleetId)
  return { vehicleId, effectId: await world.effectOf(campaignId, vehicleId) }
}

async function ask({ effectId }: Asked, client: Client = world.client): Promise<void> {
  const tools: AskingTools = {
    ...world.asking,
    credential: NOBODY,
    bucket: [small.name, large.name],
    clientOf: (bucket) => {
      used.push(bucket)
      return client
    },
  }
  await performEffect({ ...world.engine, gate }, consultStage(tools), effectId)
}

const noted = async ({ vehicleId }: Asked) =>
  (await world.ledger.consultation(vehicleId))?.['credential']

test('the request goes out with the credential whose slot it has, and that one is noted', async () => {
  const vehicles = [await planned(), await planned(), await planned()]
  for (const each of vehicles) await ask(each)
  expect(used).toEqual([small.name, large.name, large.name])
  expect(await Promise.all(vehicles.map(noted))).toEqual(['small', 'large', 'large'])
})

test('an answer that was lost and found later is noted with the credential that asked', async () => {
  const one = await planned()
  await ask(one, losingAnswers(world.client))
  expect(await noted(one)).toBeUndefined()
  await ask(one)
  expect(await noted(one)).toBe('large')
})

test('what nobody asked here is noted with the first credential', async () => {
  const { vehicleId, serviceId } = await world.vehicle(fleetId, 'ready')
  await world.bench.send('POST', `/api/v1/vehicles/${serviceId}/consultations`)
  const campaignId = await world.plan(fleetId)
  const one = { vehicleId, effectId: await world.effectOf(campaignId, vehicleId) }
  await ask(one)
  expect(await noted(one)).toBe(NOBODY)
})
